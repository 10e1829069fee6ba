import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { hoursAfter } from '@medicready/domain/calendar'
import type { TutoringForm } from '@medicready/domain/contract/tutoring/tutoring'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { requestTutoring as decide } from '@medicready/domain/tutoring/decide-request'
import { BEGINNING_MINUTES, type RequestStatus } from '@medicready/domain/tutoring/rules'
import { type CountedRequest, countRequest, tuteeAggregate } from '@medicready/domain/tutoring/tutor'
import { isOpen, statusOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** Asks for tutoring. How often an exam was tried says something only of whom has tried it. */
export async function requestTutoring(
  { commands }: Pick<Parts, 'commands'>,
  { userId, form }: { readonly userId: string; readonly form: TutoringForm },
  context: CommandContext,
): Promise<Outcome<{ readonly id: string; readonly status: RequestStatus }>> {
  const account = (await commands.load(accountAggregate, userId)).state
  if (!isRegistered(account)) throw new Rejection('notSignedIn')
  const requestId = idFrom(context, 'tutoringRequest')
  await count(commands, { userId, requestId }, context)
  const previousAttempts = form.takenNREMTBefore ? form.previousAttempts : null
  const command = { ...form, previousAttempts, userId, requestId, by: userId, at: context.now, timeZone: account.timeZone }
  const { state, position } = await commands.execute(tutoringRequestAggregate, requestId, decide(command), context)
  return { answer: { id: requestId, status: statusOf(state) }, position }
}

/** Counts the request among those of its student, who may have few open at once. Those that have ended make room. */
async function count(
  commands: Parts['commands'],
  { userId, requestId }: { readonly userId: string; readonly requestId: string },
  context: CommandContext,
): Promise<void> {
  if ((await commands.load(tutoringRequestAggregate, requestId)).state.situation !== 'none') return
  const { requests } = (await commands.load(tuteeAggregate, userId)).state
  const looked = await Promise.all(requests.map(async (one) => ((await hasEnded(commands, one, context.now)) ? [one.requestId] : [])))
  const counting = { ...context, commandId: idFrom(context, 'count the request') }
  await commands.execute(tuteeAggregate, userId, countRequest({ userId, at: context.now, requestId, ended: looked.flat() }), counting)
}

async function hasEnded(commands: Parts['commands'], { requestId, at }: CountedRequest, now: string): Promise<boolean> {
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  return state.situation === 'none' ? now > hoursAfter(at, BEGINNING_MINUTES / 60) : !isOpen(state)
}
