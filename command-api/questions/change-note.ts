import type { Note } from '@medicready/domain/contract/questions/notes'
import { deleteNote, noteAggregate, noteId, writeNote } from '@medicready/domain/questions/note'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { deliveredVersion } from '../study/delivered-question.ts'

interface ChangeNote {
  readonly userId: string
  readonly questionId: string
  readonly version: number
  readonly text: string | null
}

export async function changeNote(
  deps: Pick<Dependencies, 'commands' | 'accountDays' | 'sql'>,
  { text, ...owned }: ChangeNote,
  context: CommandContext,
): Promise<Note> {
  const { userId, questionId } = owned
  const given = await deliveredVersion(deps, { userId, questionId, version: null }, context)
  if (given === null) throw new Rejection('questionNotFound')
  const command = text === null ? deleteNote(owned) : writeNote({ ...owned, text })
  return (await deps.commands.execute(noteAggregate, noteId(userId, questionId), command, context)).state
}
