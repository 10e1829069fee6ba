import { type SubscriptionEvent, type SubscriptionState, subscription } from '@medicready/domain/billing/subscription'
import { type ExamineeEvent, type ExamineeState, examinee } from '@medicready/domain/exams/examinee'
import { type StudyDayEvent, type StudyDayState, studyDay } from '@medicready/domain/study/study-day'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Vault } from '@medicready/platform/vault/vault'
import { LearnersEvidence } from '@medicready/projector/read-models/readiness/learners-evidence'
import { AccountDays } from './accounts/account-days.ts'
import { type HashEmail, hashEmails } from './accounts/email-hash.ts'
import { MailAllowances } from './accounts/mail-allowances.ts'
import { MailTokens } from './accounts/mail-tokens.ts'
import { Passwords } from './accounts/passwords.ts'
import { Exports } from './accounts/personal-data/exports.ts'
import { AuthenticatorApps } from './accounts/second-factor/authenticator-apps.ts'
import { RecoveryCodes } from './accounts/second-factor/recovery-codes.ts'
import { Tickets } from './accounts/second-factor/tickets.ts'
import { Commands } from './commands.ts'
import { ExamPools } from './exams/exam-pools.ts'
import { RecentStates } from './recent-states.ts'
import { UnsubscribeLinks } from './reminders/unsubscribe-links.ts'
import { QuestionChoice } from './study/question-choice.ts'

/**
 * What use cases need. Each is a function `(parts, command, context) → answer` that names the parts it needs; routes,
 * the worker, webhooks and the command line all call it.
 */
export interface Parts {
  readonly commands: Commands
  readonly eventStore: Pick<EventStore, 'readStream' | 'head'>
  readonly vault: Vault
  readonly accountDays: AccountDays
  readonly sql: Sql
  readonly passwords: Passwords
  readonly tokens: MailTokens
  readonly mailAllowances: MailAllowances
  readonly unsubscribeLinks: UnsubscribeLinks
  readonly tickets: Tickets
  readonly authenticatorApps: AuthenticatorApps
  readonly recoveryCodes: RecoveryCodes
  readonly hashEmail: HashEmail
  readonly exports: Exports
  readonly questionChoice: QuestionChoice
  readonly settledDays: RecentStates<StudyDayState, StudyDayEvent>
  readonly recentSubscriptions: RecentStates<SubscriptionState, SubscriptionEvent>
  readonly recentExaminees: RecentStates<ExamineeState, ExamineeEvent>
  readonly examPools: ExamPools
  readonly learnersEvidence: LearnersEvidence
}

/** As long as a session is remembered. */
export const BEHIND_MILLISECONDS = 10_000

interface Stores {
  readonly eventStore: EventStore
  readonly sql: Sql
  readonly vault: Vault
  readonly passwordMemoryKib?: number | undefined
}

export const partsOver = ({ eventStore, sql, vault, passwordMemoryKib }: Stores): Parts => {
  const commands = new Commands(eventStore)
  const hashEmail = hashEmails(vault)
  const accountDays = new AccountDays(commands)
  vault.onDestroyed({ heard: (userId) => commands.forget(userId), missed: () => commands.forgetAll() })
  return {
    commands,
    eventStore,
    vault,
    accountDays,
    sql,
    passwords: new Passwords(sql, passwordMemoryKib),
    tokens: new MailTokens(sql, vault),
    mailAllowances: new MailAllowances(sql, hashEmail),
    unsubscribeLinks: new UnsubscribeLinks(vault),
    hashEmail,
    exports: new Exports(sql, vault),
    tickets: new Tickets(sql),
    authenticatorApps: new AuthenticatorApps(sql, vault),
    recoveryCodes: new RecoveryCodes(sql, vault),
    questionChoice: new QuestionChoice(sql),
    settledDays: new RecentStates(commands, studyDay),
    recentSubscriptions: new RecentStates(commands, subscription, { behindMilliseconds: BEHIND_MILLISECONDS }),
    recentExaminees: new RecentStates(commands, examinee, { behindMilliseconds: BEHIND_MILLISECONDS }),
    examPools: new ExamPools(sql, commands),
    learnersEvidence: new LearnersEvidence(sql),
  }
}
