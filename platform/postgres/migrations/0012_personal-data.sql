-- Up Migration

-- Secrets of the product by what they are for, such as the hashes of addresses: each made once, wrapped by the master
-- key, and the same whatever master key comes after it.
CREATE TABLE vault.purpose_keys (
  purpose text PRIMARY KEY,
  -- Null until it is derived from the master key of the first days: what was made with it stands in the log for ever.
  wrapped_key bytea
);
INSERT INTO vault.purpose_keys (purpose) SELECT purpose FROM unnest(ARRAY['email', 'verification']) AS purpose
WHERE EXISTS (SELECT FROM vault.keys);

-- What people download of themselves, sealed with their own keys, until it expires.
CREATE TABLE auth.export_parts (
  export_id uuid NOT NULL,
  user_id uuid NOT NULL,
  -- Counted from 0.
  position int NOT NULL,
  sealed bytea NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (export_id, position)
);
CREATE INDEX export_parts_user ON auth.export_parts (user_id);
