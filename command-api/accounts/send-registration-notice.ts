import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { isRegistrationNoticeDue, recordRegistrationNotice } from '@medicready/domain/accounts/registration'
import { hoursAfter } from '@medicready/domain/calendar'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { reactionContext } from '../command-context.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'
import { alreadyRegisteredMail } from './letters.ts'
import { sendAccountMail } from './send-account-mail.ts'

/** Who hears of a repeated registration later than this is only puzzled by it. */
const NOTICE_HOURS = 24

/** Tells the owner of an address that somebody tried to register it again, once a day. */
export async function sendRegistrationNotice(
  fact: Recorded<FactOf<'RegistrationRepeated'>>,
  parts: Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>,
): Promise<void> {
  const { commands, clock, publicUrl } = parts
  const { userId, date } = fact.data
  if (clock() >= hoursAfter(fact.metadata.occurredAt, NOTICE_HOURS)) return
  const { state } = await commands.load(accountAggregate, userId)
  if (!isRegistered(state) || state.email === null || !isRegistrationNoticeDue(state, date)) return
  const link = new URL('/login', publicUrl).href
  const mail = { to: state.email, id: `registration-repeated.${fact.id}`, ...alreadyRegisteredMail(state.firstName, link) }
  if (await sendAccountMail(parts, mail))
    await commands.execute(accountAggregate, userId, recordRegistrationNotice({ userId, date }), reactionContext(fact, clock))
}
