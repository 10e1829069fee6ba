import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { hasRight } from '@medicready/domain/accounts/shown/rights'
import type { TutoringForm } from '@medicready/domain/contract/tutoring/forms'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import { Rejection } from '@medicready/domain/refusals/rejection'
import {
  acceptRequest as accept,
  assignTutor as assign,
  requestTutoring as decide,
  cancelRequest as decideCancellation,
  declineRequest as decline,
} from '@medicready/domain/tutoring/decide-request'
import { BEGINNING_MINUTES, type Participant, type RequestStatus, TUTORING_CURRENCY } from '@medicready/domain/tutoring/shown/rules'
import { priceOf } from '@medicready/domain/tutoring/shown/tutoring-money'
import { type CountedRequest, countRequest, tuteeAggregate, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import { isOpen, statusOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { type CommandContext, idFrom, partOf } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'

export async function requestTutoring(
  { commands }: Pick<Dependencies, 'commands'>,
  { userId, form }: { readonly userId: string; readonly form: TutoringForm },
  context: CommandContext,
): Promise<{ readonly id: string; readonly status: RequestStatus }> {
  const account = (await commands.load(accountAggregate, userId)).state
  if (!isRegistered(account)) throw new Rejection('notSignedIn')
  const requestId = idFrom(context, 'tutoringRequest')
  await count(commands, { userId, requestId }, context)
  const previousAttempts = form.takenNREMTBefore ? form.previousAttempts : null
  const command = { ...form, previousAttempts, userId, requestId, by: userId, at: context.now, timeZone: account.timeZone }
  const { state } = await commands.execute(tutoringRequestAggregate, requestId, decide(command), context)
  return { id: requestId, status: statusOf(state) }
}

/** Few may be open at once; ended ones make room. */
async function count(
  commands: Dependencies['commands'],
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
  context: CommandContext,
): Promise<void> {
  if ((await commands.load(tutoringRequestAggregate, requestId)).state.situation !== 'none') return
  const { requests } = (await commands.load(tuteeAggregate, userId)).state
  const looked = await Promise.all(requests.map(async (one) => ((await hasEnded(commands, one, context.now)) ? [one.requestId] : [])))
  const counting = partOf(context, 'count the request')
  await commands.execute(tuteeAggregate, userId, countRequest({ userId, at: context.now, requestId, ended: looked.flat() }), counting)
}

async function hasEnded(commands: Dependencies['commands'], { requestId, at }: CountedRequest, now: string): Promise<boolean> {
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  return state.situation === 'none' ? now > hoursAfter(at, BEGINNING_MINUTES / 60) : !isOpen(state)
}

interface Answering {
  readonly requestId: string
  readonly by: string
  readonly reason: string
}
type WithTutor = Answering & { readonly tutorId: string }

export async function acceptRequest(deps: Pick<Dependencies, 'commands'>, { requestId, ...answering }: WithTutor, context: CommandContext) {
  await refuseOthersThanTutors(deps, answering.tutorId)
  const decide = accept({ ...answering, at: context.now })
  const { state } = await deps.commands.execute(tutoringRequestAggregate, requestId, decide, context)
  const { amount, currency } = state.price ?? priceOf({ bundle: state.isBundle })
  return { status: statusOf(state), price: { amount, currency } }
}

export async function declineRequest(
  { commands }: Pick<Dependencies, 'commands'>,
  { requestId, ...answering }: Answering,
  context: CommandContext,
) {
  const { state } = await commands.execute(tutoringRequestAggregate, requestId, decline({ ...answering, at: context.now }), context)
  return { status: statusOf(state) }
}

export async function assignTutor(deps: Pick<Dependencies, 'commands'>, { requestId, ...answering }: WithTutor, context: CommandContext) {
  const { tutorId } = answering
  await refuseOthersThanTutors(deps, tutorId)
  const decide = assign({ ...answering, at: context.now })
  await deps.commands.execute(tutoringRequestAggregate, requestId, decide, context)
  return { tutorId }
}

/** The tutor must be approved and still have the right. */
async function refuseOthersThanTutors({ commands }: Pick<Dependencies, 'commands'>, tutorId: string): Promise<void> {
  const { situation } = (await commands.load(tutorAggregate, tutorId)).state
  const account = (await commands.load(accountAggregate, tutorId)).state
  if (situation !== 'approved' || !isRegistered(account) || !hasRight(account.role, 'giveTutoring')) throw new Rejection('notATutor')
}

interface Cancellation {
  readonly requestId: string
  readonly as: Participant
  readonly by: string
  readonly reason: string | null
}

export async function cancelRequest(
  { commands }: Pick<Dependencies, 'commands'>,
  { requestId, ...cancellation }: Cancellation,
  context: CommandContext,
): Promise<{ readonly status: RequestStatus; readonly refund: { readonly amount: number; readonly currency: string } }> {
  const decision = decideCancellation({ ...cancellation, at: context.now })
  const { state, events } = await commands.execute(tutoringRequestAggregate, requestId, decision, context)
  const amount = events.reduce((sum, { data }) => sum + ('refund' in data ? data.refund : 0), 0)
  return { status: statusOf(state), refund: { amount, currency: state.paid?.currency ?? TUTORING_CURRENCY } }
}
