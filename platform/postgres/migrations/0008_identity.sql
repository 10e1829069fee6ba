-- Up Migration

-- Earlier sessions do not say when they end, so everyone signs in once more.
DELETE FROM auth.sessions;

-- connect-pg-simple writes sid, sess and expire as ever. Whose a session is follows from what it says itself; when and
-- from where it was last used is written beside it, at most once a minute.
ALTER TABLE auth.sessions
  ADD COLUMN user_id uuid GENERATED ALWAYS AS ((sess ->> 'userId')::uuid) STORED,
  ADD COLUMN started_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN last_network text;
CREATE INDEX sessions_user_id ON auth.sessions (user_id);

-- Sessions that are signed in now: neither expired nor idle for too long.
CREATE VIEW auth.live_sessions AS
SELECT
  -- What its owner may call it: the sid itself would be half of a cookie.
  encode(sha256(convert_to(sid, 'UTF8')), 'hex') AS id,
  sid,
  user_id,
  coalesce((sess ->> 'hasSecondFactor')::boolean, false) AS has_second_factor,
  sess ->> 'device' AS device,
  coalesce(last_network, sess ->> 'network') AS network,
  started_at,
  last_used_at
FROM auth.sessions
WHERE user_id IS NOT NULL AND expire > now() AND last_used_at > now() - make_interval(mins => (sess ->> 'idleMinutes')::int);
