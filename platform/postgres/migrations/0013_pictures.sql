-- Up Migration

-- Images that educators and packages brought, by what they are: the same bytes sent twice are kept once. They are facts
-- of their own, as the log is, and no read model: nothing else could bring them back, and rebuilding leaves them alone.
CREATE SCHEMA pictures;
CREATE TABLE pictures.images (
  -- SHA-256 of the bytes, in hexadecimal.
  hash text PRIMARY KEY CHECK (hash ~ '^[0-9a-f]{64}$'),
  media_type text NOT NULL,
  width int NOT NULL,
  height int NOT NULL,
  bytes bytea NOT NULL,
  stored_at timestamptz NOT NULL
);
-- Images are compressed already.
ALTER TABLE pictures.images ALTER COLUMN bytes SET STORAGE EXTERNAL;
