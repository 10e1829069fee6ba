-- Who may do what in the database. Every setup runs this after the migrations, in one transaction. Anything that is not
-- listed here is allowed to no one. The roles are created first (roles.ts).

REVOKE ALL ON SCHEMA auth, vault, pictures, projector, read, status, worker
  FROM PUBLIC, medicready_command_api, medicready_worker, medicready_projector, medicready_read_api;
REVOKE ALL ON ALL TABLES IN SCHEMA auth, vault, pictures, projector, status, worker
  FROM PUBLIC, medicready_command_api, medicready_worker, medicready_projector, medicready_read_api;

-- The command API and the worker do the same use cases: the worker those that begin with an event or with the clock, and
-- the operator's. Both keep what is secret, and the keys of people; neither can change a read model.
GRANT USAGE ON SCHEMA auth, vault, pictures, read TO medicready_command_api, medicready_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA auth TO medicready_command_api, medicready_worker;
GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA vault TO medicready_command_api, medicready_worker;
-- A picture that questions show is never changed, and never taken from them.
GRANT SELECT, INSERT ON ALL TABLES IN SCHEMA pictures TO medicready_command_api, medicready_worker;
GRANT USAGE ON SCHEMA worker, status TO medicready_worker;
-- How far read models have come: what people download of themselves shows all that was before they asked.
GRANT USAGE ON SCHEMA projector TO medicready_worker;
GRANT SELECT ON projector.checkpoints TO medicready_worker;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA worker, status TO medicready_worker;

-- The projector opens what people's keys have sealed, and owns the read models: it makes them, fills them and drops them.
GRANT USAGE ON SCHEMA vault, projector TO medicready_projector;
GRANT SELECT ON ALL TABLES IN SCHEMA vault TO medicready_projector;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA projector TO medicready_projector;
GRANT USAGE, CREATE ON SCHEMA read TO medicready_projector;
ALTER DEFAULT PRIVILEGES FOR ROLE medicready_projector IN SCHEMA read
  GRANT SELECT ON TABLES TO medicready_command_api, medicready_worker, medicready_read_api;

-- The read API reads. All that it writes is when and from where a session was last used.
GRANT USAGE ON SCHEMA auth, pictures, projector, read, status TO medicready_read_api;
GRANT SELECT ON ALL TABLES IN SCHEMA pictures, status TO medicready_read_api;
GRANT SELECT ON projector.checkpoints TO medicready_read_api;
GRANT SELECT ON auth.live_sessions, auth.bearer_tokens TO medicready_read_api;
GRANT SELECT (sid, last_used_at, last_network), UPDATE (last_used_at, last_network) ON auth.sessions TO medicready_read_api;

-- Read models from before there were roles, or made by another role, become the projector's.
DO $$
DECLARE
  statement text;
BEGIN
  FOR statement IN
    SELECT format('ALTER SCHEMA %I OWNER TO medicready_projector', nspname) FROM pg_namespace
    WHERE nspname ~ '_v[0-9]+_b[0-9]+$' AND nspowner <> 'medicready_projector'::regrole
  LOOP
    EXECUTE statement;
  END LOOP;
  FOR statement IN
    SELECT format('ALTER TABLE %I.%I OWNER TO medicready_projector', nspname, relname)
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
    WHERE relkind IN ('r', 'v') AND (nspname ~ '_v[0-9]+_b[0-9]+$' OR nspname = 'read') AND relowner <> 'medicready_projector'::regrole
  LOOP
    EXECUTE statement;
  END LOOP;
  FOR statement IN
    SELECT format('GRANT SELECT ON read.%I TO medicready_command_api, medicready_worker, medicready_read_api', relname)
    FROM pg_class WHERE relnamespace = 'read'::regnamespace AND relkind = 'v'
      AND NOT has_table_privilege('medicready_read_api', oid, 'SELECT')
  LOOP
    EXECUTE statement;
  END LOOP;
END $$;
