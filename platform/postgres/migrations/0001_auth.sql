-- Up Migration
CREATE SCHEMA auth;

-- The table that connect-pg-simple reads and writes, in its own shape.
CREATE TABLE auth.sessions (
  sid varchar NOT NULL PRIMARY KEY,
  sess json NOT NULL,
  expire timestamp(6) NOT NULL
);
CREATE INDEX sessions_expire ON auth.sessions (expire);

-- A bearer token lives as long as the session that it was issued with.
CREATE TABLE auth.bearer_tokens (
  token_hash bytea PRIMARY KEY,
  sid varchar NOT NULL REFERENCES auth.sessions (sid) ON DELETE CASCADE
);
CREATE INDEX bearer_tokens_sid ON auth.bearer_tokens (sid);

CREATE TABLE auth.credentials (
  credential_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE auth.verification_tokens (
  token_hash bytea PRIMARY KEY,
  verification_id uuid NOT NULL,
  user_id uuid NOT NULL,
  expires_at timestamptz NOT NULL
);
