import { createHash, createHmac } from 'node:crypto'
import type { Delivery, Storage } from './storage.ts'

export interface Endpoint {
  readonly url: string
  /** By which it knows that an event is from here: `whsec_…`. */
  readonly secret: string
}

/** How unsound the way is to whom events are delivered. */
export interface Disorder {
  /** The share of events that are delivered twice, and of those that are delivered later than others after them. */
  readonly chance: number
  /** The same seed lets the same happen to the same event. */
  readonly seed: string
}

const AT_ONCE = 8
const PATIENCE_MILLISECONDS = 10_000
const FIRST_PAUSE_MILLISECONDS = 250
const LONGEST_PAUSE_MILLISECONDS = 60_000
/** How much later than it could an event out of order is delivered. */
const LATER_MILLISECONDS = 400

/** When the deliveries of a new event are due, as times from now. */
export function deliveriesOf(event: string, disorder: Disorder): number[] {
  const first = chanceOf(disorder, event, 'order') < disorder.chance ? LATER_MILLISECONDS : 0
  return chanceOf(disorder, event, 'double') < disorder.chance ? [first, first + LATER_MILLISECONDS] : [first]
}

/** A number from 0 to 1 that is always the same for an event. */
function chanceOf({ seed }: Disorder, event: string, of: string): number {
  return createHash('sha256').update(`${seed} ${of} ${event}`).digest().readUInt32BE() / 2 ** 32
}

/** The signature over what is sent and when, as Stripe's SDK checks it. */
export function signatureOf(payload: string, secret: string, seconds: number): string {
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${payload}`).digest('hex')}`
}

/**
 * Delivers the events that wait, each until it was taken with a status of 2xx. What waits is on the disk: it goes on
 * after a restart, and an event whose answer did not arrive is delivered once more.
 */
export class Webhooks {
  readonly #storage: Storage
  readonly #endpoint: Endpoint
  readonly #underWay = new Set<number>()
  readonly #ended = new AbortController()
  #timer: NodeJS.Timeout | undefined

  constructor(storage: Storage, endpoint: Endpoint) {
    this.#storage = storage
    this.#endpoint = endpoint
  }

  /** Looks for what is to be delivered now, and when to look again. */
  wake(): void {
    if (this.#ended.signal.aborted) return
    clearTimeout(this.#timer)
    const waiting = this.#storage.deliveries(AT_ONCE * 2).filter(({ id }) => !this.#underWay.has(id))
    const now = Date.now()
    for (const delivery of waiting) {
      if (this.#underWay.size >= AT_ONCE) return
      if (delivery.due <= now) void this.#deliver(delivery)
    }
    const next = waiting.find(({ due }) => due > now)
    if (next) this.#timer = setTimeout(() => this.wake(), Math.min(next.due - now, LONGEST_PAUSE_MILLISECONDS))
  }

  close(): void {
    this.#ended.abort()
    clearTimeout(this.#timer)
  }

  async #deliver(delivery: Delivery): Promise<void> {
    this.#underWay.add(delivery.id)
    const taken = await this.#send(delivery.event)
    this.#underWay.delete(delivery.id)
    if (this.#ended.signal.aborted) return
    if (taken) this.#storage.removeDelivery(delivery.id)
    else this.#postpone(delivery, Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** delivery.attempts, LONGEST_PAUSE_MILLISECONDS))
    this.wake()
  }

  #postpone({ id, attempts }: Delivery, milliseconds: number): void {
    this.#storage.postponeDelivery(id, attempts + 1, Date.now() + milliseconds)
  }

  async #send(id: string): Promise<boolean> {
    const event = this.#storage.find('event', id)
    if (!event) return true
    const payload = JSON.stringify({ ...event, pending_webhooks: 1 }, null, 2)
    try {
      const response = await fetch(this.#endpoint.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
          'stripe-signature': signatureOf(payload, this.#endpoint.secret, Math.floor(Date.now() / 1000)),
        },
        body: payload,
        redirect: 'manual',
        signal: AbortSignal.any([this.#ended.signal, AbortSignal.timeout(PATIENCE_MILLISECONDS)]),
      })
      await response.arrayBuffer()
      return response.ok
    } catch {
      return false
    }
  }
}
