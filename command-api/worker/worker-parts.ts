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
