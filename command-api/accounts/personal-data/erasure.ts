import { type AccountEvent, type AccountState, accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { emailClaimAggregate, releaseEmail } from '@medicready/domain/accounts/email-claim'
import {
  requestDeletion as decideToLeave,
  cancelDeletion as decideToStay,
  erase,
  eraseWhenDue,
  recordFarewell,
} from '@medicready/domain/accounts/personal-data'
import { type Decide, streamName } from '@medicready/domain/core/decider'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { Fact, RecordedFact } from '@medicready/domain/events'
import { endSessions } from '@medicready/platform/http/sessions'
import { letter } from '@medicready/platform/mail/letter'
import { destroyedKeys } from '@medicready/platform/vault/vault'
import { usersToErase } from '@medicready/projector/read-models/accounts/user-queries'
import { type CommandContext, ownContext, reactionContext } from '../../command-context.ts'
import type { Dependencies } from '../../dependencies.ts'
import type { JobDeps, MailDeps, WorkerDeps } from '../../worker/definitions.ts'
import type { CountedAttempt } from '../attempts.ts'
import { confirmPassword } from '../change-password.ts'
import { sendAccountMail } from '../tell-account.ts'
import { addressesIn } from './personal-facts.ts'

export async function requestDeletion(
  deps: Pick<Dependencies, 'commands' | 'passwords'>,
  { userId, password }: { readonly userId: string; readonly password: string },
  guess: () => Promise<CountedAttempt>,
  context: CommandContext,
) {
  await confirmPassword(deps, { userId, password }, guess)
  const { state } = await deps.commands.execute(accountAggregate, userId, decideToLeave({ now: context.now }), context)
  return { eraseAt: isRegistered(state) ? state.eraseAt : null }
}

export async function cancelDeletion(
  { commands }: Pick<Dependencies, 'commands'>,
  { userId }: { readonly userId: string },
  context: CommandContext,
) {
  await commands.execute(accountAggregate, userId, decideToStay, context)
  return { eraseAt: null }
}

type ErasingDeps = Pick<Dependencies, 'commands' | 'sql'>

/** Erases at once. The worker does the rest (`finishErasure`), since it must happen even if this process is killed. */
export const eraseAccount = (deps: ErasingDeps, userId: string, context: CommandContext): Promise<{ erased: boolean }> =>
  decideErasure(deps, userId, erase, context)

/** Erases the accounts whose key is destroyed. After a restored backup, the log may not tell that they were erased. */
export async function eraseAgain(deps: ErasingDeps & Pick<Dependencies, 'eventStore'>, context: CommandContext): Promise<number> {
  const destroyed = await destroyedKeys(deps.sql)
  let count = 0
  for (const userId of destroyed) if ((await eraseAccount(deps, userId, context)).erased) count += 1
  // The claims tell whose address it is; the address itself can no longer be read.
  for await (const batch of deps.eventStore.replay({ from: null, batchSize: 500, types: ['EmailClaimed'] }))
    for (const entry of batch) {
      if (entry.kind !== 'fact' || entry.fact.type !== 'EmailClaimed' || !destroyed.has(entry.fact.data.userId)) continue
      const { emailHash, userId } = entry.fact.data
      await deps.commands.execute(emailClaimAggregate, emailHash, releaseEmail({ emailHash, userId }), context)
    }
  return count
}

export async function eraseDueAccounts(deps: JobDeps) {
  const { sql, clock, signal } = deps
  const now = clock()
  const due = await usersToErase(sql, now)
  let [erased, kept] = [0, 0]
  for (const { id } of due) {
    if (signal.aborted) break
    const answer = await decideErasure(deps, id, eraseWhenDue({ now }), ownContext('worker', clock))
    if (answer.erased) erased += 1
    else kept += 1
  }
  return { erased, kept }
}

async function decideErasure(deps: ErasingDeps, userId: string, decide: Decide<AccountState, AccountEvent>, context: CommandContext) {
  const { events } = await deps.commands.execute(accountAggregate, userId, decide, context)
  const erased = events.some(({ type }) => type === 'AccountErased')
  if (erased) await removeSecrets(deps, userId)
  return { erased }
}

/** Finds the tables by their `user_id` column, so that a new one cannot be forgotten. */
export async function removeSecrets({ sql }: Pick<Dependencies, 'sql'>, userId: string): Promise<void> {
  const tables = await sql<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_schema = 'auth' AND column_name = 'user_id' AND table_type = 'BASE TABLE' AND table_name <> 'sessions'`
  for (const { name } of tables) await sql`DELETE FROM ${sql(`auth.${name}`)} WHERE user_id = ${userId}`
  await sql`DELETE FROM auth.attempts WHERE account = ${userId}`
  await endSessions(sql, userId)
}

const FAREWELL_HOURS = 24

type FinishingDeps = MailDeps & Pick<WorkerDeps, 'eventStore' | 'sql' | 'vault' | 'hashEmail'>

/** Repeatable after a crash. The key is destroyed last, because the addresses cannot be read without it. */
export async function finishErasure(fact: RecordedFact<'AccountErased'>, deps: FinishingDeps): Promise<void> {
  const { commands, eventStore, sql, vault, hashEmail, clock } = deps
  const { userId } = fact.data
  await removeSecrets(deps, userId)
  const facts = await eventStore.readStream(streamName(accountAggregate, userId))
  for (const email of addressesIn(facts)) {
    const emailHash = await hashEmail(email)
    await sql`DELETE FROM auth.attempts WHERE account = ${emailHash}`
    await commands.execute(emailClaimAggregate, emailHash, releaseEmail({ emailHash, userId }), reactionContext(fact, clock))
  }
  await sayFarewell(fact, facts, deps)
  await vault.destroyKey(userId)
}

async function sayFarewell(fact: RecordedFact<'AccountErased'>, facts: readonly Fact[], deps: MailDeps): Promise<void> {
  const { commands, clock, publicUrl } = deps
  const isSaid = facts.some(({ type, data }) => type === 'AccountMailSent' && data.cause === fact.id)
  const isVerified = facts.some(({ type }) => type === 'EmailVerified')
  const to = facts.findLast(({ type }) => type === 'AccountRegistered' || type === 'EmailChanged')?.data
  const isTooLate = clock() >= hoursAfter(fact.metadata.occurredAt, FAREWELL_HOURS)
  if (isSaid || !isVerified || isTooLate || !to || !('email' in to) || to.email === null) return
  const farewell = letter({
    subject: `Your account with ${PRODUCT_NAME} is deleted`,
    greeting: 'Your account is deleted',
    text: 'No one can read your personal data any more, and this is the last email from us. If you want to study again, you can create a new account.',
    button: PRODUCT_NAME,
    link: new URL('/', publicUrl).href,
    footer: 'Thank you for studying with us.',
  })
  if (await sendAccountMail(deps, { to: to.email, id: `account-erased.${fact.id}`, ...farewell }))
    await commands.execute(accountAggregate, fact.data.userId, recordFarewell({ cause: fact.id }), reactionContext(fact, clock))
}
