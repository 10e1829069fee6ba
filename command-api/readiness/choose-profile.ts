import type { MockBlueprint } from '@medicready/domain/exams/blueprints'
import { blueprintIn, chooseProfile as decide, readinessAggregate } from '@medicready/domain/readiness/readiness-facts'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

export async function chooseProfile(
  { commands }: Pick<Parts, 'commands'>,
  choice: { readonly userId: string; readonly blueprint: MockBlueprint },
  context: CommandContext,
): Promise<{ readonly blueprint: MockBlueprint }> {
  const { state } = await commands.execute(readinessAggregate, choice.userId, decide(choice), context)
  return { blueprint: blueprintIn(state) }
}
