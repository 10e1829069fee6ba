import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { TutoringForm } from '@medicready/domain/contract/tutoring'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { requestTutoring as decide } from '@medicready/domain/tutoring/decide-request'
import type { RequestStatus } from '@medicready/domain/tutoring/rules'
import { statusOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
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
  const previousAttempts = form.takenNREMTBefore ? form.previousAttempts : null
  const command = { ...form, previousAttempts, userId, requestId, by: userId, at: context.now, timeZone: account.timeZone }
  const { state, position } = await commands.execute(tutoringRequestAggregate, requestId, decide(command), context)
  return { answer: { id: requestId, status: statusOf(state) }, position }
}
