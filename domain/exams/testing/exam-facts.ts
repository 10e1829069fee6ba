import type { FactOf } from '../../events.ts'
import { type CompletedAnswer, type ExamChoice, totalsOf } from '../exam.ts'
import { blueprints } from '../shown/blueprints.ts'
import { CUT, isPassing, scoreOf } from '../shown/score.ts'

interface OfExam {
  readonly userId: string
  readonly examId: string
  readonly date: string
}

/** Defaults to a right answer to a scored item, in twenty seconds, at noon. */
export const answerInExam = (data: Pick<CompletedAnswer, 'date' | 'questionId'> & Partial<CompletedAnswer>): CompletedAnswer => ({
  questionVersion: 1,
  module: 'Trauma',
  order: 1,
  answeredAt: `${data.date}T12:00:00.000Z`,
  answer: { kind: 'multiple_choice', option: 'a' },
  isCorrect: true,
  isScored: true,
  timeSpentSeconds: 20,
  ...data,
})

export const choiceOf = ({
  questionId,
  questionVersion,
  module,
  isScored,
}: Pick<CompletedAnswer, 'questionId' | 'questionVersion' | 'module' | 'isScored'>): ExamChoice => ({
  items: [{ questionId, questionVersion, module, set: null, category: module, difficulty: 0, discrimination: 1, isPilot: !isScored }],
  deficit: 0,
  among: 1,
  rank: 1,
})

export const examStarted = (
  { userId, examId, date }: OfExam,
  data: Pick<FactOf<'ExamStarted'>['data'], 'first' | 'poolId' | 'startedAt'>,
): FactOf<'ExamStarted'> => {
  const { examType, minutes, minItems, maxItems, pilots, stopping, balance, sets } = blueprints.full_simulation
  const rules = { examType, minItems, maxItems, pilots, stopping, balance, sets, seconds: 60 * minutes, cut: CUT }
  const shares = [{ category: data.first.items[0]?.module ?? 'Trauma', percent: 100 }]
  return {
    type: 'ExamStarted',
    data: {
      ...{ userId, examId, date, ...rules, shares, ...data },
      targetModules: [],
      blueprint: 'full_simulation',
      calibrationId: null,
      passedOver: [],
      seed: examId,
    },
  }
}

export const examAnswered = (
  { userId, examId }: Pick<OfExam, 'userId' | 'examId'>,
  answer: CompletedAnswer,
  next: ExamChoice | null = null,
): FactOf<'ExamAnswered'> => ({
  type: 'ExamAnswered',
  data: { userId, examId, ...answer, set: null, category: answer.module, difficulty: 0, ability: 0, standardError: 0.5, next },
})

/** Only answered items were shown. */
export const examGivenUp = (exam: OfExam, answers: readonly CompletedAnswer[]): FactOf<'ExamGivenUp'> => ({
  type: 'ExamGivenUp',
  data: {
    ...exam,
    examType: 'full_exam',
    blueprint: 'full_simulation',
    answered: answers.length,
    seen: answers.map(({ questionId, questionVersion, module }) => ({ questionId, questionVersion, module })),
  },
})

/** The result of its answers, with an ability for the share of right ones. */
export const examCompleted = ({ userId, examId, date }: OfExam, answers: readonly CompletedAnswer[]): FactOf<'ExamCompleted'> => {
  const totals = totalsOf(answers)
  const ability = Math.round(1e6 * (2 * (totals.correct / Math.max(1, totals.scored)) - 1)) / 1e6
  const score = scoreOf(ability, CUT)
  return {
    type: 'ExamCompleted',
    data: {
      ...{ userId, examId, date, ability, score },
      examType: 'full_exam',
      blueprint: 'full_simulation',
      endedBy: 'curtailment',
      outcome: isPassing(score) ? 'undetermined' : 'fail',
      passedAt95Confidence: false,
      standardError: 0.5,
      ...totals,
      answers: [...answers],
    },
  }
}
