import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import pg from 'pg'

/** The services that reach PostgreSQL, each as a role of its own with the grants it needs (grants.sql). */
export const serviceRoles = {
  'command-api': 'medicready_command_api',
  worker: 'medicready_worker',
  projector: 'medicready_projector',
  'read-api': 'medicready_read_api',
} as const

export type ServiceWithRole = keyof typeof serviceRoles

/** The settings that give the set-up the passwords of the roles. */
export const passwordSettings = {
  'command-api': 'COMMAND_API_POSTGRES_PASSWORD',
  worker: 'WORKER_POSTGRES_PASSWORD',
  projector: 'PROJECTOR_POSTGRES_PASSWORD',
  'read-api': 'READ_API_POSTGRES_PASSWORD',
} as const satisfies Record<ServiceWithRole, string>

/** A service without a password cannot sign in by its role; one whose password is undefined keeps what it has. */
export type RolePasswords = Readonly<Partial<Record<ServiceWithRole, string | undefined>>>

const grants = readFileSync(new URL('grants.sql', import.meta.url), 'utf8')
const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Makes the roles of the services where they are missing, sets the passwords that are given, and grants each what it
 * needs in this database and nothing else. May run at any time and by several at once. The owner of the address must be
 * allowed to make roles.
 */
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

/** Roles belong to the whole server: another set-up may make the same one for another database at this moment. */
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

/** Only the services may connect, and only the projector makes schemas. A copy of a database has none of it. */
export function grantsOnDatabase(name: string): string {
  const database = pg.escapeIdentifier(name)
  return [
    `REVOKE ALL ON DATABASE ${database} FROM PUBLIC`,
    `GRANT CONNECT ON DATABASE ${database} TO ${Object.values(serviceRoles).join(', ')}`,
    `GRANT CREATE ON DATABASE ${database} TO ${serviceRoles.projector}`,
  ].join('; ')
}

const ITERATIONS = 4_096

/**
 * What PostgreSQL keeps of a password (SCRAM-SHA-256, RFC 5802), so that the password itself is in no statement that
 * its log may show.
 */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const sign = (name: string) => createHmac('sha256', salted).update(name).digest()
  const storedKey = createHash('sha256').update(sign('Client Key')).digest()
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${storedKey.toString('base64')}:${sign('Server Key').toString('base64')}`
}

/** The address at which a service finds the database of `url`, by its own role. */
export function urlOfRole(url: string, service: ServiceWithRole, password: string): string {
  const own = new URL(url)
  own.username = serviceRoles[service]
  own.password = encodeURIComponent(password)
  return own.href
}
