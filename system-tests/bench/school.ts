import { Signer } from '@fastify/cookie'
import { SESSION_COOKIE } from '@medicready/platform/http/identity'
import type { HistoryEvent } from '@medicready/platform/testing/history'
import { diligentLearner } from '../population/diligent.ts'
import { bankQuestions } from '../population/questions.ts'
import { type BenchProduct, project, signIn, writeLog } from './bench-product.ts'

const ANSWERS = 1_500

/** Starts the built product with learners who have studied the bank for a year. Returns their ids. */
export async function openSchool(bench: BenchProduct, seeds: readonly number[], more: Iterable<HistoryEvent> = []): Promise<string[]> {
  const questions = await bankQuestions()
  const today = new Date().toISOString().slice(0, 10)
  const learners = seeds.map((seed) =>
    diligentLearner({ seed, answers: ANSWERS, today, questionOf: (_, chance) => chance.pick(questions) }),
  )
  function* past() {
    yield* more
    for (const { events } of learners) yield* events
  }
  await writeLog(bench, past())
  await bench.serve()
  await project(bench)
  await bench.serve('projector', 'command-api', 'read-api', 'edge')
  const userIds = learners.map(({ userId }) => userId)
  await signIn(bench.sql, userIds)
  return userIds
}

export const cookieOf = ({ environment }: BenchProduct, userId: string) => ({
  name: SESSION_COOKIE,
  value: encodeURIComponent(new Signer(environment.SESSION_SECRET).sign(userId)),
})
