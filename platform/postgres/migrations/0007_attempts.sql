-- Up Migration

-- A sign-in looks at all passwords that were offered for an address.
CREATE INDEX credentials_user ON auth.credentials (user_id);

-- How often something was tried within an hour: by account, by network, and overall. Each try writes here, so the table
-- is unlogged: a crash of Postgres empties it, a restart does not.
CREATE UNLOGGED TABLE auth.attempts (
  -- What was tried, and what counts it: 'signIn network 203.0.113.0/24'. Addresses of accounts stand in it by their keyed
  -- hash only.
  key text PRIMARY KEY,
  -- The keyed hash of an address, or a user's id; null where networks are counted.
  account text,
  taken int NOT NULL,
  -- The hour begins with its first attempt.
  began_at timestamptz NOT NULL,
  -- Not before then is the next one taken; null where there is no pause.
  free_at timestamptz
) WITH (fillfactor = 50);
