-- Up Migration
CREATE SCHEMA projector;
CREATE SCHEMA read;

CREATE TABLE projector.checkpoints (
  projection text NOT NULL,
  version int NOT NULL,
  commit_position bigint NOT NULL,
  prepare_position bigint NOT NULL,
  PRIMARY KEY (projection, version)
);

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
