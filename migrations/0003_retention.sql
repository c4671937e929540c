-- How far a closed table has been swept away: 0 not yet looked at, 1 it has games and waits longer, 2 only this row is left.
ALTER TABLE tables ADD COLUMN swept BIGINT NOT NULL DEFAULT 0;
CREATE INDEX tables_swept ON tables (swept, closed_at) WHERE closed_at IS NOT NULL;

-- Whether a game was played to its end. The record of one that was cut short goes with its table's journal.
ALTER TABLE game ADD COLUMN complete BIGINT NOT NULL DEFAULT 1;

-- Who has played a game to its end: nobody of them is forgotten.
CREATE TABLE game_player (
    player_id TEXT NOT NULL,
    game_id   TEXT NOT NULL,
    PRIMARY KEY (player_id, game_id)
);
INSERT INTO game_player (player_id, game_id)
    SELECT m.player_id, g.id FROM game AS g JOIN table_member AS m ON m.table_id = g.table_id;
