-- Up Migration
CREATE SCHEMA projector;
-- Views on the tables of the live build of every read model: all that others may read.
CREATE SCHEMA read;

-- One row for every build of a read model. The positions stay null until the first event was folded.
CREATE TABLE projector.checkpoints (
  read_model text NOT NULL,
  version int NOT NULL,
  build int NOT NULL,
  state text NOT NULL CHECK (state IN ('backfilling', 'live', 'previous')),
  commit_position bigint,
  prepare_position bigint,
  PRIMARY KEY (read_model, build)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX checkpoints_live ON projector.checkpoints (read_model) WHERE state = 'live';

-- Why a read model had to stop: at an event, until it has passed that event; or, without an event, because the log ends
-- before what it has folded already, until it is built anew from the log as it is.
CREATE TABLE projector.failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  read_model text NOT NULL,
  version int NOT NULL,
  commit_position bigint NOT NULL,
  event_type text,
  stream_name text,
  error text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz
);
CREATE UNIQUE INDEX failures_open ON projector.failures (read_model, commit_position) WHERE resolved_at IS NULL;
