-- Up Migration

-- Links of mails, each for one purpose: a token of one is none of another.
ALTER TABLE auth.verification_tokens RENAME TO mail_tokens;
ALTER TABLE auth.mail_tokens RENAME COLUMN verification_id TO subject_id;
ALTER TABLE auth.mail_tokens ADD COLUMN purpose text NOT NULL DEFAULT 'verification';
ALTER TABLE auth.mail_tokens ALTER COLUMN purpose DROP DEFAULT;
CREATE INDEX mail_tokens_expires_at ON auth.mail_tokens (expires_at);

-- Until when the password of an unverified registration is kept; null for those of accounts.
ALTER TABLE auth.credentials ADD COLUMN expires_at timestamptz;
CREATE INDEX credentials_user_id ON auth.credentials (user_id);
CREATE INDEX credentials_expires_at ON auth.credentials (expires_at);

-- Mails sent or about to be sent because someone entered an address: limited per day.
CREATE TABLE auth.asked_mails (
  mail_id uuid PRIMARY KEY,
  -- The kind of mail, and the keyed hash of the address.
  key text NOT NULL,
  mail_at timestamptz NOT NULL
);
CREATE INDEX asked_mails_key ON auth.asked_mails (key, mail_at);
CREATE INDEX asked_mails_mail_at ON auth.asked_mails (mail_at);
