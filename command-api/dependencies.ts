import { type SubscriptionEvent, type SubscriptionState, subscriptionAggregate } from '@medicready/domain/billing/subscription'
import type { Aggregate } from '@medicready/domain/core/decider'
import type { Fact } from '@medicready/domain/events'
import { type ExamineeEvent, type ExamineeState, examineeAggregate } from '@medicready/domain/exams/examinee'
import { type StudyDayEvent, type StudyDayState, studyDayAggregate } from '@medicready/domain/study/study-day'
import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Vault } from '@medicready/platform/vault/vault'
import { ChangedGuidelines } from '@medicready/projector/read-models/questions/guideline-queries'
import { LearnersEvidence } from '@medicready/projector/read-models/readiness/learners-evidence'
import { LRUCache } from 'lru-cache'
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
import { UnsubscribeLinks } from './reminders/unsubscribe-links.ts'
import { QuestionChoice } from './study/question-choice.ts'

/** What use cases need; each is a function `(deps, command, context) → answer` that names those it needs. */
export interface Dependencies {
  readonly commands: Commands
  readonly eventStore: Pick<EventStore, 'readStream' | 'head' | 'replay'>
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
  readonly changedGuidelines: ChangedGuidelines
}

export const BEHIND_MILLISECONDS = 10_000

interface Stores {
  readonly eventStore: EventStore
  readonly sql: Sql
  readonly vault: Vault
  readonly passwordMemoryKib?: number | undefined
}

export const dependenciesOver = ({ eventStore, sql, vault, passwordMemoryKib }: Stores): Dependencies => {
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
    settledDays: new RecentStates(commands, studyDayAggregate),
    recentSubscriptions: new RecentStates(commands, subscriptionAggregate, { behindMilliseconds: BEHIND_MILLISECONDS }),
    recentExaminees: new RecentStates(commands, examineeAggregate, { behindMilliseconds: BEHIND_MILLISECONDS }),
    examPools: new ExamPools(sql, commands),
    learnersEvidence: new LearnersEvidence(sql),
    changedGuidelines: new ChangedGuidelines(sql),
  }
}

const REMEMBERED = 20_000

interface Options {
  readonly behindMilliseconds?: number | null
  readonly milliseconds?: () => number
}

/** States that may be slightly stale: the log is read once, then answers come from memory for a while. */
export class RecentStates<State, Event extends Fact> {
  readonly #commands: Commands
  readonly #aggregate: Aggregate<State, Event>
  readonly #recent: LRUCache<string, true>

  constructor(
    commands: Commands,
    aggregate: Aggregate<State, Event>,
    { behindMilliseconds = null, milliseconds = () => performance.now() }: Options = {},
  ) {
    this.#commands = commands
    this.#aggregate = aggregate
    this.#recent = new LRUCache({ max: REMEMBERED, ttl: behindMilliseconds ?? 0, ttlResolution: 0, perf: { now: milliseconds } })
  }

  async of(id: string, mayKeep: (state: State) => boolean | Promise<boolean> = () => true): Promise<State> {
    if (this.#recent.has(id)) return this.#commands.read(this.#aggregate, id, () => true)
    const { state } = await this.#commands.load(this.#aggregate, id)
    if (await mayKeep(state)) this.#recent.set(id, true)
    return state
  }
}
