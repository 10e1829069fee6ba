import { mailDelivery, stopDelivery } from '@medicready/domain/accounts/mail-delivery'
import type { Recorded } from '@medicready/domain/event'
import { reactionContext } from '../../command-context.ts'
import type { WorkerParts } from '../../worker/worker-parts.ts'

/** The mail server itself says that the mailbox of a reminder is not there: nobody else has to tell. */
export async function noteNoMailbox(
  fact: Recorded & { readonly data: { readonly userId: string } },
  { to, id: eventId }: { readonly to: string; readonly id: string },
  { commands, hashEmail, clock }: Pick<WorkerParts, 'commands' | 'hashEmail' | 'clock'>,
): Promise<void> {
  const { userId } = fact.data
  const context = reactionContext(fact, clock)
  const stop = {
    userId,
    emailHash: await hashEmail(to),
    reason: 'bounced',
    source: 'mailServer',
    eventId,
    happenedAt: context.now,
  } as const
  await commands.execute(mailDelivery, userId, stopDelivery(stop), context)
}
