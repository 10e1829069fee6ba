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
import { RecentTiers } from './billing/recent-tiers.ts'
import { Commands } from './commands.ts'
import { ExamPools } from './exams/exam-pools.ts'
import { OpenExams } from './exams/open-exams.ts'
import { UnsubscribeLinks } from './reminders/unsubscribe-links.ts'
import { DaysBefore } from './study/days-before.ts'
import { QuestionChoice } from './study/question-choice.ts'

/**
 * What use cases reach. Each is a function `(parts, command, context) → Outcome` that names the parts it needs; routes,
 * the worker, webhooks and the command line call the same one.
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
  readonly daysBefore: DaysBefore
  readonly recentTiers: RecentTiers
  readonly examPools: ExamPools
  readonly openExams: OpenExams
  readonly learnersEvidence: LearnersEvidence
}

export const partsOver = ({ eventStore, sql, vault }: { eventStore: EventStore; sql: Sql; vault: Vault }): Parts => {
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
    passwords: new Passwords(sql),
    tokens: new MailTokens(sql, vault),
    mailAllowances: new MailAllowances(sql, hashEmail),
    unsubscribeLinks: new UnsubscribeLinks(vault),
    hashEmail,
    exports: new Exports(sql, vault),
    tickets: new Tickets(sql),
    authenticatorApps: new AuthenticatorApps(sql, vault),
    recoveryCodes: new RecoveryCodes(sql, vault),
    questionChoice: new QuestionChoice(sql),
    daysBefore: new DaysBefore(commands, accountDays),
    recentTiers: new RecentTiers(commands),
    examPools: new ExamPools(sql, commands),
    openExams: new OpenExams(commands),
    learnersEvidence: new LearnersEvidence(sql),
  }
}
