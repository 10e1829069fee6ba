import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { localEnvironment } from './local-environment.ts'

/** Runs an operator's command with the settings of `npm start`, as the projector or as the worker. */
const [file = '', ...rest] = process.argv.slice(2)
const { root, shared, databases } = localEnvironment()
// An export appends a fact.
const POSTGRES_URL = databases.urlOf(file.startsWith('projector/') && file !== 'projector/export.ts' ? 'projector' : 'worker')
const { status } = spawnSync(process.execPath, [join(root, file), ...rest], {
  stdio: 'inherit',
  env: { ...process.env, ...shared, POSTGRES_URL },
})
process.exit(status ?? 1)
