import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const schema = z.object({
  MASTER_KEY: z.string().min(1),
  SESSION_SECRET: z.string().min(32),
  POSTGRES_PASSWORD: z.string().min(1),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
})

export type Secrets = z.infer<typeof schema>

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
      `${file} is missing, and the data cannot be read without it: put it back from a copy, or remove ${directory} to begin anew.`,
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
    throw new Error(`${file} cannot be read: put it back from a copy, or remove ${directory} to begin anew.`, { cause: error })
  }
}

/** Durable before anything is encrypted with them, and never partial. */
function write(file: string, secrets: Secrets): void {
  const draft = openSync(`${file}.new`, 'w', 0o600)
  writeSync(draft, `${JSON.stringify(secrets, null, 2)}\n`)
  fsyncSync(draft)
  closeSync(draft)
  renameSync(`${file}.new`, file)
}
