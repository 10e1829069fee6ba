import type { QuizFilter, QuizMode } from '@medicready/domain/study/quiz'
import {
  deleteQuizPreset as decideDeletion,
  saveQuizPreset as decideSaving,
  presetNamed,
  quizPresetsAggregate,
} from '@medicready/domain/study/quiz-presets'
import { type CommandContext, idFrom } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface SavedQuiz {
  readonly userId: string
  readonly name: string
  readonly filter: QuizFilter
  readonly mode: QuizMode
  readonly count: number
}

export async function saveQuizPreset({ commands }: Pick<Parts, 'commands'>, quiz: SavedQuiz, context: CommandContext) {
  const presetId = idFrom(context, 'quiz preset')
  const { state } = await commands.execute(quizPresetsAggregate, quiz.userId, decideSaving({ ...quiz, presetId }), context)
  return { id: presetNamed(state, quiz.name)?.presetId ?? presetId }
}

export async function deleteQuizPreset(
  { commands }: Pick<Parts, 'commands'>,
  command: { readonly userId: string; readonly presetId: string },
  context: CommandContext,
): Promise<null> {
  await commands.execute(quizPresetsAggregate, command.userId, decideDeletion(command), context)
  return null
}
