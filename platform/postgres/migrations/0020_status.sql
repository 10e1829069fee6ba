-- Up Migration

-- Whether the parts of the product answer, as the worker measures it each minute. Nothing in the log tells of it, so
-- that it is no read model.
CREATE SCHEMA status;
CREATE TABLE status.parts (
  part text PRIMARY KEY,
  is_up boolean NOT NULL,
  -- Since when it is so.
  since timestamptz NOT NULL,
  measured_at timestamptz NOT NULL
);
CREATE TABLE status.days (
  part text NOT NULL,
  -- In UTC.
  day date NOT NULL,
  -- How many times it was asked, and how many times it answered.
  measured int NOT NULL,
  up int NOT NULL,
  PRIMARY KEY (part, day)
);
CREATE TABLE status.outages (
  part text NOT NULL,
  began_at timestamptz NOT NULL,
  -- Null while it goes on.
  ended_at timestamptz,
  PRIMARY KEY (part, began_at)
);
