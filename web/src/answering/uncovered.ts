import type { AnswerResult } from '@medicready/domain/contract/questions/questions'
import type { GivenAnswer } from '@medicready/domain/contract/study/study'
import { WithheldError } from '../api/errors.ts'

type Uncovered<Given> = Extract<Given, AnswerResult>

/** What came of an answer. Throws where that is withheld until a timed exam has ended, with the words for it. */
export function uncovered(given: GivenAnswer): Uncovered<GivenAnswer> {
  if (given.isWithheld) throw new WithheldError()
  return given
}
