/**
 * A stand-in for Stripe on one machine: it answers Stripe's SDK over HTTP with what it knows of Stripe, and keeps it
 * in a SQLite file. What it has answered survives the death of this process. README.md says what it has and what it
 * has not.
 *
 * It takes no money and no card but Stripe's test cards, and listens on the loopback address only. Exits with 1 and
 * one line on stderr when it cannot start; stops on SIGTERM and SIGINT.
 */
import { join } from 'node:path'
import { z } from 'zod'
import { AddressInUse, startStripe } from './start.ts'

const settings = z.object({
  DATA_DIR: z.string().min(1),
  STRIPE_PORT: z.coerce.number().int().min(1).max(65_535).default(12_111),
  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_DISORDER: z.coerce.number().min(0).max(1).default(0.1),
  STRIPE_SEED: z.string().default('1'),
  /** Where events are sent. */
  STRIPE_WEBHOOK_URL: z.url({ protocol: /^https?$/ }),
})

const { data: environment, error } = settings.safeParse(process.env)
if (environment) await main(environment)
else {
  console.error(`The stand-in for Stripe cannot start:\n${z.prettifyError(error)}`)
  process.exit(1)
}

async function main(environment: z.infer<typeof settings>): Promise<void> {
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
    console.error(`The stand-in for Stripe cannot start: ${faultOf(error, environment.STRIPE_PORT)}`)
    process.exit(1)
  }
}

function faultOf(error: unknown, port: number): string {
  if (error instanceof AddressInUse) return `port ${port} is taken. Set STRIPE_PORT to another one.`
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
