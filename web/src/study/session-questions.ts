import type { DailyQuestion } from '@medicready/domain/contract/study'

/** The questions of a session after others were fetched: those it began with, brought up to date while their day lasts. The next day's are for the next session. */
export const sessionQuestions = (begunWith: readonly DailyQuestion[], fetched: readonly DailyQuestion[]): readonly DailyQuestion[] =>
  begunWith.length === 0 || fetched[0]?.assignedDate === begunWith[0]?.assignedDate ? fetched : begunWith
