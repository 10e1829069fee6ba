import type { FactOf } from '@medicready/domain/events'
import { type TableRows, table } from '../projection.ts'

/** The questions that are on trial now. No projection sees another, so each that scores answers keeps its own, under a name of its own. */
export const pilotTable = table({ key: ['question_id'], columns: { question_id: 'uuid' } })

type Pilots = TableRows<typeof pilotTable>

/** For `QuestionAdded`. */
export function noteAdded(pilots: Pilots, { questionId, source }: FactOf<'QuestionAdded'>['data']): void {
  if (source === 'ai') pilots.insert({ question_id: questionId })
}

/** For `QuestionPromoted`. Answers from before stay without a score. */
export const notePromoted = (pilots: Pilots, { questionId }: FactOf<'QuestionPromoted'>['data']): void =>
  pilots.remove({ question_id: questionId })

/** 1 where an answer counts as right or wrong, 0 where the question is on trial: nobody knows yet whether its key is right. */
export function scoredNow(pilots: Pilots, questionId: string): 0 | 1 {
  let scored: 0 | 1 = 1
  pilots.update({ question_id: questionId }, (pilot) => {
    if (pilot !== null) scored = 0
    return pilot
  })
  return scored
}
