import type { Recorded } from '@medicready/domain/event'
import type { FactOf, FactType } from '@medicready/domain/events'

/**
 * What the worker does when something has happened. It may run again for the same fact, after a crash or from the
 * beginning of the log: it must find out by itself what is done already, or of no use any more.
 */
export interface Reaction<Parts> {
  /** Under which its checkpoint is kept. */
  readonly name: string
  /**
   * How many facts it may be at work on at the same time; one where left out. Facts that wait for somebody outside,
   * such as a mail server, hold up fewer of the others then.
   */
  readonly atOnce?: number
  readonly on: { readonly [Type in FactType]?: (fact: Recorded<FactOf<Type>>, parts: Parts) => Promise<void> }
}

/** What the worker does at certain times. */
export interface Job<Parts> {
  /** Under which its runs are recorded. */
  readonly name: string
  /** A cron expression, in the time zone of the machine. */
  readonly schedule: string
  /** Whether it runs when a worker takes up its work too. */
  readonly atStart?: true
  /** What it answers is recorded. It ends early when the parts' signal is aborted. */
  readonly run: (parts: Parts) => Promise<unknown>
}

export const defineReaction = <Parts>(reaction: Reaction<Parts>): Reaction<Parts> => reaction
export const defineJob = <Parts>(job: Job<Parts>): Job<Parts> => job

/**
 * Thrown by a reaction that cannot be carried out now for a reason of its own: it is put aside and tried again later,
 * and those behind it go on.
 */
export class NotNow extends Error {
  override readonly name = 'NotNow'
}
