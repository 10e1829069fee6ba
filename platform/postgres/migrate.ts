import { fileURLToPath } from 'node:url'
import { runner } from 'node-pg-migrate'
import { grantRoles, type RolePasswords } from './roles.ts'

const directory = fileURLToPath(new URL('migrations', import.meta.url))

/**
 * Brings the schemas that hold no read models (auth, vault, pictures, projector, worker) to the current version, and
 * the grants with them. Several processes may call it at once: they take turns. Answers the names of the migrations
 * that ran.
 */
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
