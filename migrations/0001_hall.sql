-- The first schema. One file for SQLite and PostgreSQL: only TEXT and BIGINT, ids as UUID text,
-- times as UNIX milliseconds, documents as JSON text, hashes as hex.

CREATE TABLE players (
    id         TEXT   NOT NULL PRIMARY KEY,
    name       TEXT   NOT NULL CHECK (length(name) BETWEEN 1 AND 64),
    guest      BIGINT NOT NULL CHECK (guest IN (0, 1)),
    language   TEXT   NOT NULL CHECK (length(language) <= 64),
    looks      TEXT   NOT NULL CHECK (length(looks) <= 8192),
    created_at BIGINT NOT NULL
);

-- A session is known by the SHA-256 of its token; the token itself is nowhere.
CREATE TABLE sessions (
    token_hash TEXT   NOT NULL PRIMARY KEY,
    player_id  TEXT   NOT NULL REFERENCES players (id) ON DELETE CASCADE,
    created_at BIGINT NOT NULL,
    last_seen  BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX sessions_player ON sessions (player_id);
CREATE INDEX sessions_expiry ON sessions (expires_at);

-- The owner's row of a table: who writes its journal, and in which epoch.
CREATE TABLE tables (
    id         TEXT   NOT NULL PRIMARY KEY,
    code       TEXT   NOT NULL,
    epoch      BIGINT NOT NULL,
    owner      TEXT   NOT NULL,
    created_at BIGINT NOT NULL,
    created_by TEXT   NOT NULL,
    closed_at  BIGINT
);
CREATE UNIQUE INDEX tables_open_code ON tables (code) WHERE closed_at IS NULL;

-- The journal. No foreign key: an entry is only ever inserted from its table's row, and a check of
-- each row would lock that row on PostgreSQL.
CREATE TABLE table_event (
    table_id TEXT   NOT NULL,
    seq      BIGINT NOT NULL CHECK (seq > 0),
    epoch    BIGINT NOT NULL,
    at       BIGINT NOT NULL,
    body     TEXT   NOT NULL,
    PRIMARY KEY (table_id, seq)
);

-- The newest snapshot of a table: its state after entry seq.
CREATE TABLE table_snapshot (
    table_id TEXT   NOT NULL PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seq      BIGINT NOT NULL,
    body     TEXT   NOT NULL
);

CREATE TABLE table_member (
    table_id  TEXT NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    player_id TEXT NOT NULL,
    PRIMARY KEY (table_id, player_id)
);
CREATE INDEX table_member_player ON table_member (player_id);

-- Records of finished games. They outlive their table.
CREATE TABLE game (
    id          TEXT   NOT NULL PRIMARY KEY,
    table_id    TEXT   NOT NULL,
    record      TEXT   NOT NULL,
    finished_at BIGINT NOT NULL
);
CREATE INDEX game_table ON game (table_id);

-- When each run of a server was last alive.
CREATE TABLE heartbeat (
    node TEXT   NOT NULL PRIMARY KEY,
    at   BIGINT NOT NULL
);

-- What a repeated request with an Idempotency-Key is answered with.
CREATE TABLE idempotency (
    player_id TEXT   NOT NULL,
    operation TEXT   NOT NULL,
    key       TEXT   NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
    code      TEXT   NOT NULL,
    at        BIGINT NOT NULL,
    PRIMARY KEY (player_id, operation, key)
);
CREATE INDEX idempotency_at ON idempotency (at);
