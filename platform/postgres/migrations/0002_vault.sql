-- Up Migration
CREATE SCHEMA vault;

-- One key a person, wrapped by the master key. A destroyed key leaves its row, so that it is never made anew.
CREATE TABLE vault.keys (
  subject uuid PRIMARY KEY,
  wrapped_key bytea,
  created_at timestamptz NOT NULL DEFAULT now(),
  destroyed_at timestamptz
);
