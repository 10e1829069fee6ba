import { createHmac } from 'node:crypto'
import { EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client'
import { Pool } from 'undici'
import { v4 as uuidV4 } from 'uuid'
import { startBenchProduct } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf, toKnow } from './figures.ts'
import { closedLoop, percentile } from './rounds.ts'

const AT_ONCE = 16
const LONGEST_MILLISECONDS = 50

const scales = {
  quick: { events: 5 },
  full: { events: 3_000 },
}

/** How long the payment provider waits for an answer, in all and after the fact was written. */
export const webhook = benchOf(scales, async ({ events }, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startBenchProduct())
  const raw = EventStoreDBClient.connectionString(bench.environment.EVENTSTORE_URL)
  const pool = new Pool(bench.environment.COMMAND_API_URL, { connections: AT_ONCE, pipelining: 1 })
  ends.defer(() => raw.dispose())
  ends.defer(() => pool.close())
  await bench.product.start('stripe')
  await bench.serve('command-api')
  const tell = async () => {
    const { eventId, ...sent } = signed(bench.environment.STRIPE_WEBHOOK_SECRET)
    const { statusCode, body } = await pool.request({ method: 'POST', path: '/api/stripe/webhook', ...sent })
    await body.dump()
    if (statusCode !== 200) throw new Error(`The webhook answered ${statusCode}.`)
    return eventId
  }
  await closedLoop(AT_ONCE, events, tell)
  const figures: BenchFigure[] = []
  for (const clients of [1, AT_ONCE]) {
    const how = clients === 1 ? 'one after the other' : `${clients} at once`
    const answered = new Map<string, number>()
    const { latencies } = await closedLoop(clients, events, async () =>
      answered.set(await tell(), performance.timeOrigin + performance.now()),
    )
    log(`webhook, ${how}`)
    const written = await writtenAt(raw)
    const afterwards = [...answered].map(([id, at]) => at - (written.get(id) ?? Number.NaN))
    const from = `${events} events; in all p50 ${percentile(latencies, 0.5).toFixed(2)} ms, after the fact is written ${percentile(afterwards, 0.5).toFixed(2)} ms`
    figures.push(
      { name: `webhook, ${how}, p99`, value: percentile(latencies, 0.99), ...toKnow('ms'), from },
      {
        name: `webhook, ${how}, after the fact is written, p99`,
        value: percentile(afterwards, 0.99),
        ...atMost('ms', LONGEST_MILLISECONDS),
        from,
      },
    )
  }
  return figures
})

/** In milliseconds, by the clock that all processes share. */
async function writtenAt(raw: EventStoreDBClient): Promise<ReadonlyMap<string, number>> {
  const written = new Map<string, number>()
  for await (const { event } of raw.readAll({ direction: FORWARDS, fromPosition: START, maxCount: Number.MAX_SAFE_INTEGER }))
    if (event?.type === 'StripeEventReceived') written.set(event.streamId.slice('stripeEvent-'.length), event.created.getTime())
  return written
}

/** As large as one about an invoice, signed now. */
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
  return {
    eventId: id,
    body,
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': `t=${seconds},v1=${signature}` },
  }
}
