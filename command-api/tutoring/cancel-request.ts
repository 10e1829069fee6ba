import type { Outcome } from '@medicready/domain/outcome'
import { cancelRequest as decide } from '@medicready/domain/tutoring/decide-request'
import { type Participant, type RequestStatus, TUTORING_CURRENCY } from '@medicready/domain/tutoring/rules'
import { statusOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Cancellation {
  readonly requestId: string
  readonly as: Participant
  readonly by: string
  readonly reason: string | null
}

/** Cancels a request with all that is planned of it. Answers what is paid back in all, by this very command. */
export async function cancelRequest(
  { commands }: Pick<Parts, 'commands'>,
  { requestId, ...cancellation }: Cancellation,
  context: CommandContext,
): Promise<Outcome<{ readonly status: RequestStatus; readonly refund: { readonly amount: number; readonly currency: string } }>> {
  const decision = decide({ ...cancellation, at: context.now })
  const { state, events, position } = await commands.execute(tutoringRequestAggregate, requestId, decision, context)
  const amount = events.reduce((sum, { data }) => sum + ('refund' in data ? data.refund : 0), 0)
  return { answer: { status: statusOf(state), refund: { amount, currency: state.paid?.currency ?? TUTORING_CURRENCY } }, position }
}
