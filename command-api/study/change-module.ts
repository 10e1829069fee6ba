import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import { changeModule as decide, moduleSelection, type SelectedModule } from '@medicready/domain/study/module-selection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** Sets a selected module aside or takes it up again. Refused with `moduleNotFound`. */
export async function changeModule(
  { commands }: Pick<Parts, 'commands'>,
  command: { readonly userId: string; readonly userModuleId: string; readonly isActive: boolean },
  context: CommandContext,
): Promise<Outcome<SelectedModule>> {
  const { state, position } = await commands.execute(moduleSelection, command.userId, decide(command), context)
  const answer = state.selected.find((choice) => choice.userModuleId === command.userModuleId)
  if (!answer) throw new Rejection('moduleNotFound')
  return { answer, position }
}
