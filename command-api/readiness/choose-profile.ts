import type { MockBlueprint } from '@medicready/domain/exams/blueprints'
import type { Outcome } from '@medicready/domain/outcome'
import { blueprintIn, chooseProfile as decide, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** Chooses the exam that somebody's readiness is told of. */
export async function chooseProfile(
  { commands }: Pick<Parts, 'commands'>,
  choice: { readonly userId: string; readonly blueprint: MockBlueprint },
  context: CommandContext,
): Promise<Outcome<{ readonly blueprint: MockBlueprint }>> {
  const { state, position } = await commands.execute(readinessAggregate, choice.userId, decide(choice), context)
  return { answer: { blueprint: blueprintIn(state) }, position }
}
