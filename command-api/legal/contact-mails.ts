import { hasRight } from '@medicready/domain/accounts/rights'
import { userRoles } from '@medicready/domain/accounts/rules'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { contactRequest, recordAcknowledgement } from '@medicready/domain/legal/contact-request'
import type { Owed } from '@medicready/domain/legal/promised-times'
import { requestKinds } from '@medicready/domain/legal/request-kinds'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { usersWithRoles } from '@medicready/projector/read-models/accounts/user-queries'
import { sendAccountMail } from '../accounts/send-account-mail.ts'
import { tellAccount } from '../accounts/tell-account.ts'
import { reactionContext } from '../command-context.ts'
import { NotNow } from '../worker/definitions.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

/** The mails about what somebody wrote to the Admin Team: each goes out once. */

type Fact = Recorded<FactOf<'ContactRequested'>>
type MailParts = Pick<WorkerParts, 'commands' | 'mailer' | 'clock' | 'logger' | 'publicUrl'>

/** Tells whoever wrote by when what is promised. */
export async function acknowledgeContact(fact: Fact, parts: MailParts): Promise<void> {
  const { commands, clock, publicUrl } = parts
  const { requestId, kind, email, owed } = fact.data
  const { state } = await commands.load(contactRequest, requestId)
  if (state.situation === 'none' || !state.isAcknowledgementDue || email === null) return
  const link = new URL('/legal', publicUrl).href
  if (await sendAccountMail(parts, { to: email, id: `contact.${requestId}`, ...acknowledgement(requestKinds[kind].title, owed, link) }))
    await commands.execute(contactRequest, requestId, recordAcknowledgement({ requestId }), reactionContext(fact, clock))
}

/** Tells the administrators that somebody wrote. The message itself stays in the product: mails are not erased. */
export async function tellOfContact(fact: Fact, parts: MailParts & Pick<WorkerParts, 'sql'>): Promise<void> {
  const roles = userRoles.filter((role) => hasRight(role, 'runBusiness'))
  const people = await usersWithRoles(parts.sql, roles)
  const words = notice(fact.data, new URL('/admin/contact-requests', parts.publicUrl).href)
  let deferred: NotNow | null = null
  for (const { id: userId } of people)
    try {
      await tellAccount(fact, { userId, kind: 'contactRequest', words: () => words }, parts)
    } catch (error) {
      // One slow recipient holds up no other.
      if (!(error instanceof NotNow)) throw error
      deferred = error
    }
  if (deferred) throw deferred
}

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
/** 'a confirmation by March 16, 2026 at 9:30 AM, and an answer by April 16, 2026 at 9:30 AM (UTC)'. */
const owedInWords = (owed: readonly Owed[]): string =>
  `${owed.map(({ what, by }) => `${what} by ${moment.format(new Date(by))}`).join(', and ')} (UTC)`

/** To an address that nobody has verified: nobody's words stand in it, not even a name. */
const acknowledgement = (title: string, owed: readonly Owed[], link: string): Words =>
  letter({
    subject: `We have your message: ${title}`,
    greeting: 'We have your message',
    text: `It reached the Admin Team of ${PRODUCT_NAME}, and a person reads it. You get ${owedInWords(owed)}.`,
    button: 'Open the Legal Center',
    link,
    because: { why: 'Somebody wrote to us with this address. If that was not you, you can ignore this mail.' },
  })

const notice = ({ kind, owed }: FactOf<'ContactRequested'>['data'], link: string): Words =>
  letter({
    subject: `Somebody wrote to the Admin Team: ${requestKinds[kind].title}`,
    greeting: 'Somebody wrote to you',
    text: `It is about: ${requestKinds[kind].title}. Promised is ${owedInWords(owed)}.`,
    button: 'Read the message',
    link,
    because: { why: `You get this mail because you run the business of ${PRODUCT_NAME}.` },
  })
