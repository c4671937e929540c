-- Whether a code once named a table: asked by sockets that come back to one that has closed.
CREATE INDEX tables_closed_code ON tables (code) WHERE closed_at IS NOT NULL;
