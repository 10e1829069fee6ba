-- Up Migration

-- Finds parts of names: an index over every three letters of a text.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
