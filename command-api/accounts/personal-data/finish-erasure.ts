import { accountAggregate } from '@medicready/domain/accounts/account'
import { emailClaim, releaseEmail } from '@medicready/domain/accounts/email-claim'
import { recordFarewell } from '@medicready/domain/accounts/personal-data'
import { hoursAfter } from '@medicready/domain/calendar'
import { streamName } from '@medicready/domain/decider'
import type { Recorded } from '@medicready/domain/event'
import type { Fact, FactOf } from '@medicready/domain/events'
import { reactionContext } from '../../command-context.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'
import { sendAccountMail } from '../send-account-mail.ts'
import { accountErasedMail } from './letters.ts'
import { addressesIn } from './personal-facts.ts'
import { removeSecrets } from './remove-secrets.ts'

/** A mail server that is away for longer keeps nobody from being erased: they hear nothing then. */
const FAREWELL_HOURS = 24

type FinishingParts = Pick<
  WorkerParts,
  'commands' | 'eventStore' | 'sql' | 'vault' | 'hashEmail' | 'mailer' | 'clock' | 'logger' | 'publicUrl'
>

/**
 * Does what an erased account leaves to do. Each step may be done again, and nothing of it is lost in a crash: secrets
 * are removed, addresses are free for others, the last mail is sent, and last the key is destroyed, without which the
 * addresses could not be told any more. The services hear of it and forget what they remember of the person.
 */
export async function finishErasure(fact: Recorded<FactOf<'AccountErased'>>, parts: FinishingParts): Promise<void> {
  const { commands, eventStore, sql, vault, hashEmail, clock } = parts
  const { userId } = fact.data
  await removeSecrets(parts, userId)
  const facts = await eventStore.readStream(streamName(accountAggregate, userId))
  for (const email of addressesIn(facts)) {
    const emailHash = await hashEmail(email)
    await sql`DELETE FROM auth.attempts WHERE account = ${emailHash}`
    await commands.execute(emailClaim, emailHash, releaseEmail({ emailHash, userId }), reactionContext(fact, clock))
  }
  await sayFarewell(fact, facts, parts)
  await vault.destroyKey(userId)
}

/** Tells the owner of a verified address, once, that the account is gone. */
async function sayFarewell(
  fact: Recorded<FactOf<'AccountErased'>>,
  facts: readonly Fact[],
  parts: Pick<FinishingParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  const { commands, clock, publicUrl } = parts
  const isSaid = facts.some(({ type, data }) => type === 'AccountMailSent' && data.cause === fact.id)
  const isVerified = facts.some(({ type }) => type === 'EmailVerified')
  const to = facts.findLast(({ type }) => type === 'AccountRegistered' || type === 'EmailChanged')?.data
  const isTooLate = clock() >= hoursAfter(fact.metadata.occurredAt, FAREWELL_HOURS)
  if (isSaid || !isVerified || isTooLate || !to || !('email' in to) || to.email === null) return
  const link = new URL('/', publicUrl).href
  if (await sendAccountMail(parts, { to: to.email, id: `account-erased.${fact.id}`, ...accountErasedMail(link) }))
    await commands.execute(accountAggregate, fact.data.userId, recordFarewell({ cause: fact.id }), reactionContext(fact, clock))
}
