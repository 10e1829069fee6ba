import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readEnvironment, settings } from '@medicready/platform/environment'
import { z } from 'zod'
import { localSettings } from './local-settings.ts'
import { addressesOf } from './parts.ts'
import { serviceDatabases } from './service-databases.ts'

const schema = z.object({
  MASTER_KEY: z.string().min(1),
  SESSION_SECRET: z.string().min(32),
  POSTGRES_PASSWORD: z.string().min(1),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
})

type Secrets = z.infer<typeof schema>

const ofTheStandIn = () => ({
  STRIPE_SECRET_KEY: `sk_test_${randomBytes(24).toString('hex')}`,
  STRIPE_WEBHOOK_SECRET: `whsec_${randomBytes(24).toString('hex')}`,
})

/** Made at the first start, readable by the owner only. Throws when they are missing while data depends on them. */
export function machineSecrets(directory: string): Secrets {
  const file = join(directory, 'secrets.json')
  if (existsSync(file)) return keptSecrets(file, directory)
  if (existsSync(join(directory, 'postgres'))) {
    throw new Error(
      `${file} is missing, and the data cannot be read without it: restore it from a backup, or remove ${directory} to start over.`,
    )
  }
  const secrets = {
    MASTER_KEY: randomBytes(32).toString('base64'),
    SESSION_SECRET: randomBytes(48).toString('base64url'),
    POSTGRES_PASSWORD: randomBytes(24).toString('base64url'),
    ...ofTheStandIn(),
  }
  write(file, secrets)
  return secrets
}

/** Files from before the Stripe stand-in get its secrets. */
function keptSecrets(file: string, directory: string): Secrets {
  const { secrets, isComplete } = read(file, directory)
  if (!isComplete) write(file, secrets)
  return secrets
}

function read(file: string, directory: string): { secrets: Secrets; isComplete: boolean } {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'))
    const secrets = schema.parse({ ...ofTheStandIn(), ...Object(kept) })
    return { secrets, isComplete: schema.safeParse(kept).success }
  } catch (error) {
    throw new Error(`${file} cannot be read: restore it from a backup, or remove ${directory} to start over.`, { cause: error })
  }
}

function write(file: string, secrets: Secrets): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  renameSync(`${file}.new`, file)
}

const { LOG_LEVEL, PUBLIC_URL, TRUSTED_PROXIES, EDGE_PORT, EDGE_HEALTH_PORT } = settings
const { COMMAND_API_PORT, READ_API_PORT, PROJECTOR_PORT, WORKER_PORT } = settings
const servicePorts = { EDGE_PORT, EDGE_HEALTH_PORT, COMMAND_API_PORT, READ_API_PORT, PROJECTOR_PORT, WORKER_PORT }
const machineSettings = { ...localSettings, ...servicePorts, LOG_LEVEL, PUBLIC_URL, TRUSTED_PROXIES }

/** From the environment, `.env`, the machine's secrets, and defaults. Exits with code 1 if invalid. */
export function localEnvironment() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'))
  const local = readEnvironment(machineSettings)
  const directory = resolve(root, local.DATA_DIR)
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const secrets = secretsOrExit(directory)
  const given = process.env
  const addresses = addressesOf(local, { host: local.SERVICE_HOST, postgresPassword: secrets.POSTGRES_PASSWORD })
  const stripe = given.STRIPE_SECRET_KEY ? given : { ...secrets, STRIPE_API_BASE: addresses.STRIPE_API_BASE }
  const shared = {
    ...addresses,
    NODE_ENV: 'production',
    DATA_DIR: directory,
    HOST: local.HOST,
    PUBLIC_URL: given.PUBLIC_URL || addresses.PUBLIC_URL,
    EVENTSTORE_URL: given.EVENTSTORE_URL || addresses.EVENTSTORE_URL,
    POSTGRES_URL: given.POSTGRES_URL || addresses.POSTGRES_URL,
    EXPORT_DIRECTORY: given.EXPORT_DIRECTORY || join(directory, 'export'),
    SMTP_URL: given.SMTP_URL || addresses.SMTP_URL,
    STRIPE_SECRET_KEY: stripe.STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: stripe.STRIPE_WEBHOOK_SECRET,
    STRIPE_API_BASE: stripe.STRIPE_API_BASE,
    PUSH_SERVICE_URL: given.PUSH_SERVICE_URL || (local.PUSH_PORT ? `http://127.0.0.1:${local.PUSH_PORT}` : undefined),
    MASTER_KEY: given.MASTER_KEY || secrets.MASTER_KEY,
    SESSION_SECRET: given.SESSION_SECRET || secrets.SESSION_SECRET,
  }
  return { root, directory, settings: local, secrets, shared, databases: serviceDatabases(shared.POSTGRES_URL, given) }
}

function secretsOrExit(directory: string): Secrets {
  try {
    return machineSecrets(directory)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}
