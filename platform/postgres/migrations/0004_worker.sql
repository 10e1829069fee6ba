-- Up Migration
CREATE SCHEMA worker;

-- How far each reaction has read the log: all before it is done or put aside.
CREATE TABLE worker.checkpoints (
  reaction text PRIMARY KEY,
  commit_position bigint NOT NULL,
  prepare_position bigint NOT NULL
) WITH (fillfactor = 50);

-- Reactions that have stopped until an operator resumes them.
CREATE TABLE worker.parked (
  reaction text PRIMARY KEY,
  -- What happened, in words for the operator.
  incident text NOT NULL,
  -- The event that the reaction failed at; null when the log was set back behind the checkpoint.
  event_type text,
  stream_name text,
  revision bigint,
  parked_at timestamptz NOT NULL DEFAULT now()
);

-- Events whose reaction was put aside, so that those behind them need not wait: which ones, and when each is tried
-- again.
CREATE TABLE worker.deferred (
  reaction text NOT NULL,
  event_id uuid NOT NULL,
  -- Where the event stands in the log. Its data is not copied: personal data stays where it can be erased.
  stream_name text NOT NULL,
  revision bigint NOT NULL,
  attempts int NOT NULL,
  next_attempt_at timestamptz NOT NULL,
  PRIMARY KEY (reaction, event_id)
);

-- What each run of a job came to. Neither outcome nor error while it runs.
CREATE TABLE worker.job_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  job text NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  ended_at timestamptz,
  outcome jsonb,
  error text
);
CREATE INDEX job_runs_latest ON worker.job_runs (job, id DESC);
