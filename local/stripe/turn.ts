import Stripe from 'stripe'
import { newId } from './ids.ts'
import type { Kind, Kinds, KindWithNotes, Notes } from './kinds.ts'
import { missing } from './refusals.ts'
import type { Storage } from './storage.ts'

export const SERVER_OFFSET = 'server-clock-offset'

/** Seconds, by the clock of the server: the wall clock and how far it was moved forward. */
export const serverNow = (storage: Storage): number => Math.floor(Date.now() / 1000) + storage.figure(SERVER_OFFSET)

interface Options {
  readonly storage: Storage
  /** Where people reach the hosted pages. */
  readonly address: string
  /** Delays of event deliveries, in milliseconds; none are sent if it is empty. */
  readonly deliveriesOf: (event: string) => readonly number[]
  /** What happens by itself happens at its time, however late that is noticed. */
  readonly at?: number
  readonly request?: Stripe.Event.Request
}

/**
 * One transaction: a request, or something that became due. What it saves and the events of it are written together.
 */
export class Turn {
  readonly storage: Storage
  readonly address: string
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
    this.storage = options.storage
    this.address = options.address
  }

  /** Seconds, by the clock that a customer's time passes by. */
  now(customer?: string | null): number {
    if (this.#options.at !== undefined) return this.#options.at
    const clock = customer && this.storage.find('customer', customer)?.test_clock
    if (typeof clock === 'string') return this.get('test_helpers.test_clock', clock).frozen_time
    return serverNow(this.storage)
  }

  find<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.storage.find(kind, id)
  }

  /** @throws Refusal as Stripe's when there is none; `param` says which parameter named it */
  get<K extends Kind>(kind: K, id: string, param?: string): Kinds[K] {
    const found = this.storage.find(kind, id)
    if (!found) throw missing(kind, id, param)
    return found
  }

  save<Saved extends Kinds[Kind]>(object: Saved): Saved {
    this.storage.save(object)
    return object
  }

  note<K extends KindWithNotes>(kind: K, id: string, notes: Notes[K]): void {
    this.storage.note(kind, id, notes)
  }

  notes<K extends KindWithNotes>(kind: K, id: string): Notes[K] {
    const notes = this.storage.notes(kind, id)
    if (!notes) throw missing(kind, id)
    return notes
  }

  /** Writes an event of this type; an update says what stood there before. */
  emit(type: Stripe.Event.Type, object: Kinds[Kind], before?: Kinds[Kind]): void {
    const customer = 'customer' in object && typeof object.customer === 'string' ? object.customer : null
    const event: Stripe.EventBase = {
      id: newId('evt'),
      object: 'event',
      api_version: Stripe.API_VERSION,
      created: this.now(customer),
      data: { object, ...(before && { previous_attributes: changedFrom(before, object) }) },
      livemode: false,
      pending_webhooks: 0,
      request: this.#options.request ?? null,
      type,
    }
    this.save(event)
    for (const milliseconds of this.#options.deliveriesOf(event.id)) this.storage.addDelivery(event.id, Date.now() + milliseconds)
  }

  /** Saves an object that was changed and says so; one that stayed as it was is passed over. */
  update<K extends Kind>(type: Stripe.Event.Type, before: Kinds[K], after: Kinds[K]): Kinds[K] {
    if (JSON.stringify(before) === JSON.stringify(after)) return after
    this.save(after)
    this.emit(type, after, before)
    return after
  }
}

function changedFrom(before: object, after: object): object {
  const now = new Map(Object.entries(after))
  return Object.fromEntries(Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(now.get(key))))
}

/** The id of something that Stripe's types allow to be expanded; what is kept is never expanded. */
export const idOf = (reference: string | { id: string }): string => (typeof reference === 'string' ? reference : reference.id)
export const idOrNull = (reference: string | { id: string } | null | undefined): string | null => (reference ? idOf(reference) : null)

/** A list within an object. */
export const listOf = <Item>(data: Item[], url: string): Stripe.ApiList<Item> => ({ object: 'list', data, has_more: false, url })
