import { examQuestion } from '@medicready/domain/contract/exams/exam-question'
import type { examCalls, PracticeExam } from '@medicready/domain/contract/exams/exams'
import { answerResult, withheldAnswer } from '@medicready/domain/contract/questions/answer-result'
import { scoreOf } from '@medicready/domain/exams/shown/score'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { type ExamItemRow, type ExamRow, examsOf, seenItems, standardErrorsOf } from '@medicready/projector/read-models/exams/exam-queries'
import type { Routes } from '../read-dependencies.ts'
import { camelled } from '../reading.ts'
import { disclosing } from '../study/disclosures.ts'

type AnsweredRow = ExamItemRow & {
  readonly [Name in 'is_correct' | 'ability' | 'standard_error']: NonNullable<ExamItemRow[Name]>
}

const isAnswered = (row: ExamItemRow): row is AnsweredRow => row.answered_at !== null

/** Before the end, only the estimate hints at what was right. */
const toExam = ({ is_completed: isTold, ...row }: ExamRow): PracticeExam => ({
  ...camelled(row),
  isCompleted: isTold,
  correctAnswers: isTold ? row.correct_answers : null,
  abilityLevel: isTold ? row.ability_level : null,
  standardError: isTold ? row.standard_error : null,
  targetModules: [...row.target_modules],
  // The counted answers would reveal which items were pilots.
  domainCounts: isTold || row.pilots === 0 ? row.domain_counts : {},
  domainCorrect: isTold && !row.is_withheld ? row.domain_correct : null,
  avgCorrectDifficulty: isTold ? row.avg_correct_difficulty : null,
})

export const examRoutes: Routes<typeof examCalls> = ({ sql, reading, versions, pictureAddressOf: addressOf, disclosures }) => {
  async function examOf(userId: string, examId: string) {
    const disclosure = await disclosures.to(userId)
    const [exam] = await examsOf(sql, { userId, ...disclosure, examId })
    if (!exam) throw new Rejection('examNotFound')
    return { exam, ...disclosure }
  }

  const ofDecisions = [examsOf, seenItems, standardErrorsOf, ...disclosing]
  return {
    'GET /api/practice-exams/history': reading([examsOf, ...disclosing], async ({ identity: { userId } }) =>
      (await examsOf(sql, { userId, ...(await disclosures.to(userId)), examId: null })).map(toExam),
    ),

    'GET /api/practice-exams/{examId}': reading([examsOf, ...disclosing], async ({ params: { examId }, identity: { userId } }) =>
      toExam((await examOf(userId, examId)).exam),
    ),

    'GET /api/practice-exams/{examId}/questions': reading(
      [examsOf, seenItems, versions, ...disclosing],
      async ({ params: { examId }, identity: { userId } }) => {
        const { exam, shows, withheld } = await examOf(userId, examId)
        const rows = await seenItems(sql, exam)
        const keyOf = ({ question_id: questionId, question_version: version }: ExamItemRow) => ({ questionId, version })
        const find = await versions.find(rows.map(keyOf))
        return rows.flatMap((row) => {
          const version = find(keyOf(row))
          if (!version) return []
          const given = isAnswered(row) ? { answer: row.selected_answer, isCorrect: row.is_correct } : null
          const isTold = exam.is_completed && !withheld.has(row.question_id)
          return {
            ...examQuestion(version.asked, { order: row.order_in_exam, difficulty: row.difficulty }),
            isAnswered: given !== null,
            given: given && withheldAnswer(version, given.answer),
            result: given && isTold ? answerResult(version, given, { shows, addressOf }) : null,
            isPilot: exam.is_completed ? row.is_pilot : null,
            timeSpentSeconds: row.time_spent_seconds,
          }
        })
      },
    ),

    'GET /api/practice-exams/{examId}/decisions': reading(ofDecisions, async ({ params: { examId }, identity: { userId } }) => {
      const { exam, withheld } = await examOf(userId, examId)
      if (!exam.is_completed) throw new Rejection('examNotCompleted')
      const answered = (await seenItems(sql, exam)).filter(isAnswered)
      // The ability after an answer, and everything later, reveals whether it was right.
      const told = answered.findIndex((row) => withheld.has(row.question_id))
      const parts = await standardErrorsOf(sql, exam.pool_id)
      const standardErrors: Readonly<Record<string, number>> = Object.assign({}, ...parts.map(({ standard_errors }) => standard_errors))
      return {
        cut: exam.cut,
        decisions: answered.slice(0, told < 0 ? answered.length : told).map((row) => ({
          ...camelled(row),
          order: row.order_in_exam,
          uncertainty: standardErrors[row.question_id] ?? null,
          score: scoreOf(row.ability, exam.cut),
        })),
      }
    }),
  }
}
