//! Every SQL statement, each written once for both databases.
//!
//! Rules that keep them so: `$1` placeholders; TEXT and BIGINT only; a cast wherever nothing else tells PostgreSQL a
//! parameter's type; no statement that can violate a constraint in normal use (it would end a transaction there), but
//! `ON CONFLICT` and `RETURNING`.

use sqlx::{AssertSqlSafe, SqlSafeStr, SqlStr};
use std::{fmt::Write, sync::LazyLock};

/// A guest made before $2, with no seat and no game played to its end; and no session, but one that was made before $3, not
/// used after its first hour, and by somebody who set nothing up.
macro_rules! gone_guest {
    () => {
        "p.guest = 1 AND p.created_at < $2
        AND NOT EXISTS (SELECT 1 FROM sessions AS s WHERE s.player_id = p.id
            AND (s.last_seen > s.created_at OR s.created_at >= $3 OR p.looks <> '{}'))
        AND NOT EXISTS (SELECT 1 FROM game_player AS g WHERE g.player_id = p.id)
        AND NOT EXISTS (SELECT 1 FROM table_member AS m JOIN tables AS t ON t.id = m.table_id
            WHERE m.player_id = p.id AND t.closed_at IS NULL)"
    };
}

macro_rules! statements {
    ($($(#[$doc:meta])* $name:ident = $sql:expr;)*) => {
        $($(#[$doc])* pub(crate) const $name: &str = $sql;)*
        const FIXED: &[(&str, &str)] = &[$((stringify!($name), $name)),*];
    };
}

statements! {
    /// A new table, owned by its maker; no row where the id or the code of an open table is taken.
    CREATE_TABLE = "INSERT INTO tables (id, code, epoch, owner, created_at, created_by)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING id";
    /// The epoch of a table that is there already.
    TABLE_EPOCH = "SELECT epoch FROM tables WHERE id = $1";
    /// Undoes [`CREATE_TABLE`] within its transaction.
    DROP_TABLE = "DELETE FROM tables WHERE id = $1";
    /// An open table by its code.
    OPEN_TABLE = "SELECT id FROM tables WHERE code = $1 AND closed_at IS NULL";
    /// A table that had this code and has closed.
    CLOSED_TABLE = "SELECT id FROM tables WHERE code = $1 AND closed_at IS NOT NULL LIMIT 1";
    /// A table's code and its owner's last beat.
    OWNER = "SELECT t.code, h.at FROM tables AS t LEFT JOIN heartbeat AS h ON h.node = t.owner
        WHERE t.id = $1 AND t.closed_at IS NULL";
    /// Takes a table over: whoever had it is fenced from here on.
    CLAIM = "UPDATE tables SET epoch = epoch + 1, owner = $2 WHERE id = $1 AND closed_at IS NULL RETURNING epoch";
    /// All open tables, oldest first.
    OPEN_TABLES = "SELECT id, code FROM tables WHERE closed_at IS NULL ORDER BY created_at, id";
    /// The entries of a table from one on.
    EVENTS = "SELECT seq, epoch, at, body FROM table_event WHERE table_id = $1 AND seq >= $2 ORDER BY seq";
    /// What stands where an append wanted to write, and the present epoch.
    JUDGE = "SELECT t.epoch, e.seq, e.epoch, e.at, e.body FROM tables AS t
        LEFT JOIN table_event AS e ON e.table_id = t.id AND e.seq >= $2 AND e.seq <= $3
        WHERE t.id = $1 ORDER BY e.seq";
    /// Frees a code.
    CLOSE_TABLE = "UPDATE tables SET closed_at = $2 WHERE id = $1 AND closed_at IS NULL";
    /// A table's snapshot.
    SNAPSHOT = "SELECT seq, body FROM table_snapshot WHERE table_id = $1";
    /// Replaces an older snapshot.
    PUT_SNAPSHOT = "INSERT INTO table_snapshot (table_id, seq, body) VALUES ($1, $2, $3)
        ON CONFLICT (table_id) DO UPDATE SET seq = excluded.seq, body = excluded.body
        WHERE excluded.seq > table_snapshot.seq";
    /// Somebody sits down.
    ADD_MEMBER = "INSERT INTO table_member (table_id, player_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    /// Somebody leaves.
    REMOVE_MEMBER = "DELETE FROM table_member WHERE table_id = $1 AND player_id = $2";
    /// Open tables where somebody sits.
    TABLES_OF = "SELECT t.code FROM table_member AS m JOIN tables AS t ON t.id = m.table_id
        WHERE m.player_id = $1 AND t.closed_at IS NULL ORDER BY t.created_at, t.id";
    /// Keeps a record.
    PUT_GAME = "INSERT INTO game (id, table_id, record, finished_at, complete) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (id) DO UPDATE SET record = excluded.record, finished_at = excluded.finished_at,
        complete = excluded.complete";
    /// Somebody has played a game to its end.
    ADD_GAME_PLAYER = "INSERT INTO game_player (player_id, game_id) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    /// A record.
    GAME = "SELECT record FROM game WHERE id = $1";
    /// Remembers a request; no row where it is known.
    REMEMBER = "INSERT INTO idempotency (player_id, operation, key, code, at) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT DO NOTHING RETURNING code";
    /// What a request was answered with.
    RECALL = "SELECT code FROM idempotency WHERE player_id = $1 AND operation = $2 AND key = $3";
    /// A run of a server is alive.
    BEAT = "INSERT INTO heartbeat (node, at) VALUES ($1, $2) ON CONFLICT (node) DO UPDATE SET at = excluded.at";
    /// When another run was last alive.
    LAST_BEAT = "SELECT MAX(at) FROM heartbeat WHERE node <> $1";
    /// Runs that own nothing and were last alive before a time.
    DEAD_RUNS = "SELECT node FROM heartbeat WHERE node <> $1 AND at < $2
        AND node NOT IN (SELECT owner FROM tables WHERE closed_at IS NULL) LIMIT $3";
    /// Forgets a run.
    FORGET_RUN = "DELETE FROM heartbeat WHERE node = $1 RETURNING node";
    /// Forgets old requests.
    FORGET_REQUESTS = "DELETE FROM idempotency WHERE (player_id, operation, key) IN
        (SELECT player_id, operation, key FROM idempotency WHERE at < $1 ORDER BY at LIMIT $2) RETURNING code";
    /// Forgets sessions that are over.
    FORGET_SESSIONS = "DELETE FROM sessions WHERE token_hash IN
        (SELECT token_hash FROM sessions WHERE expires_at <= $1 ORDER BY expires_at LIMIT $2) RETURNING player_id";
    /// Closed tables that are to be swept further, with their entries, their games, and those that were cut short.
    DUE_TABLES = "SELECT t.id, (SELECT COUNT(*) FROM table_event AS e WHERE e.table_id = t.id),
        (SELECT COUNT(*) FROM game AS g WHERE g.table_id = t.id),
        (SELECT COUNT(*) FROM game AS g WHERE g.table_id = t.id AND g.complete = 0)
        FROM tables AS t WHERE t.closed_at < $1 AND t.swept = $2 ORDER BY t.closed_at LIMIT $3";
    /// Forgets the first entries of a table that has closed.
    FORGET_EVENTS = "DELETE FROM table_event WHERE table_id = $1
        AND seq IN (SELECT seq FROM table_event WHERE table_id = $1 ORDER BY seq LIMIT $2)
        AND EXISTS (SELECT 1 FROM tables WHERE id = $1 AND closed_at IS NOT NULL)";
    /// Forgets games of a table that were cut short.
    FORGET_CUT_GAMES = "DELETE FROM game WHERE id IN
        (SELECT id FROM game WHERE table_id = $1 AND complete = 0 ORDER BY id LIMIT $2)";
    /// Forgets the snapshot of a table.
    FORGET_SNAPSHOT = "DELETE FROM table_snapshot WHERE table_id = $1";
    /// Forgets who sat at a table.
    FORGET_MEMBERS = "DELETE FROM table_member WHERE table_id = $1";
    /// Notes how far a closed table has been swept.
    MARK_TABLE = "UPDATE tables SET swept = $2 WHERE id = $1 AND closed_at IS NOT NULL";
    /// Forgets tables of which only the row is left.
    FORGET_TABLES = "DELETE FROM tables WHERE id IN
        (SELECT id FROM tables WHERE closed_at < $1 AND swept = 2 ORDER BY closed_at LIMIT $2) RETURNING id";
    /// The first guest from an id on who is as good as gone.
    GONE_GUEST = concat!("SELECT p.id FROM players AS p WHERE p.id > $1 AND ", gone_guest!(), " ORDER BY p.id LIMIT 1");
    /// The last of so many people from an id on.
    LAST_OF = "SELECT MAX(id) FROM (SELECT id FROM players WHERE id >= $1 ORDER BY id LIMIT $2) AS people";
    /// Forgets guests among these who are as good as gone.
    FORGET_GUESTS = concat!("DELETE FROM players AS p WHERE p.id >= $1 AND p.id <= $4 AND ", gone_guest!(), " RETURNING id");
    /// A new person.
    CREATE_PLAYER = "INSERT INTO players (id, name, guest, language, looks, created_at)
        VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING";
    /// A new session.
    CREATE_SESSION = "INSERT INTO sessions (token_hash, player_id, created_at, last_seen, expires_at)
        VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
    /// Who has a session that is not over.
    SESSION = "SELECT p.id, p.name, p.guest, p.language, p.looks, s.last_seen
        FROM sessions AS s JOIN players AS p ON p.id = s.player_id WHERE s.token_hash = $1 AND s.expires_at > $2";
    /// A session was used.
    TOUCH_SESSION = "UPDATE sessions SET last_seen = $2, expires_at = $3 WHERE token_hash = $1 AND last_seen < $2";
    /// Ends a session.
    END_SESSION = "DELETE FROM sessions WHERE token_hash = $1 RETURNING player_id";
    /// Changes what is not null.
    SET_PROFILE = "UPDATE players SET name = COALESCE(CAST($2 AS TEXT), name),
        language = COALESCE(CAST($3 AS TEXT), language), looks = COALESCE(CAST($4 AS TEXT), looks)
        WHERE id = $1 RETURNING id, name, guest, language, looks";
    /// A person.
    PLAYER = "SELECT id, name, guest, language, looks FROM players WHERE id = $1";
    /// Whether the database answers.
    ALIVE = "SELECT COUNT(*) FROM heartbeat WHERE node = $1";
}

/// How many entries one statement can insert at most.
pub(crate) const MAX_ROWS: usize = 256;

/// How many parameters a row of [`insert_events`] has.
pub(crate) const ROW_PARAMETERS: usize = 6;

/// The sizes that statements are made for, so that a database meets few different ones and keeps their plans.
const SHAPES: [usize; 13] = [1, 2, 4, 8, 16, 32, 48, 64, 96, 128, 160, 192, MAX_ROWS];

/// For which database a statement is written, where it cannot be the same for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialect {
    Sqlite,
    Postgres,
}

/// What an insert answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tells {
    /// `(table_id, seq)` of each entry that it has written.
    Rows,
    /// How many it has written. That costs much less.
    Count,
}

type Inserts = LazyLock<[SqlStr; SHAPES.len()]>;

macro_rules! inserts {
    ($dialect:ident, $tells:ident) => {
        LazyLock::new(|| SHAPES.map(|rows| insert_sql(rows, Dialect::$dialect, Tells::$tells)))
    };
}

static INSERTS: [[Inserts; 2]; 2] = [
    [inserts!(Sqlite, Rows), inserts!(Sqlite, Count)],
    [inserts!(Postgres, Rows), inserts!(Postgres, Count)],
];

/// The fenced append of up to `rows` entries (at most [`MAX_ROWS`]), and how many rows it has room for.
///
/// A row is `(table, seq, epoch, at, body, the seq that must stand before it or 0)`; unused rows are nulls, which join no
/// table. It writes entries whose writer's epoch is the table's, whose predecessor is there, and whose place is free.
pub(crate) fn insert_events(rows: usize, dialect: Dialect, tells: Tells) -> (SqlStr, usize) {
    let shape = SHAPES
        .iter()
        .position(|&shape| shape >= rows)
        .unwrap_or(SHAPES.len() - 1);
    let inserts = &INSERTS[dialect as usize][tells as usize];
    (inserts[shape].clone(), SHAPES[shape])
}

/// SQLite looks for the name of each parameter among the names of all, so that 1,500 of them cost a million steps; those
/// without a number have no name. PostgreSQL knows none of these, and wants each type.
fn insert_sql(rows: usize, dialect: Dialect, tells: Tells) -> SqlStr {
    let mut sql = String::from(
        "INSERT INTO table_event (table_id, seq, epoch, at, body)
        SELECT t.id, v.column2, t.epoch, v.column4, v.column5 FROM (VALUES ",
    );
    const TYPES: [&str; ROW_PARAMETERS] = ["TEXT", "BIGINT", "BIGINT", "BIGINT", "TEXT", "BIGINT"];
    for row in 0..rows {
        for (column, kind) in TYPES.iter().enumerate() {
            let before = match (row, column) {
                (0, 0) => "(",
                (_, 0) => "), (",
                _ => ", ",
            };
            let number = row * ROW_PARAMETERS + column + 1;
            match dialect {
                Dialect::Sqlite => write!(sql, "{before}?"),
                Dialect::Postgres => write!(sql, "{before}CAST(${number} AS {kind})"),
            }
            .expect("a string takes any text");
        }
    }
    sql.push_str(
        ")) AS v JOIN tables AS t ON t.id = v.column1 AND t.epoch = v.column3
        WHERE v.column6 = 0
            OR EXISTS (SELECT 1 FROM table_event AS e WHERE e.table_id = t.id AND e.seq = v.column6)
        ON CONFLICT DO NOTHING",
    );
    if tells == Tells::Rows {
        sql.push_str(" RETURNING table_id, seq");
    }
    AssertSqlSafe(sql).into_sql_str()
}

/// All statements with their names, for the test that prepares each on its database.
pub(crate) fn all(dialect: Dialect) -> impl Iterator<Item = (String, SqlStr)> {
    let fixed = FIXED
        .iter()
        .map(|&(name, sql)| (name.to_owned(), sql.into_sql_str()));
    let inserts = SHAPES.iter().flat_map(move |&rows| {
        [Tells::Rows, Tells::Count].map(|tells| {
            let (sql, _) = insert_events(rows, dialect, tells);
            (format!("insert of {rows}, telling {tells:?}"), sql)
        })
    });
    fixed.chain(inserts)
}
