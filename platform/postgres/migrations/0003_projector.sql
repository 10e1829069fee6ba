-- Up Migration
CREATE SCHEMA projector;
-- Views on the tables of the live generation of every projection: all that anybody else may read.
CREATE SCHEMA read;

-- One row for every set of tables that a projection fills or has filled. The positions stay null until the first event was folded.
CREATE TABLE projector.checkpoints (
  projection text NOT NULL,
  version int NOT NULL,
  generation int NOT NULL,
  state text NOT NULL CHECK (state IN ('filling', 'live', 'former')),
  commit_position bigint,
  prepare_position bigint,
  PRIMARY KEY (projection, generation)
) WITH (fillfactor = 50);
CREATE UNIQUE INDEX checkpoints_live ON projector.checkpoints (projection) WHERE state = 'live';

-- Events at which a projection had to stop. Open until the projection has passed the event.
CREATE TABLE projector.failures (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  projection text NOT NULL,
  version int NOT NULL,
  commit_position bigint NOT NULL,
  event_type text NOT NULL,
  stream_name text NOT NULL,
  error text NOT NULL,
  failed_at timestamptz NOT NULL DEFAULT now(),
  resolved_at timestamptz
);
CREATE UNIQUE INDEX failures_open ON projector.failures (projection, commit_position) WHERE resolved_at IS NULL;
