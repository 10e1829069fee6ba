import type { ModuleName } from '@medicready/domain/questions/modules'
import { Rejection } from '@medicready/domain/refusals/rejection'
import {
  selectModule as decide,
  changeModule as decideChange,
  moduleSelection,
  type SelectedModule,
} from '@medicready/domain/study/module-selection'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'

export async function selectModule(
  { commands }: Pick<Parts, 'commands'>,
  { userId, module }: { readonly userId: string; readonly module: ModuleName },
  context: CommandContext,
): Promise<SelectedModule> {
  const command = { userId, userModuleId: idFrom(context, 'module'), module }
  const { state } = await commands.execute(moduleSelection, userId, decide(command), context)
  const answer = state.selected.find((choice) => choice.module === module)
  if (!answer) throw new Rejection('moduleNotFound')
  return answer
}

export async function changeModule(
  { commands }: Pick<Parts, 'commands'>,
  command: { readonly userId: string; readonly userModuleId: string; readonly isActive: boolean },
  context: CommandContext,
): Promise<SelectedModule> {
  const { state } = await commands.execute(moduleSelection, command.userId, decideChange(command), context)
  const answer = state.selected.find((choice) => choice.userModuleId === command.userModuleId)
  if (!answer) throw new Rejection('moduleNotFound')
  return answer
}
