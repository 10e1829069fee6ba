import type { FactType, RecordedFact } from '@medicready/domain/events'
import type { Clock } from '@medicready/platform/clock'
import type { Logger } from '@medicready/platform/logger'
import type { Mailer, Pace } from '@medicready/platform/mail/mailer'
import type { Payments } from '@medicready/platform/payments/payments'
import type { PushSender } from '@medicready/platform/push/push-sender'
import type { Dependencies } from '../dependencies.ts'
import type { Authoring } from '../questions/authoring/authoring.ts'

export interface WorkerDeps extends Dependencies {
  readonly clock: Clock
  readonly logger: Logger
  readonly mailer: Mailer
  readonly payments: Payments
  readonly pushes: Pick<PushSender, 'send'>
  readonly publicUrl: string
  readonly reminderPace: Pace
  readonly postalAddress: string | null
  readonly readApiUrl: string
  readonly authoring: Authoring | null
  readonly signal: AbortSignal
}

export type JobDeps = Pick<WorkerDeps, 'commands' | 'sql' | 'clock' | 'signal'>
export type MailDeps = Pick<WorkerDeps, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>

/** May run again for the same fact, so it must check what is already done. */
export interface Reaction<Deps> {
  readonly name: string
  /** How many facts may be handled at once (default 1), for reactions that wait for something external. */
  readonly atOnce?: number
  readonly on: { readonly [Type in FactType]?: (fact: RecordedFact<Type>, deps: Deps) => Promise<void> }
}

export interface Job<Deps> {
  readonly name: string
  /** Cron, in the time zone of the machine. */
  readonly schedule: string
  readonly atStart?: true
  /** The result is recorded. It ends early when the signal is aborted. */
  readonly run: (deps: Deps) => Promise<unknown>
}

export interface Processes {
  readonly reactions: readonly Reaction<WorkerDeps>[]
  readonly jobs: readonly Job<WorkerDeps>[]
}

/** One slow recipient does not hold up the others. */
export const MAILS_AT_ONCE = 5
/** Half of the connections to the mail server; the rest is for mails that a person waits for. */
export const REMINDERS_AT_ONCE = 10
/** Most of them wait for a read model to show an answer. */
export const ANSWERS_AT_ONCE = 10

/** Thrown when a fact cannot be handled now; it is retried later, and those behind it continue. */
export class RetryLater extends Error {
  override readonly name = 'RetryLater'
}
