import type { DailyQuestion } from '@medicready/domain/contract/study'

/** A session keeps its questions over midnight: what was fetched replaces them only if it is of the same day. */
export const sessionQuestions = (begunWith: readonly DailyQuestion[], fetched: readonly DailyQuestion[]): readonly DailyQuestion[] =>
  begunWith.length === 0 || fetched[0]?.assignedDate === begunWith[0]?.assignedDate ? fetched : begunWith

/** Of the part of a set at a place, the parts before it; none of a question by itself. */
export const earlierParts = (questions: readonly DailyQuestion[], place: number): readonly DailyQuestion[] =>
  questions.slice(place - ((questions[place]?.part?.part ?? 1) - 1), place)
