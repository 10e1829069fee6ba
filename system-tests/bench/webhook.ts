import { createHmac } from 'node:crypto'
import { EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { Pool } from 'undici'
import { v4 as uuidV4 } from 'uuid'
import { startBenchProduct } from './bench-product.ts'
import type { Figure } from './figures.ts'
import { closedLoop, interleaved, type Load, median, percentile } from './rounds.ts'

export interface WebhookScale {
  readonly rounds: number
  /** Events of each round. */
  readonly events: number
}

const AT_ONCE = 16
/** After the fact is appended, the payment provider has its answer. */
const LONGEST_MILLISECONDS = 50

/**
 * How long the payment provider waits until an event of its is taken, beside appending the fact that comes of it with
 * the official client.
 */
export async function benchWebhook({ rounds, events }: WebhookScale, log: (line: string) => void): Promise<Figure[]> {
  const bench = await startBenchProduct()
  const raw = EventStoreDBClient.connectionString(bench.eventStoreUrl)
  const pool = new Pool(bench.address('command-api'), { connections: AT_ONCE, pipelining: 1 })
  try {
    await bench.product.start('event-store', 'stripe')
    await bench.product.runSetup()
    await bench.product.start('command-api')
    const secret = bench.product.environment.STRIPE_WEBHOOK_SECRET ?? ''
    const tell = async () => {
      const { statusCode, body } = await pool.request({ method: 'POST', path: '/api/stripe/webhook', ...signed(secret) })
      await body.dump()
      if (statusCode !== 200) throw new Error(`The webhook answered ${statusCode}.`)
    }
    const append = () => {
      const [eventId, now] = [uuidV4(), new Date().toISOString()]
      const data = { eventId, kind: 'invoice.paid', objectKind: 'invoice', objectId: `in_${eventId}`, happenedAt: now }
      const metadata = {
        commandId: eventId,
        correlationId: eventId,
        causationId: eventId,
        actorId: 'visitor',
        occurredAt: now,
        schemaVersion: '1',
      }
      return raw.appendToStream(`stripeEvent-${eventId}`, jsonEvent({ type: 'StripeEventReceived', data, metadata }), {
        expectedRevision: NO_STREAM,
      })
    }
    for (const work of [tell, append]) await closedLoop(AT_ONCE, events, work)
    const figures: Figure[] = []
    for (const clients of [1, AT_ONCE]) {
      const loads = await interleaved(
        rounds,
        { ours: () => closedLoop(clients, events, tell), raw: () => closedLoop(clients, events, append) },
        (line) => log(`webhook, ${clients} at once: ${line}`),
      )
      figures.push(...figuresOf(clients === 1 ? 'one after the other' : `${clients} at once`, loads))
    }
    return figures
  } finally {
    await pool.close()
    await raw.dispose()
    await bench.stop()
  }
}

function figuresOf(how: string, { ours, raw }: Record<'ours' | 'raw', Load[]>): Figure[] {
  return [0.5, 0.99].map((share) => {
    const of = (loads: readonly Load[]) => median(loads.map(({ latencies }) => percentile(latencies, share)))
    return {
      name: `webhook, ${how}, p${share * 100}`,
      value: of(ours),
      unit: 'ms',
      better: 'lower',
      required: share === 0.99 ? LONGEST_MILLISECONDS : null,
      aim: null,
      from: `raw append ${of(raw).toFixed(2)} ms, ${ours.length} rounds of ${ours[0]?.latencies.length ?? 0}`,
    }
  })
}

/** An event of its own, as large as one about an invoice, signed now. */
function signed(secret: string) {
  const id = `evt_${uuidV4()}`
  const lines = Array.from({ length: 3 }, (_, index) => ({
    id: `il_${index}`,
    object: 'line_item',
    amount: 1200,
    metadata: { text: 'x'.repeat(600) },
  }))
  const object = { id: `in_${id}`, object: 'invoice', amount_paid: 1200, currency: 'usd', lines: { object: 'list', data: lines } }
  const seconds = Math.floor(Date.now() / 1000)
  const body = JSON.stringify({ id, object: 'event', type: 'invoice.paid', created: seconds, data: { object } }, null, 2)
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { body, headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${seconds},v1=${signature}` } }
}
