import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { SECRET_KEY, sdkAt } from './own-stripe.ts'

export const WEBHOOK_SECRET = 'whsec_of_tests_of_tests'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  if (address === null || typeof address === 'string') throw new Error('There is no free port.')
  return address.port
}

/** The stand-in as a process that can be killed, and Stripe's SDK to ask it with. */
export async function startOwnProcess({ webhookUrl = 'http://127.0.0.1:9', disorder = 0 } = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'stripe-stand-in-'))
  const port = await freePort()
  const settings = {
    DATA_DIR: directory,
    STRIPE_PORT: String(port),
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
    STRIPE_WEBHOOK_URL: webhookUrl,
    STRIPE_DISORDER: String(disorder),
  }
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health`).then(
      ({ ok }) => ok,
      () => false,
    )

  async function start() {
    const started = spawn(process.execPath, [fileURLToPath(new URL('../server.ts', import.meta.url))], {
      env: { ...process.env, ...settings },
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    while (!(await isReady())) {
      if (started.exitCode !== null) throw new Error(`The stand-in ended with code ${started.exitCode}.`)
      await sleep(25)
    }
    return started
  }

  async function end(signal: NodeJS.Signals) {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }

  let child = await start()
  return {
    stripe: sdkAt(port, 5),
    async killAndRestart() {
      await end('SIGKILL')
      child = await start()
    },
    async close() {
      await end('SIGTERM')
      await rm(directory, { recursive: true, force: true })
    },
  }
}
