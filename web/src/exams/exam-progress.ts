import type { ExamQuestion, PracticeExam } from '@medicready/domain/contract/exams'
import type { ItemAnswer, Question } from '@medicready/domain/contract/questions'
import type { EarlierPart } from '../answering/case-panel.tsx'
import { compared } from '../answering/comparison.ts'
import type { Response } from '../api/client.ts'

export type GivenQuestion = Response<'GET /api/practice-exams/{examId}/questions'>[number]
export type ExamAnswered = Response<'POST /api/practice-exams/{examId}/answer'>

/** An exam as it is taken: what it has given so far, and by how much the server's clock is ahead of this device's. */
export interface TakenExam {
  readonly exam: PracticeExam
  readonly questions: readonly GivenQuestion[]
  readonly skew: number
}

/** The question that is to be answered now; undefined where what was read is behind what was answered. */
export const dueIn = ({ questions }: TakenExam): GivenQuestion | undefined => questions.find(({ isAnswered }) => !isAnswered)

/** Of the part of a set, the parts before it, as they were answered. */
export function earlierParts({ questions }: TakenExam, { order, asked }: ExamQuestion): EarlierPart[] {
  const before = order - ((asked.scenario?.part ?? 1) - 1)
  return questions.flatMap((entry) =>
    entry.order >= before && entry.order < order && entry.given
      ? [{ question: entry.asked, selectedAnswer: entry.given.selectedAnswer, result: null }]
      : [],
  )
}

/** The exam after an answer: what was given is answered, and what follows is given. */
export function afterAnswer(taken: TakenExam, questionId: string, answer: ItemAnswer, answered: ExamAnswered): TakenExam {
  const { nextQuestion, questionsAnswered, totalQuestions, scoreEstimate, currentDifficulty } = answered
  const known = taken.questions.map((entry) =>
    entry.id === questionId && !entry.isAnswered
      ? { ...entry, isAnswered: true, given: { selectedAnswer: inWords(entry.asked, answer), answer } }
      : entry,
  )
  return {
    ...taken,
    exam: { ...taken.exam, questionsAnswered, totalQuestions, scoreEstimate, currentDifficulty },
    questions: !nextQuestion || known.some(({ id }) => id === nextQuestion.id) ? known : [...known, justGiven(nextQuestion)],
  }
}

/** Whether the exam went on elsewhere before an answer came in: then what stands between is to be read. */
export const wentOnElsewhere = ({ order }: ExamQuestion, { nextQuestion, questionsAnswered }: ExamAnswered): boolean =>
  nextQuestion !== null && (nextQuestion.order !== order + 1 || questionsAnswered !== order)

/** The later one of what stands here and what was read: a read model may be behind what was answered here. */
export const laterOf = (here: TakenExam | null | undefined, read: TakenExam): TakenExam =>
  here && !read.exam.isCompleted && answeredIn(here) > answeredIn(read) ? { ...here, skew: read.skew } : read

const answeredIn = ({ questions }: TakenExam): number => questions.filter(({ isAnswered }) => isAnswered).length

const justGiven = (question: ExamQuestion): GivenQuestion => ({
  ...question,
  isAnswered: false,
  given: null,
  result: null,
  isPilot: null,
  timeSpentSeconds: null,
})

/** An answer in the words of what was asked. */
const inWords = ({ item }: Question, answer: ItemAnswer): string =>
  compared({ item, key: answer }, answer)
    .map(({ part, right }) => (part === null ? right : `${part}: ${right}`))
    .join('\n')
