import type { QuestionContent } from '@medicready/domain/questions/content'
import { contentOf, type QuestionState, questionAggregate } from '@medicready/domain/questions/question'
import type { Parts } from '../parts.ts'

/** What a version says that was delivered, and so is in the log. */
export async function deliveredContent(
  { commands }: Pick<Parts, 'commands'>,
  { questionId, questionVersion }: { readonly questionId: string; readonly questionVersion: number },
): Promise<QuestionContent> {
  const isKnown = (question: QuestionState) => contentOf(question, questionVersion) !== null
  const content = contentOf(await commands.read(questionAggregate, questionId, isKnown), questionVersion)
  if (!content) throw new Error('A version was delivered that the question does not have.')
  return content
}
