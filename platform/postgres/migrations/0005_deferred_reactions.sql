-- Up Migration
-- Events whose reaction was put aside, so that those behind them need not wait: which ones, and when each is tried again.
CREATE TABLE auth.deferred_reactions (
  name text NOT NULL,
  event_id uuid NOT NULL,
  -- Where the event stands in the log. Its data is not copied: personal data stays where it can be erased.
  stream_name text NOT NULL,
  revision bigint NOT NULL,
  attempts int NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (name, event_id)
);
