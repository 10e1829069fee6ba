import { readdir } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { grantRoles, type RolePasswords } from './roles.ts'

const directory = fileURLToPath(new URL('migrations', import.meta.url))

/** Schemas without read models, and grants. Concurrent callers take turns. Returns the names of applied migrations. */
export async function migrate(url: string, passwords: RolePasswords = {}): Promise<string[]> {
  const applied = await runner({
    databaseUrl: url,
    dir: directory,
    direction: 'up',
    migrationsTable: 'migrations',
    migrationsSchema: 'public',
    advisoryLockMode: 'wait',
    checkOrder: true,
    log: () => undefined,
  })
  await grantRoles(url, passwords)
  return applied.map((migration) => migration.name)
}

/** In order, as the database lists those that were applied. */
export async function migrationNames(): Promise<string[]> {
  return (await readdir(directory)).map((file) => file.replace(/\.sql$/, '')).sort()
}
