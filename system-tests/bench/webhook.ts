import { createHmac } from 'node:crypto'
import { EventStoreDBClient, FORWARDS, jsonEvent, NO_STREAM, START } from '@eventstore/db-client'
import { Pool } from 'undici'
import { v4 as uuidV4 } from 'uuid'
import { startBenchProduct } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf, toKnow } from './figures.ts'
import { closedLoop, interleaved, median, percentile } from './rounds.ts'

const AT_ONCE = 16
const LONGEST_MILLISECONDS = 50

const scales = {
  quick: { rounds: 1, events: 5 },
  full: { rounds: 3, events: 1_000 },
}

/**
 * How long the payment provider waits for an answer, beside appending the resulting fact with the official client; and
 * of both, how long after the fact was written.
 */
export const webhook = benchOf(scales, async ({ rounds, events }, log, ends): Promise<BenchFigure[]> => {
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
  const append = async () => {
    const [eventId, now] = [`evt_${uuidV4()}`, new Date().toISOString()]
    const data = { eventId, kind: 'invoice.paid', objectKind: 'invoice', objectId: `in_${eventId}`, happenedAt: now }
    const ids = { commandId: eventId, correlationId: eventId, causationId: eventId, actorId: 'visitor' }
    const event = jsonEvent({ type: 'StripeEventReceived', data, metadata: { ...ids, occurredAt: now, schemaVersion: '1' } })
    await raw.appendToStream(`stripeEvent-${eventId}`, event, { expectedRevision: NO_STREAM })
    return eventId
  }
  for (const work of [tell, append]) await closedLoop(AT_ONCE, events, work)
  const figures: BenchFigure[] = []
  for (const clients of [1, AT_ONCE]) {
    const timed = (work: () => Promise<string>) => async () => {
      const answered = new Map<string, number>()
      const load = await closedLoop(clients, events, async () => {
        const eventId = await work()
        answered.set(eventId, performance.timeOrigin + performance.now())
      })
      return { load, answered }
    }
    const measured = await interleaved(rounds, { ours: timed(tell), raw: timed(append) }, (line) =>
      log(`webhook, ${clients} at once: ${line}`),
    )
    const written = await writtenAt(raw)
    const told = (of: typeof measured.ours): Told[] =>
      of.map(({ load, answered }) => ({
        inAll: load.latencies,
        afterwards: [...answered].map(([id, at]) => at - (written.get(id) ?? Number.NaN)),
      }))
    const how = clients === 1 ? 'one after the other' : `${clients} at once`
    figures.push(...figuresOf(how, { ours: told(measured.ours), raw: told(measured.raw) }))
  }
  return figures
})

interface Told {
  readonly inAll: readonly number[]
  readonly afterwards: readonly number[]
}

/** In milliseconds, by the clock that all processes share. */
async function writtenAt(raw: EventStoreDBClient): Promise<ReadonlyMap<string, number>> {
  const written = new Map<string, number>()
  for await (const { event } of raw.readAll({ direction: FORWARDS, fromPosition: START, maxCount: Number.MAX_SAFE_INTEGER }))
    if (event?.type === 'StripeEventReceived') written.set(event.streamId.slice('stripeEvent-'.length), event.created.getTime())
  return written
}

function figuresOf(how: string, { ours, raw }: Record<'ours' | 'raw', readonly Told[]>): BenchFigure[] {
  const figure = (name: string, part: keyof Told, share: number, bounds: ReturnType<typeof toKnow>): BenchFigure => {
    const of = (rounds: readonly Told[]) => median(rounds.map((told) => percentile(told[part], share)))
    return {
      name: `webhook, ${how}${name}, p${share * 100}`,
      value: of(ours),
      ...bounds,
      from: `raw append ${of(raw).toFixed(2)} ms, ${ours.length} rounds of ${ours[0]?.inAll.length ?? 0}`,
    }
  }
  return [
    figure('', 'inAll', 0.5, toKnow('ms')),
    figure('', 'inAll', 0.99, atMost('ms', null, LONGEST_MILLISECONDS)),
    figure(', after the fact is written', 'afterwards', 0.5, toKnow('ms')),
    figure(', after the fact is written', 'afterwards', 0.99, atMost('ms', LONGEST_MILLISECONDS)),
  ]
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
