import { contactRequest, requestContact as decide } from '@medicready/domain/legal/contact-request'
import { type Owed, owedFor } from '@medicready/domain/legal/promised-times'
import type { RequestKindName } from '@medicready/domain/legal/request-kinds'
import type { Outcome } from '@medicready/domain/outcome'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Message {
  /** Null of a visitor. */
  readonly userId: string | null
  readonly kind: RequestKindName
  readonly name: string
  readonly email: string
  readonly message: string
}

interface Taken {
  readonly id: string
  readonly owed: Owed[]
  readonly isAcknowledged: boolean
}

/**
 * Takes a message to the Admin Team. Whatever stands in its address gets a mail, but not more of them a day than other
 * mails that somebody asks for: the message is taken all the same.
 */
export async function requestContact(
  { commands, mailAllowances }: Pick<Parts, 'commands' | 'mailAllowances'>,
  { userId, kind, name, email, message }: Message,
  context: CommandContext,
): Promise<Outcome<Taken>> {
  const { now } = context
  const requestId = idFrom(context, 'contact request')
  const { mailAt } = await mailAllowances.take({ kind: 'contact', email, mailId: requestId, now, mayWaitSeconds: 0 })
  const decision = decide({ requestId, userId, kind, name, email, message, isAcknowledged: mailAt !== null, now })
  const { state, position } = await commands.execute(contactRequest, requestId, decision, context)
  const isTaken = state.situation !== 'none'
  const owed = isTaken ? [...state.owed] : owedFor(kind, now)
  return { answer: { id: requestId, owed, isAcknowledged: mailAt !== null }, position }
}
