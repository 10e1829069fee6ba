-- Up Migration

-- Which of them are an account's, the log says: a row whose factor is not among the account's is of no use.

CREATE TABLE auth.passkeys (
  factor_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  -- As the browser names it, in base64url.
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  -- How often it has signed; 0 for ever where an authenticator does not count.
  counter bigint NOT NULL,
  transports text[] NOT NULL
);
CREATE INDEX passkeys_user_id ON auth.passkeys (user_id);

CREATE TABLE auth.authenticator_apps (
  factor_id uuid PRIMARY KEY,
  user_id uuid NOT NULL,
  -- Sealed with the key of the person.
  sealed_secret text NOT NULL,
  -- The half minute of the last code that was accepted: it and those before it are not accepted again.
  last_step bigint NOT NULL
);
CREATE INDEX authenticator_apps_user_id ON auth.authenticator_apps (user_id);

-- Those that are unused, hashed with the key of the person.
CREATE TABLE auth.recovery_codes (
  user_id uuid NOT NULL,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);

-- Steps that can be finished once, within minutes: the second step of a sign-in, or adding a factor.
CREATE TABLE auth.second_factor_tickets (
  ticket_hash bytea PRIMARY KEY,
  purpose text NOT NULL,
  -- Null where a passkey will say who it is.
  user_id uuid,
  -- The session or the password that it was begun with, if any: it cannot be finished with another.
  bound_to text,
  -- What a passkey has to sign, once.
  challenge text,
  -- Of the authenticator app that is being added.
  sealed_secret text,
  attempts int NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);
CREATE INDEX second_factor_tickets_expires_at ON auth.second_factor_tickets (expires_at);
CREATE INDEX second_factor_tickets_user_id ON auth.second_factor_tickets (user_id);

-- How many codes of an authenticator app were tried in vain, on a day in UTC.
CREATE TABLE auth.wrong_codes (
  user_id uuid PRIMARY KEY,
  day date NOT NULL,
  taken int NOT NULL
);
