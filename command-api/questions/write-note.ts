import type { Note } from '@medicready/domain/contract/questions/notes'
import { deleteNote as decideDeletion, writeNote as decideText, noteAggregate, noteId } from '@medicready/domain/questions/note'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'
import { deliveredVersion } from '../study/delivered-question.ts'

interface NoteCommand {
  readonly userId: string
  readonly questionId: string
  readonly version: number
  readonly text: string | null
}

export async function writeNote(
  parts: Pick<Parts, 'commands' | 'accountDays' | 'sql'>,
  { text, ...owned }: NoteCommand,
  context: CommandContext,
): Promise<Note> {
  const { userId, questionId } = owned
  const given = await deliveredVersion(parts, { userId, questionId, version: null }, context)
  if (given === null) throw new Rejection('questionNotFound')
  const command = text === null ? decideDeletion(owned) : decideText({ ...owned, text })
  const { state } = await parts.commands.execute(noteAggregate, noteId(userId, questionId), command, context)
  return state
}
