/**
 * A stand-in for Stripe on one machine: it answers Stripe's SDK over HTTP with what it knows of Stripe, and keeps it
 * in a SQLite file. What it has answered survives the death of this process. README.md says what it has and what it
 * has not.
 *
 * It takes no money and no card but Stripe's test cards, and listens on the loopback address only. Exits with 1 and
 * one line on stderr when it cannot start; stops on SIGTERM and SIGINT.
 */
import { join } from 'node:path'
import { readEnvironment, settings } from '@medicready/platform/environment'
import { z } from 'zod'
import { localSettings } from '../local-settings.ts'
import { AddressInUse, startStripe } from './start.ts'

const environment = readEnvironment({
  DATA_DIR: localSettings.DATA_DIR,
  STRIPE_PORT: localSettings.STRIPE_PORT,
  STRIPE_SECRET_KEY: settings.STRIPE_SECRET_KEY,
  STRIPE_WEBHOOK_SECRET: settings.STRIPE_WEBHOOK_SECRET,
  STRIPE_DISORDER: localSettings.STRIPE_DISORDER,
  STRIPE_SEED: localSettings.STRIPE_SEED,
  // Of whoever starts it: where the product takes events.
  STRIPE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }),
})

await main()

async function main(): Promise<void> {
  try {
    const stripe = await startStripe({
      port: environment.STRIPE_PORT,
      directory: join(environment.DATA_DIR, 'stripe'),
      secretKey: environment.STRIPE_SECRET_KEY,
      endpoint: { url: environment.STRIPE_WEBHOOK_URL, secret: environment.STRIPE_WEBHOOK_SECRET },
      disorder: { chance: environment.STRIPE_DISORDER, seed: environment.STRIPE_SEED },
    })
    stopOnSignal(stripe.close)
    console.log(`The stand-in for Stripe is ready at ${stripe.url}`)
  } catch (error) {
    console.error(`The stand-in for Stripe cannot start: ${faultOf(error)}`)
    process.exit(1)
  }
}

function faultOf(error: unknown): string {
  if (error instanceof AddressInUse) return `port ${environment.STRIPE_PORT} is taken. Set STRIPE_PORT to another one.`
  return error instanceof Error ? error.message : String(error)
}

/** A second signal ends the process at once. */
function stopOnSignal(close: () => Promise<void>): void {
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    void close().then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}
