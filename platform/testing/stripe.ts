import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'
import { freePort } from './free-port.ts'

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

  async function start(): Promise<ChildProcess> {
    const [program = '', ...programArguments] = inject('stripeServer')
    const child = spawn(program, programArguments, {
      env: { ...process.env, ...secrets, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    while (!(await isReady())) {
      if (child.exitCode !== null) throw new Error(`the stand-in for Stripe ended with code ${child.exitCode}`)
      await sleep(25)
    }
    return child
  }

  const isReady = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )

  const child = await start()
  return {
    environment: { ...secrets, STRIPE_API_BASE: url },
    async close() {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
      await rm(directory, { recursive: true, force: true })
    },
  }
}
