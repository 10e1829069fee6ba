import { answerResult, withheldAnswer } from '@medicready/domain/contract/questions/answer-result'
import type { studySessionCalls } from '@medicready/domain/contract/study/study-sessions'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { deliveriesOf } from '@medicready/projector/read-models/study/day-queries'
import { answersIn, type StudySessionRow, sessionOf, sessionsOf } from '@medicready/projector/read-models/study/session-queries'
import type { Routes } from '../read-dependencies.ts'
import { camelled, TimeKey } from '../reading.ts'
import { disclosing } from './disclosures.ts'
import { shownWhys } from './shown-why.ts'

const toShort = (row: Awaited<ReturnType<typeof sessionsOf>>[number]) => ({
  ...camelled(row),
  correct: row.is_withheld ? null : row.correct_answers,
})

function clockStart({ seconds_per_question, started_at, answered_at, completed_at }: StudySessionRow): string | null {
  return seconds_per_question === null || completed_at !== null ? null : (answered_at ?? started_at)
}

export const studySessionRoutes: Routes<typeof studySessionCalls> = ({ sql, reading, versions, pictureAddressOf, disclosures }) => ({
  'GET /api/study-sessions': reading([...disclosing, sessionsOf], async ({ identity: { userId }, query }) => {
    const withheld = [...(await disclosures.to(userId)).withheld]
    const rows = await sessionsOf(sql, { userId, withheld, ...pageAfter(query, TimeKey) })
    return pageOf(rows, query, { item: toShort, sortKey: ({ started_at, id }) => [started_at, id] })
  }),

  'GET /api/study-sessions/{id}': reading(
    [...disclosing, questions, sessionOf, answersIn, deliveriesOf, shownWhys],
    async ({ params: { id }, identity: { userId } }) => {
      const [session] = await sessionOf(sql, { id, userId })
      if (!session) throw new Rejection('sessionNotFound')
      const [{ shows, withheld }, answers, deliveries, whyOf] = await Promise.all([
        disclosures.to(userId),
        answersIn(sql, session),
        deliveriesOf(sql, { userId, questionIds: session.questions.map(({ questionId }) => questionId) }),
        shownWhys(sql, session.questions),
      ])
      const answerTo = new Map(answers.map((answer) => [answer.question_id, answer]))
      const deliveryOf = new Map(deliveries.map((delivery) => [delivery.question_id, delivery]))
      const keyOf = ({ questionId, questionVersion }: (typeof session.questions)[number]) => ({ questionId, version: questionVersion })
      const find = await versions.find(session.questions.map(keyOf))
      return {
        id,
        mode: session.mode,
        startedAt: session.started_at,
        completedAt: session.completed_at,
        secondsPerQuestion: session.seconds_per_question,
        clockStartedAt: clockStart(session),
        questions: session.questions.flatMap((question) => {
          const known = find(keyOf(question))
          if (!known) return []
          const { questionId, set, shuffle } = question
          const version = versions.inOrder(known, shuffle)
          const answer = answerTo.get(questionId)
          const delivery = deliveryOf.get(questionId)
          return {
            questionId,
            part: set && { part: set.part, of: set.of },
            question: delivery?.is_closed && !answer ? null : version.asked,
            why: whyOf(question),
            isAnswered: answer !== undefined,
            result:
              answer && !withheld.has(questionId)
                ? answerResult(version, { answer: answer.answer, isCorrect: answer.is_correct }, { shows, addressOf: pictureAddressOf })
                : null,
            given: answer ? withheldAnswer(version, answer.answer) : null,
            flaggedForReview: delivery?.flagged_for_review ?? false,
          }
        }),
        score: session.questions.some(({ questionId }) => withheld.has(questionId))
          ? null
          : {
              answered: session.answered,
              scored: session.scored_answers,
              correct: session.correct_answers,
              timeSpentSeconds: session.time_spent_seconds,
            },
      }
    },
  ),
})
