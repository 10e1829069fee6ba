import type { Outcome } from '@medicready/domain/outcome'
import type { QuestionContent } from '@medicready/domain/questions/content'
import { lintQuestion } from '@medicready/domain/questions/lint'
import { resolveReviewRequests as decide, questionAggregate } from '@medicready/domain/questions/question'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

type Decision = Omit<Parameters<typeof decide>[0], 'now'> & { readonly questionId: string }

interface Resolved {
  readonly questionId: string
  readonly version: number
  readonly situation: 'active' | 'retired'
}

/**
 * Keeps, revises or retires a question. Refused as the question's stream decides, and with `revisionRefused` for words
 * that break the rules of the bank.
 */
export async function resolveReviewRequests(
  { commands }: Pick<Parts, 'commands'>,
  { questionId, ...review }: Decision,
  context: CommandContext,
): Promise<Outcome<Resolved>> {
  const { version, decision, content } = review
  if (decision === 'revised' && content) refuseUnsound(content)
  const { position } = await commands.execute(questionAggregate, questionId, decide({ ...review, now: context.now }), context)
  const answer = {
    questionId,
    version: decision === 'revised' ? version + 1 : version,
    situation: decision === 'retired' ? ('retired' as const) : ('active' as const),
  }
  return { answer, position }
}

/** What an educator writes meets the rules that hold for the curated bank. */
function refuseUnsound(content: QuestionContent): void {
  const faults = lintQuestion(content).filter(({ level }) => level === 'error')
  if (faults.length > 0)
    throw new Rejection(
      'revisionRefused',
      faults.map(({ code, words }) => ({ path: 'content', message: `${code.replaceAll('_', ' ')}: ${words}` })),
    )
}
