-- Up Migration
-- One row, which the worker renews: whether it generates questions, and with which model. The key itself stays with the worker.
CREATE TABLE auth.generation_status (
  id int PRIMARY KEY CHECK (id = 1),
  -- Null while generation is off.
  model text,
  reported_at timestamptz NOT NULL
);
