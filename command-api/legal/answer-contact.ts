import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { contactRequest, answerContact as decide } from '@medicready/domain/legal/contact-request'
import type { Outcome } from '@medicready/domain/outcome'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

interface Answer {
  readonly requestId: string
  readonly promise: number
  /** The administrator. */
  readonly by: string
  readonly note: string
}

/** An administrator says that something is done that was owed. */
export async function answerContact(
  { commands }: Pick<Parts, 'commands'>,
  answer: Answer,
  context: CommandContext,
): Promise<Outcome<{ readonly id: string; readonly isClosed: boolean }>> {
  const { requestId } = answer
  const { state, position } = await commands.execute(contactRequest, requestId, decide({ ...answer, now: context.now }), context)
  return { answer: { id: requestId, isClosed: state.situation === 'closed' }, position }
}

/** What a visitor wrote is kept until the matter is closed: then its key is destroyed. */
export async function forgetVisitor({ data }: Recorded<FactOf<'ContactAnswered'>>, { vault }: Pick<WorkerParts, 'vault'>): Promise<void> {
  if (data.isVisitor && data.isClosed) await vault.destroyKey(data.userId)
}
