import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import type { Fact } from '@medicready/domain/events'
import { keyOf } from '@medicready/domain/questions/content/item'
import { v4 as uuidV4 } from 'uuid'
import { type AddedQuestion, bankQuestions, delivered } from '../population/questions.ts'
import { type BenchProduct, benchMetadata, signIn } from './bench-product.ts'
import { closedLoop } from './rounds.ts'

export const QUESTIONS_A_DAY = 40
const AT_ONCE = 32

export interface BenchStudent {
  readonly userId: string
  readonly bearer: string
}

/** `more` adds streams of each student. */
export async function premiumStudents(
  { eventStore, sql }: BenchProduct,
  count: number,
  more: (userId: string, index: number) => Readonly<Record<string, Fact>> = () => ({}),
): Promise<BenchStudent[]> {
  const metadata = benchMetadata()
  const append = (streamName: string, ...facts: readonly Fact[]) =>
    eventStore().append(
      streamName,
      'no_stream',
      facts.map((event) => ({ id: uuidV4(), event, metadata })),
    )
  const userIds = Array.from({ length: count }, () => uuidV4())
  await closedLoop(AT_ONCE, count, async (index) => {
    const userId = userIds[index] as string
    await append(`account-${userId}`, accountRegistered(userId, { email: `${userId}@example.org` }), emailVerified(userId))
    await append(`subscription-${userId}`, {
      type: 'TierChanged',
      data: { userId, from: 'free', to: 'premium', cause: 'granted', reason: null },
    })
    for (const [streamName, fact] of Object.entries(more(userId, index))) await append(streamName, fact)
  })
  const tokens = await signIn(sql, userIds)
  return userIds.map((userId, index) => ({ userId, bearer: tokens[index] as string }))
}

/** Premium students with the questions of a day. `atOnce` of them answer in turn, then the next ones do. */
export async function answersToGive(bench: BenchProduct, count: number, atOnce: number) {
  const bank = await bankQuestions()
  const date = new Date().toISOString().slice(0, 10)
  const drawnBy = (index: number) =>
    Array.from({ length: QUESTIONS_A_DAY }, (_, offset) => bank[(index * 7 + offset) % bank.length] as AddedQuestion)
  const students = await premiumStudents(bench, Math.ceil(count / QUESTIONS_A_DAY) + atOnce, (userId, index) => {
    const questions = drawnBy(index).map(delivered)
    const drawn: Fact = { type: 'QuestionsDrawn', data: { userId, date, questions, mode: 'practice', studySessionId: null } }
    return { [`studyDay-${userId}_${date}`]: drawn }
  })

  function* inTurn() {
    for (let first = 0; first < students.length; first += atOnce)
      for (let question = 0; question < QUESTIONS_A_DAY; question++)
        for (let index = first; index < Math.min(first + atOnce, students.length); index++) {
          const { questionId, content } = drawnBy(index)[question] as AddedQuestion
          yield { questionId, answer: keyOf(content.item), bearer: (students[index] as BenchStudent).bearer }
        }
  }
  const answers = inTurn()
  return () => {
    const next = answers.next()
    if (next.done) throw new Error('There is nothing left to answer.')
    return next.value
  }
}
