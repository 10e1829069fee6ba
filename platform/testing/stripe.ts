import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { freePort } from './free-port.ts'
import { answers, startProgram } from './program.ts'

declare module 'vitest' {
  interface ProvidedContext {
    stripeServer: string[]
  }
}

export interface TestStripe {
  readonly environment: { readonly STRIPE_SECRET_KEY: string; readonly STRIPE_WEBHOOK_SECRET: string; readonly STRIPE_API_BASE: string }
  close(): Promise<void>
}

const secrets = { STRIPE_SECRET_KEY: 'sk_test_of_tests_of_tests', STRIPE_WEBHOOK_SECRET: 'whsec_of_tests_of_tests' }

export async function startTestStripe(): Promise<TestStripe> {
  const directory = await mkdtemp(join(tmpdir(), 'medicready-stripe-'))
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const settings = { DATA_DIR: directory, STRIPE_PORT: String(port), STRIPE_WEBHOOK_URL: 'http://127.0.0.1:9' }

  const stripe = await startProgram(inject('stripeServer'), { ...secrets, ...settings }, () => answers(`${url}/health`))
  return {
    environment: { ...secrets, STRIPE_API_BASE: url },
    async close() {
      await stripe.end()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
