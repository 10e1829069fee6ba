import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'

export const serviceRoles = {
  'command-api': 'medicready_command_api',
  worker: 'medicready_worker',
  projector: 'medicready_projector',
  'read-api': 'medicready_read_api',
} as const

export type ServiceWithRole = keyof typeof serviceRoles

export const passwordSettings = {
  'command-api': 'COMMAND_API_POSTGRES_PASSWORD',
  worker: 'WORKER_POSTGRES_PASSWORD',
  projector: 'PROJECTOR_POSTGRES_PASSWORD',
  'read-api': 'READ_API_POSTGRES_PASSWORD',
} as const satisfies Record<ServiceWithRole, string>

/** Without a password a service cannot sign in; undefined keeps the current one. */
export type RolePasswords = Readonly<Partial<Record<ServiceWithRole, string | undefined>>>

const grants = readFileSync(new URL('grants.sql', import.meta.url), 'utf8')
const INSUFFICIENT_PRIVILEGE = '42501'

/** Idempotent and safe for concurrent callers. The owner of the address must be allowed to create roles. */
export async function grantRoles(url: string, passwords: RolePasswords = {}): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'grants' })
  await client.connect()
  try {
    await client.query('BEGIN')
    await client.query("SELECT pg_advisory_xact_lock(hashtextextended('grants', 0))")
    for (const [service, role] of Object.entries(serviceRoles)) {
      await ensureRole(client, role)
      const password = passwords[service as ServiceWithRole]
      if (password !== undefined) await client.query(`ALTER ROLE ${role} LOGIN PASSWORD '${verifierOf(password)}'`)
    }
    const { rows } = await client.query<{ name: string }>('SELECT current_database() AS name')
    for (const { name } of rows) await client.query(grantsOnDatabase(name))
    await client.query(grants)
    await client.query('COMMIT')
  } catch (error) {
    throw isForbidden(error)
      ? new Error('The role of POSTGRES_URL may not make the roles of the services: it needs CREATEROLE, and to own the database.', {
          cause: error,
        })
      : error
  } finally {
    await client.end()
  }
}

const isForbidden = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === INSUFFICIENT_PRIVILEGE

/** Roles belong to the whole server: another set-up may create the same one at this moment. */
async function ensureRole(client: pg.Client, role: string): Promise<void> {
  await client.query(`
    DO $$ BEGIN
      IF to_regrole('${role}') IS NULL THEN
        CREATE ROLE ${role};
        -- What the projector owns, its maker may look after as well.
        EXECUTE format('GRANT ${role} TO %I', current_user);
      END IF;
    EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL;
    END $$`)
}

/** Only services may connect, and only the projector creates schemas. Copies of a database do not inherit this. */
export function grantsOnDatabase(name: string): string {
  const database = pg.escapeIdentifier(name)
  return [
    `REVOKE ALL ON DATABASE ${database} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${database} TO ${Object.values(serviceRoles).join(', ')}`,
    `GRANT CREATE ON DATABASE ${database} TO ${serviceRoles.projector}`,
  ].join('; ')
}

const ITERATIONS = 4_096

/** SCRAM-SHA-256 (RFC 5802), so that the password is in no statement that the log may show. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const sign = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(sign('Client Key')).digest()
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey.toString('base64')}:${sign('Server Key').toString('base64')}`
}

export function urlOfRole(url: string, service: ServiceWithRole, password: string): string {
  const own = new URL(url)
  own.username = serviceRoles[service]
  own.password = encodeURIComponent(password)
  return own.href
}
