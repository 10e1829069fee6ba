import { type AccountMail, accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { isMailDue, recordMail } from '@medicready/domain/accounts/personal-data'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { RecordedFact } from '@medicready/domain/events'
import {
  contactRequestAggregate,
  requestContact as decide,
  answerContact as decideAnswer,
  recordAcknowledgement,
} from '@medicready/domain/legal/contact-request'
import { type Owed, owedFor, type RequestKindName, requestKinds } from '@medicready/domain/legal/shown/request-kinds'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { usersWithRight } from '@medicready/projector/read-models/accounts/user-queries'
import { type MessagesOfHour, messagesByHour } from '@medicready/projector/read-models/legal/contact-request-queries'
import { sendAccountMail } from '../accounts/tell-account.ts'
import { type CommandContext, idFrom, ownContext, reactionContext, uuidOfName } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { type MailDeps, RetryLater, type WorkerDeps } from '../worker/definitions.ts'
import { areShown } from '../worker/shown.ts'

interface Message {
  readonly userId: string | null
  readonly kind: RequestKindName
  readonly name: string
  readonly email: string
  readonly message: string
}

/** The acknowledgement counts toward the daily mails of the address; the message is accepted regardless. */
export async function requestContact(
  { commands, mailAllowances }: Pick<Dependencies, 'commands' | 'mailAllowances'>,
  { userId, kind, name, email, message }: Message,
  context: CommandContext,
) {
  const { now } = context
  const requestId = idFrom(context, 'contact request')
  const { mailAt } = await mailAllowances.take({ kind: 'contact', email, mailId: requestId, now, mayWaitSeconds: 0 })
  const decision = decide({ requestId, userId, kind, name, email, message, isAcknowledged: mailAt !== null, now })
  const { state } = await commands.execute(contactRequestAggregate, requestId, decision, context)
  const isTaken = state.situation !== 'none'
  const owed = isTaken ? [...state.owed] : owedFor(kind, now)
  return { id: requestId, owed, isAcknowledged: mailAt !== null }
}

interface Answer {
  readonly requestId: string
  readonly promise: number
  readonly by: string
  readonly note: string
}

export async function answerContact({ commands }: Pick<Dependencies, 'commands'>, answer: Answer, context: CommandContext) {
  const { requestId } = answer
  const { state } = await commands.execute(contactRequestAggregate, requestId, decideAnswer({ ...answer, now: context.now }), context)
  return { id: requestId, isClosed: state.situation === 'closed' }
}

/** A visitor's message is kept until the request is closed, then its key is destroyed. */
export async function forgetVisitor({ data }: RecordedFact<'ContactAnswered'>, { vault }: Pick<WorkerDeps, 'vault'>): Promise<void> {
  if (data.isVisitor && data.isClosed) await vault.destroyKey(data.userId)
}

type Fact = RecordedFact<'ContactRequested'>

export async function acknowledgeContact(fact: Fact, deps: MailDeps): Promise<void> {
  const { commands, clock, publicUrl } = deps
  const { requestId, kind, email, owed } = fact.data
  const { state } = await commands.load(contactRequestAggregate, requestId)
  if (state.situation === 'none' || !state.isAcknowledgementDue || email === null) return
  const link = new URL('/legal', publicUrl).href
  if (await sendAccountMail(deps, { to: email, id: `contact.${requestId}`, ...acknowledgement(requestKinds[kind].title, owed, link) }))
    await commands.execute(contactRequestAggregate, requestId, recordAcknowledgement({ requestId }), reactionContext(fact, clock))
}

const NEWS_HOURS = 24
const DIGESTS = '0c6b2f4e-7a57-4d5c-8f3e-3f6b5a0d9a41'

/** One mail for all unanswered messages, without their text, since mails cannot be erased. */
export async function tellOfContacts(deps: MailDeps & Pick<WorkerDeps, 'eventStore' | 'sql' | 'signal'>) {
  const { sql, commands, clock, eventStore } = deps
  const now = clock()
  const head = await eventStore.head()
  if (head && !(await areShown(deps, head.commit, [messagesByHour]))) throw new Error('The messages are not shown yet.')
  const written = await messagesByHour(sql, { from: hoursAfter(now, -NEWS_HOURS), to: now })
  const hours = [...new Set(written.map(({ hour }) => hour))].sort()
  const people = await usersWithRight(sql, 'runBusiness')
  let [told, deferred] = [0, 0]
  for (const { id: userId } of hours.length === 0 ? [] : people)
    try {
      const { state } = await commands.load(accountAggregate, userId)
      const due = hours.filter((hour) => isMailDue(state, digestOf(hour)))
      const latest = due.at(-1)
      if (latest === undefined || !isRegistered(state)) continue
      const words = digest(
        written.filter(({ hour }) => due.includes(hour)),
        new URL('/admin/contact-requests', deps.publicUrl).href,
      )
      if (!(await sendAccountMail(deps, { to: state.email ?? '', id: `contactRequest.${digestOf(latest).cause}`, ...words }))) continue
      for (const hour of due) await commands.execute(accountAggregate, userId, recordMail(digestOf(hour)), ownContext('worker', clock))
      told += 1
    } catch (error) {
      if (!(error instanceof RetryLater)) throw error
      deferred += 1
    }
  return { told, deferred }
}

const digestOf = (hour: string): AccountMail => ({ kind: 'contactRequest', cause: uuidOfName(hour, DIGESTS) })

const moment = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
const owedInWords = (owed: readonly Owed[]): string =>
  `${owed.map(({ what, by }) => `${what} by ${moment.format(new Date(by))}`).join(', and ')} (UTC)`

/** To an unverified address: it contains no text from a user, not even a name. */
const acknowledgement = (title: string, owed: readonly Owed[], link: string): Words =>
  letter({
    subject: `We have your message: ${title}`,
    greeting: 'We have your message',
    text: `It has reached the Admin Team of ${PRODUCT_NAME}. A person will read it. You will get ${owedInWords(owed)}.`,
    button: 'Open the Legal Center',
    link,
    because: { why: 'Someone wrote to us with this address. If this was not you, you can ignore this email.' },
  })

const countOf = (written: readonly MessagesOfHour[]): number => written.reduce((sum, { messages }) => sum + messages, 0)

function digest(written: readonly MessagesOfHour[], link: string): Words {
  const all = countOf(written)
  const lines = [...Map.groupBy(written, ({ kind }) => kind)].map(([kind, ofKind]) => {
    const messages = countOf(ofKind)
    const due = `${requestKinds[kind].promises[0].what} by ${moment.format(new Date(ofKind[0]?.dueAt ?? ''))} (UTC)`
    return {
      text: `${requestKinds[kind].title}: ${messages === 1 ? `1 message, due: ${due}` : `${messages} messages, first due: ${due}`}.`,
    }
  })
  return letter({
    subject: all === 1 ? 'A message to the Admin Team' : `${all} messages to the Admin Team`,
    greeting: all === 1 ? 'You have a new message' : 'You have new messages',
    text: all === 1 ? 'One message is waiting for a reply.' : `${all} messages are waiting for a reply.`,
    sections: [{ heading: 'Due first', lines }],
    button: 'Read the messages',
    link,
    because: { why: `You get this email, at most once an hour, because you are an administrator of ${PRODUCT_NAME}.` },
  })
}
