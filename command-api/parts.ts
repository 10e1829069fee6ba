import type { EventStore } from '@medicready/platform/event-store/event-store'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { Vault } from '@medicready/platform/vault/vault'
import { AccountDays } from './accounts/account-days.ts'
import { type HashEmail, hashEmails } from './accounts/email-hash.ts'
import { Passwords } from './accounts/passwords.ts'
import { VerificationTokens } from './accounts/verification-tokens.ts'
import { Commands } from './commands.ts'
import { QuestionChoice } from './study/question-choice.ts'

/**
 * What use cases reach. Each is a function `(parts, command, context) → Outcome` that names the parts it needs; routes,
 * the worker, webhooks and the command line call the same one.
 */
export interface Parts {
  readonly commands: Commands
  readonly accountDays: AccountDays
  readonly sql: Sql
  readonly passwords: Passwords
  readonly tokens: VerificationTokens
  readonly hashEmail: HashEmail
  readonly questionChoice: QuestionChoice
}

export const partsOver = ({ eventStore, sql, vault }: { eventStore: EventStore; sql: Sql; vault: Vault }): Parts => {
  const commands = new Commands(eventStore)
  return {
    commands,
    accountDays: new AccountDays(commands),
    sql,
    passwords: new Passwords(sql),
    tokens: new VerificationTokens(sql, vault),
    hashEmail: hashEmails(vault),
    questionChoice: new QuestionChoice(sql),
  }
}
