import type { QuestionContent } from '@medicready/domain/questions/content'
import { contentOf, type QuestionState, questionAggregate } from '@medicready/domain/questions/question'
import type { Parts } from '../parts.ts'

/** What a version says that was delivered, and so is in the log. */
export async function deliveredContent(
  parts: Pick<Parts, 'commands'>,
  { questionId, questionVersion }: { readonly questionId: string; readonly questionVersion: number },
): Promise<QuestionContent> {
  const isKnown = (question: QuestionState) => contentOf(question, questionVersion) !== null
  const content = contentOf(await questionFor(parts, questionId, isKnown), questionVersion)
  if (!content) throw new Error('A version was delivered that the question does not have.')
  return content
}

/** A question as this process remembers it where that is enough, or as the log has it now. */
export async function questionFor(
  { commands }: Pick<Parts, 'commands'>,
  questionId: string,
  isEnough: (remembered: QuestionState) => boolean,
): Promise<QuestionState> {
  const remembered = (await commands.recall(questionAggregate, questionId)).state
  return isEnough(remembered) ? remembered : (await commands.load(questionAggregate, questionId)).state
}
