import type { Availability } from '@medicready/domain/contract/tutoring/tutoring'
import type { Outcome } from '@medicready/domain/outcome'
import { setAvailability as decide, tutorAggregate } from '@medicready/domain/tutoring/tutor'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** Says when a tutor can be booked. */
export async function setAvailability(
  { commands }: Pick<Parts, 'commands'>,
  { userId, availability }: { readonly userId: string; readonly availability: Availability },
  context: CommandContext,
): Promise<Outcome<Availability>> {
  const { position } = await commands.execute(tutorAggregate, userId, decide({ ...availability, userId, at: context.now }), context)
  return { answer: availability, position }
}
