import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { hasRight } from '@medicready/domain/accounts/rights'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { acceptRequest as accept, assignTutor as assign, declineRequest as decline } from '@medicready/domain/tutoring/decide-request'
import type { RequestStatus } from '@medicready/domain/tutoring/rules'
import { tutorAggregate } from '@medicready/domain/tutoring/tutor'
import { priceOf } from '@medicready/domain/tutoring/tutoring-money'
import { statusOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Answering {
  readonly requestId: string
  /** The administrator. */
  readonly by: string
  readonly reason: string
}
type WithTutor = Answering & { readonly tutorId: string }

/** Accepts a request, with the tutor for it. */
export async function acceptRequest(
  parts: Pick<Parts, 'commands'>,
  { requestId, ...answering }: WithTutor,
  context: CommandContext,
): Promise<Outcome<{ readonly status: RequestStatus; readonly price: { readonly amount: number; readonly currency: string } }>> {
  await refuseOthersThanTutors(parts, answering.tutorId)
  const decide = accept({ ...answering, at: context.now })
  const { state, position } = await parts.commands.execute(tutoringRequestAggregate, requestId, decide, context)
  const { amount, currency } = state.price ?? priceOf({ bundle: state.isBundle })
  return { answer: { status: statusOf(state), price: { amount, currency } }, position }
}

export async function declineRequest(
  { commands }: Pick<Parts, 'commands'>,
  { requestId, ...answering }: Answering,
  context: CommandContext,
): Promise<Outcome<{ readonly status: RequestStatus }>> {
  const { state, position } = await commands.execute(
    tutoringRequestAggregate,
    requestId,
    decline({ ...answering, at: context.now }),
    context,
  )
  return { answer: { status: statusOf(state) }, position }
}

export async function assignTutor(
  parts: Pick<Parts, 'commands'>,
  { requestId, ...answering }: WithTutor,
  context: CommandContext,
): Promise<Outcome<{ readonly tutorId: string }>> {
  const { tutorId } = answering
  await refuseOthersThanTutors(parts, tutorId)
  const decide = assign({ ...answering, at: context.now })
  const { position } = await parts.commands.execute(tutoringRequestAggregate, requestId, decide, context)
  return { answer: { tutorId }, position }
}

/** A tutor was approved, and has the right to tutor still. */
async function refuseOthersThanTutors({ commands }: Pick<Parts, 'commands'>, tutorId: string): Promise<void> {
  const { situation } = (await commands.load(tutorAggregate, tutorId)).state
  const account = (await commands.load(accountAggregate, tutorId)).state
  if (situation !== 'approved' || !isRegistered(account) || !hasRight(account.role, 'giveTutoring')) throw new Rejection('notATutor')
}
