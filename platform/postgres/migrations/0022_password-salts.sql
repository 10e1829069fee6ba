-- Up Migration

-- Of accounts that have changed their address: the salt of the password, which followed from the address before.
CREATE TABLE auth.password_salts (
  email_hash text PRIMARY KEY,
  user_id uuid NOT NULL,
  salt bytea NOT NULL
);
CREATE INDEX password_salts_user_id ON auth.password_salts (user_id);
