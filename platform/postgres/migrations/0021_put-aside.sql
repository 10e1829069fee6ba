-- Up Migration

-- An event at which a reaction fails for good is put aside alone: an operator has it tried again, or gives it up. Later
-- events of the same person or stream wait behind it.
ALTER TABLE worker.deferred
  -- Null where time alone does not bring the next attempt.
  ALTER COLUMN next_attempt_at DROP NOT NULL,
  -- What happened, in words for the operator; null for what is tried again by itself, and for what waits behind another.
  ADD COLUMN incident text,
  ADD COLUMN event_type text,
  ADD COLUMN commit_position bigint,
  -- The person that the event is about; null if there is none.
  ADD COLUMN user_id uuid,
  ADD COLUMN put_aside_at timestamptz NOT NULL DEFAULT now(),
  -- It stays here, so that the reaction never meets the event again.
  ADD COLUMN given_up_at timestamptz;
