import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import type { FactOf } from '@medicready/domain/events'
import { asItStands, type DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import type { HistoryEvent } from '@medicready/platform/testing/history'

export type AddedQuestion = FactOf<'QuestionAdded'>['data']

export const questionsOf = (events: readonly HistoryEvent[]): AddedQuestion[] =>
  events.flatMap(({ fact }) => (fact.type === 'QuestionAdded' ? [fact.data] : []))

/** The curated bank, as it is added to an empty log. */
export const bankQuestions = async (): Promise<AddedQuestion[]> =>
  (await readBank(bankDirectory)).map(({ id, ...content }) => {
    const written = { source: 'curated', bankId: id, generation: null } as const
    return { questionId: questionIdOf(id), version: 1, ...written, content }
  })

export const delivered = ({ questionId, version: questionVersion, content: { module } }: AddedQuestion): DeliveredQuestion => ({
  ...{ questionId, questionVersion, module, set: null },
  ...asItStands,
})
