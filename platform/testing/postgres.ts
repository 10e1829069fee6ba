import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { migrate } from '../postgres/migrate.ts'
import { grantsOnDatabase, type ServiceWithRole, serviceRoles, urlOfRole } from '../postgres/roles.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
  }
}

export type TestDatabase = {
  url: string
  urlOf(service: ServiceWithRole): string
  drop(): Promise<void>
}

/** Contents besides migrations, made once per run and then copied. */
export interface Furnishing {
  readonly name: string
  /** Must leave no connection open. */
  furnish(urlOf: TestDatabase['urlOf']): Promise<void>
}

const unfurnished: Furnishing = { name: 'migrated', furnish: async () => {} }
const password = 'password-of-each-role'
const passwords = Object.fromEntries(Object.keys(serviceRoles).map((service) => [service, password]))

function address(server: string, name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.href
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The lock makes one test file create the template while the others wait. */
async function ensureTemplate(client: pg.Client, server: string, { name, furnish }: Furnishing) {
  await client.query("select pg_advisory_lock(hashtext('templates'))")
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount) return
    // Renamed when complete, so that a failure leaves no template.
    const draft = `draft_of_${name}`
    await client.query(`drop database if exists ${draft} with (force)`)
    await client.query(`create database ${draft}`)
    await migrate(address(server, draft), passwords)
    await furnish((service) => urlOfRole(address(server, draft), service, password))
    await client.query(`alter database ${draft} rename to ${name}`)
  } finally {
    await client.query("select pg_advisory_unlock(hashtext('templates'))")
  }
}

export async function createTestDatabase(furnishing = unfurnished): Promise<TestDatabase> {
  const server = inject('postgresUrl')
  const name = `test_${randomBytes(8).toString('hex')}`
  await withClient(server, async (client) => {
    await ensureTemplate(client, server, furnishing)
    await client.query(`create database ${name} template ${furnishing.name} strategy file_copy`)
    await client.query(grantsOnDatabase(name))
  })
  const url = address(server, name)
  return {
    url,
    urlOf: (service) => urlOfRole(url, service, password),
    drop: () => withClient(server, async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}
