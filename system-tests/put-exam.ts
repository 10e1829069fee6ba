import { type CompletedAnswer, type ExamChoice, type ExamEvent, examAggregate } from '@medicready/domain/exams/exam'
import { bookExam, examineeAggregate } from '@medicready/domain/exams/examinee'
import { drawUpPool, examPoolAggregate } from '@medicready/domain/exams/pool'
import { blueprints } from '@medicready/domain/exams/shown/blueprints'
import { answerInExam, choiceOf, examAnswered, examCompleted, examStarted } from '@medicready/domain/exams/testing/exam-facts'
import { keyOf } from '@medicready/domain/questions/content/item'
import { wrongAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { placeInSet } from '@medicready/domain/questions/delivered-question'
import { v4 as uuidV4 } from 'uuid'
import type { Backend } from './backend.ts'

interface Wish {
  readonly userId: string
  readonly answered: readonly { readonly questionId: string; readonly isCorrect: boolean }[]
  /** A question, or all parts of a set; nothing once the exam has ended. */
  readonly next?: readonly string[]
  readonly startedAt?: string
}

/** Puts a full simulation into the log; it is completed where nothing comes next. */
export async function putExam(
  backend: Pick<Backend, 'keyTo' | 'execute' | 'clock'>,
  { userId, answered, next = [], startedAt = backend.clock() }: Wish,
): Promise<string> {
  const [examId, poolId] = [uuidV4(), uuidV4()]
  const date = startedAt.slice(0, 10)
  const ofExam = { userId, examId, date }
  const choices: ExamChoice[] = []
  for (const ids of [...answered.map(({ questionId }) => [questionId]), ...(next.length > 0 ? [next] : [])]) {
    const items = []
    for (const questionId of ids) {
      const content = (await backend.keyTo(questionId)).content
      const [item] = choiceOf({ questionId, questionVersion: 1, module: content.module, isScored: true }).items
      if (item) items.push({ ...item, set: placeInSet(content) })
    }
    choices.push({ items, deficit: 0.4, among: 20, rank: 3 })
  }
  const [first] = choices
  if (!first) throw new Error('An exam gives something first.')
  const answers: CompletedAnswer[] = []
  for (const [index, { questionId, isCorrect }] of answered.entries()) {
    const { item, module } = (await backend.keyTo(questionId)).content
    const answer = isCorrect ? keyOf(item) : wrongAnswerTo(item)
    answers.push(answerInExam({ date, questionId, module, order: index + 1, answer, isCorrect, answeredAt: startedAt }))
  }
  const events: ExamEvent[] = [
    examStarted(ofExam, { first, poolId, startedAt }),
    ...answers.map((answer, index) => examAnswered(ofExam, answer, choices[index + 1] ?? null)),
    ...(next.length === 0 ? [examCompleted(ofExam, answers)] : []),
  ]
  const poolItems = choices
    .flatMap(({ items }) => items)
    .map(({ category: _, ...item }) => ({ ...item, domain: 'Trauma' as const, isJudgment: false, standardError: 0.75 }))
  const until = new Date(Date.parse(startedAt) + 60_000 * blueprints.full_simulation.minutes).toISOString()
  await backend.execute(examPoolAggregate, poolId, drawUpPool({ poolId, calibrationId: null, items: poolItems }))
  await backend.execute(examineeAggregate, userId, bookExam({ userId, examId, bookedAt: startedAt, until, hasEnded: () => true }))
  await backend.execute(examAggregate, examId, () => events)
  return examId
}
