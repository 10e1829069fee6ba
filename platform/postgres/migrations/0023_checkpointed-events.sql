-- Up Migration

-- The event at the checkpoint: in a log that was restored and has grown again, another one has its position. Null in
-- checkpoints from before.
ALTER TABLE projector.checkpoints ADD COLUMN event_id uuid;
ALTER TABLE worker.checkpoints ADD COLUMN event_id uuid;
