import type { ExamQuestion, PracticeExam } from '@medicready/domain/contract/exams/exams'
import type { ItemAnswer, Question } from '@medicready/domain/contract/questions/questions'
import { isSameAnswer } from '../answering/answer/item-answer.ts'
import type { EarlierPart } from '../answering/case-panel.tsx'
import { compared } from '../answering/comparison.ts'
import type { Response } from '../api/client.ts'
import type { ToastWords } from '../ui/toast.tsx'

export type GivenQuestion = Response<'GET /api/practice-exams/{examId}/questions'>[number]
export type ExamAnswered = Response<'POST /api/practice-exams/{examId}/answer'>

/** With the offset of the server's clock from this device's, in milliseconds. */
export interface TakenExam {
  readonly exam: PracticeExam
  readonly questions: readonly GivenQuestion[]
  readonly skew: number
}

/** Undefined if the read is behind the answers. */
export const dueIn = ({ questions }: TakenExam): GivenQuestion | undefined => questions.find(({ isAnswered }) => !isAnswered)

/** Parts before a part of a case, as they were answered. */
export function earlierParts({ questions }: TakenExam, { order, asked }: ExamQuestion): EarlierPart[] {
  const before = order - ((asked.scenario?.part ?? 1) - 1)
  return questions.flatMap((entry) =>
    entry.order >= before && entry.order < order && entry.given
      ? [{ question: entry.asked, selectedAnswer: entry.given.selectedAnswer, result: null }]
      : [],
  )
}

export function afterAnswer(taken: TakenExam, questionId: string, answered: ExamAnswered): TakenExam {
  const { nextQuestion, answer, questionsAnswered, totalQuestions, scoreEstimate, currentDifficulty } = answered
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

/** Whether questions between were answered on another screen and must be fetched. */
export const wentOnElsewhere = ({ order }: ExamQuestion, { questionsAnswered }: ExamAnswered): boolean => questionsAnswered !== order

/** Null if this screen was first. */
export function elsewhereWords(question: ExamQuestion, sent: ItemAnswer, answered: ExamAnswered): ToastWords | null {
  if (isSameAnswer(answered.answer, sent) && !wentOnElsewhere(question, answered)) return null
  return answeredElsewhere(answered.examCompleted ? 'Your exam has ended there.' : undefined)
}

export const answeredElsewhere = (now = 'This is your current question.'): ToastWords => ({
  title: 'Answered Elsewhere',
  description: `That question was answered on another screen. The first answer counts. ${now}`,
})

/** The more advanced of the two: a read model may lag behind answers given here. */
export const laterOf = (here: TakenExam | null | undefined, read: TakenExam): TakenExam =>
  here && !read.exam.isCompleted && read.exam.givenUpAt === null && here.exam.questionsAnswered > read.exam.questionsAnswered
    ? { ...here, skew: read.skew }
    : read

/** The two are read separately; the questions decide how far the exam has come. */
export const readAs = (exam: PracticeExam, questions: readonly GivenQuestion[], skew: number): TakenExam => ({
  exam: { ...exam, questionsAnswered: questions.filter(({ isAnswered }) => isAnswered).length },
  questions,
  skew,
})

const justGiven = (question: ExamQuestion): GivenQuestion => ({
  ...question,
  isAnswered: false,
  given: null,
  result: null,
  isPilot: null,
  timeSpentSeconds: null,
})

const inWords = ({ item }: Question, answer: ItemAnswer): string =>
  compared({ item, key: answer }, answer)
    .map(({ part, right }) => (part === null ? right : `${part}: ${right}`))
    .join('\n')
