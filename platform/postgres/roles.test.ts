import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase } from '../testing/postgres.ts'
import { connectPostgres, type Sql } from './connection.ts'
import { migrate } from './migrate.ts'
import { type ServiceWithRole, serviceRoles } from './roles.ts'

const services = Object.keys(serviceRoles) as ServiceWithRole[]
const schemas = ['auth', 'vault', 'pictures', 'worker', 'projector', 'read', 'status']

/** A database with a read model of the projector, and a connection for each service. */
async function startDatabase() {
  const database = await createTestDatabase()
  const owner = connectPostgres(database.url, { name: 'owner', max: 2 })
  const as = Object.fromEntries(services.map((service) => [service, connectPostgres(database.urlOf(service), { name: service, max: 1 })]))
  onTestFinished(async () => {
    await Promise.all([owner, ...Object.values(as)].map((sql) => sql.end({ timeout: 1 })))
    await database.drop()
  })
  const projector = as.projector as Sql
  await projector`CREATE SCHEMA study_days_v1_b1`
  await projector`CREATE TABLE study_days_v1_b1.days (user_id uuid)`
  await projector`CREATE VIEW read.days AS SELECT * FROM study_days_v1_b1.days`
  return { database, owner, as: as as Record<ServiceWithRole, Sql> }
}

/** What a service may do in each schema: the letters of SELECT, INSERT, UPDATE and DELETE on any of its tables. */
async function rightsOf(owner: Sql, service: ServiceWithRole): Promise<Record<string, string>> {
  const rows = await owner<{ schema: string; rights: string }[]>`
    SELECT nspname AS schema, string_agg(DISTINCT left(privilege, 1), '' ORDER BY left(privilege, 1)) AS rights
    FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace,
      unnest(ARRAY['SELECT', 'INSERT', 'UPDATE', 'DELETE']) AS privilege
    WHERE nspname = ANY(${schemas}::text[]) AND relkind IN ('r', 'v')
      AND has_schema_privilege(${serviceRoles[service]}, nspname, 'USAGE') AND has_table_privilege(${serviceRoles[service]}, pg_class.oid, privilege)
    GROUP BY nspname`
  return Object.fromEntries(rows.map(({ schema, rights }) => [schema, rights]))
}

test('each service has the rights that it needs, and no others', async () => {
  const { owner } = await startDatabase()
  const rights = Object.fromEntries(await Promise.all(services.map(async (service) => [service, await rightsOf(owner, service)])))
  expect(rights).toEqual({
    'command-api': { auth: 'DISU', vault: 'ISU', pictures: 'IS', read: 'S' },
    worker: { auth: 'DISU', vault: 'ISU', pictures: 'IS', worker: 'DISU', projector: 'S', read: 'S', status: 'DISU' },
    projector: { vault: 'S', projector: 'DISU', read: 'DISU' },
    'read-api': { auth: 'S', pictures: 'S', projector: 'S', read: 'S', status: 'S' },
  })
})

const forbidden: [service: ServiceWithRole, what: string, statement: string][] = [
  ['read-api', 'reads a password', 'SELECT password_hash FROM auth.credentials'],
  ['read-api', 'reads the token of a mail', 'SELECT * FROM auth.mail_tokens'],
  ['read-api', 'reads a session as it is', 'SELECT sess FROM auth.sessions'],
  ['read-api', 'prolongs a session', 'UPDATE auth.sessions SET expire = now()'],
  ['read-api', 'makes a session', "INSERT INTO auth.sessions (sid, sess, expire) VALUES ('s', '{}', now())"],
  ['read-api', "reads a person's key", 'SELECT * FROM vault.keys'],
  ['read-api', 'changes a read model', 'DELETE FROM read.days'],
  ['projector', 'reads a password', 'SELECT password_hash FROM auth.credentials'],
  ['projector', 'reads a session', 'SELECT * FROM auth.live_sessions'],
  ['projector', "destroys a person's key", 'UPDATE vault.keys SET wrapped_key = NULL'],
  ['command-api', 'changes a read model', 'DELETE FROM read.days'],
  ['command-api', 'sets a checkpoint', 'UPDATE projector.checkpoints SET commit_position = 0'],
  ['command-api', 'takes a picture from its questions', 'DELETE FROM pictures.images'],
  ['read-api', 'stores a picture', "INSERT INTO pictures.images VALUES ('', '', 1, 1, '', now())"],
  ['projector', 'looks at a picture', 'SELECT * FROM pictures.images'],
  ['command-api', 'resumes a reaction', 'DELETE FROM worker.parked'],
  ['command-api', "forgets that a person's key was destroyed", 'DELETE FROM vault.keys'],
  ['worker', 'changes a read model', 'DELETE FROM read.days'],
  ['worker', 'reads the tables behind a read model', 'SELECT * FROM study_days_v1_b1.days'],
  ...services.flatMap((service): typeof forbidden => [
    [service, 'reads the log of migrations', 'SELECT * FROM public.migrations'],
    [service, 'makes a table in auth', 'CREATE TABLE auth.mine (id int)'],
    [service, 'makes a role', 'CREATE ROLE mine'],
    [service, 'becomes the owner', 'SET ROLE postgres'],
    [service, 'runs a program', "COPY (SELECT 1) TO PROGRAM 'id'"],
  ]),
  ...services
    .filter((service) => service !== 'projector')
    .map((service): (typeof forbidden)[number] => [service, 'makes a schema', 'CREATE SCHEMA mine']),
]

test('an attacker in a service is refused everything that it has no grant for', async () => {
  const { as } = await startDatabase()
  for (const [service, what, statement] of forbidden)
    await expect(as[service].unsafe(statement), `${service} ${what}`).rejects.toThrow(/permission denied|must be/)
})

test('read models from before there were roles become the projector’s and stay readable', async () => {
  const { database, owner, as } = await startDatabase()
  await owner`CREATE SCHEMA study_streaks_v2_b7`
  await owner`CREATE TABLE study_streaks_v2_b7.streaks (user_id uuid)`
  await owner`CREATE VIEW read.streaks AS SELECT * FROM study_streaks_v2_b7.streaks`
  await expect(as['read-api']`SELECT * FROM read.streaks`).rejects.toThrow('permission denied')
  await migrate(database.url)
  for (const service of ['read-api', 'command-api', 'worker'] as const) expect(await as[service]`SELECT * FROM read.streaks`).toEqual([])
  await as.projector`INSERT INTO study_streaks_v2_b7.streaks VALUES (NULL)`
  await as.projector`DROP VIEW read.streaks`
  await as.projector`DROP SCHEMA study_streaks_v2_b7 CASCADE`
})

test('a new table of a schema is granted by the next setup, and concurrent setups do no harm', async () => {
  const { database, owner, as } = await startDatabase()
  await owner`CREATE TABLE auth.later (id int)`
  await Promise.all(Array.from({ length: 4 }, () => migrate(database.url)))
  expect(await as['command-api']`SELECT * FROM auth.later`).toEqual([])
  await expect(as['read-api']`SELECT * FROM auth.later`).rejects.toThrow('permission denied')
})

test('a role signs in with the latest password given to the setup', async () => {
  const database = await createTestDatabase()
  onTestFinished(database.drop)
  await migrate(database.url)
  const sql = connectPostgres(database.urlOf('worker'), { name: 'worker', max: 1 })
  expect(await sql`SELECT current_user AS name`).toEqual([{ name: 'medicready_worker' }])
  await sql.end()
  const stranger = new URL(database.urlOf('worker'))
  stranger.password = 'another-password'
  const refused = connectPostgres(stranger.href, { name: 'stranger', max: 1 })
  await expect(refused`SELECT 1`).rejects.toThrow('password authentication failed')
  await refused.end({ timeout: 1 })
})
