import type { Recorded } from '@medicready/domain/event'
import type { FactOf, FactType } from '@medicready/domain/events'
import type { Logger } from '@medicready/platform/logger'
import type { Mailer } from '@medicready/platform/mail/mailer'
import type { Pace } from '@medicready/platform/mail/pace'
import type { Payments } from '@medicready/platform/payments/payments'
import type { PushSender } from '@medicready/platform/push/push-sender'
import type { Clock } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { Authoring } from '../questions/authoring/authoring.ts'

/** What the worker's processes reach. */
export interface WorkerParts extends Parts {
  readonly clock: Clock
  readonly logger: Logger
  readonly mailer: Mailer
  readonly payments: Payments
  readonly pushes: Pick<PushSender, 'send'>
  /** Where links in mails lead. */
  readonly publicUrl: string
  /** How fast mails go out that many get at the same time. */
  readonly reminderPace: Pace
  /** Of the sender, as reminders name it; null where none is set. */
  readonly postalAddress: string | null
  /** Where the read API tells how the others are. */
  readonly readApiUrl: string
  /** Null where no model is connected. */
  readonly authoring: Authoring | null
  /** Aborted when the worker stops, or has lost its lease. */
  readonly signal: AbortSignal
}

/**
 * What the worker does when something has happened. It may run again for the same fact, after a crash or from the
 * beginning of the log: it must find out by itself what is done already, or of no use any more.
 */
export interface Reaction<Parts> {
  /** Under which its checkpoint is kept. */
  readonly name: string
  /**
   * How many facts it may be at work on at the same time; one where left out. Facts that wait for someone outside, such
   * as a mail server, hold up fewer of the others then.
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

/** What a room has the worker do. */
export interface Processes {
  readonly reactions: readonly Reaction<WorkerParts>[]
  readonly jobs: readonly Job<WorkerParts>[]
}

/** One slow recipient does not hold up the others. */
export const MAILS_AT_ONCE = 5
/** Half of the connections to the mail server: the rest is for mails that a person waits for. */
export const REMINDERS_AT_ONCE = 10
/** Most of them wait for a read model to show an answer. */
export const ANSWERS_AT_ONCE = 10

/**
 * Thrown by a reaction that cannot be carried out now for a reason of its own: it is put aside and tried again later,
 * and those behind it go on.
 */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
}
