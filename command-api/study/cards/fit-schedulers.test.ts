import { addDays } from '@medicready/domain/core/shown/calendar'
import { DEFAULT_PARAMETERS } from '@medicready/domain/study/cards/memory'
import type { SchedulerEvent } from '@medicready/domain/study/cards/scheduler'
import { cards } from '@medicready/projector/read-models/study/cards'
import { createReadTables } from '@medicready/projector/testing/read-tables'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, expect, test } from 'vitest'
import { startTestStores } from '../../testing/test-stores.ts'
import { fitSchedulers } from './fit-schedulers.ts'

const stores = await startTestStores()
const { sql, commands, eventStore } = stores
const clock = () => '2026-06-01T08:40:00.000Z'
const { signal } = new AbortController()

const rows = await createReadTables(sql, cards)
afterAll(() => stores.close())

/** A learner who knows a question after one day and has forgotten it after three. */
async function forgetful(cardCount: number, reviewsEach: number): Promise<string> {
  const userId = uuidV4()
  for (let card = 0; card < cardCount; card++) {
    const questionId = uuidV4()
    let on = addDays('2026-03-01', card % 20)
    for (let review = 0; review < reviewsEach; review++) {
      const elapsed = review === 0 ? null : [1, 3, 1, 4][(card + review) % 4]
      on = addDays(on, elapsed ?? 0)
      const grade = elapsed === null || elapsed === 1 ? 'good' : 'again'
      await rows.spaced_repetition_reviews.set({
        user_id: userId,
        question_id: questionId,
        grade,
        elapsed_days: elapsed ?? null,
        reviewed_on: on,
        reviewed_at: `${on}T12:00:00Z`,
      })
    }
    await rows.spaced_repetition_cards.set({ user_id: userId, question_id: questionId, total_reviews: reviewsEach })
  }
  return userId
}
const factsOf = async (userId: string) =>
  (await eventStore.readStream(`scheduler-${userId}`)).map(({ data }) => data as SchedulerEvent['data'])

test('after 400 reviews a learner gets parameters that predict better, once for that number', async () => {
  const deps = { sql, commands, clock, signal }
  const [many, few] = [await forgetful(80, 5), await forgetful(20, 5)]
  expect(await fitSchedulers(deps)).toEqual({ looked: 1, kept: 1 })
  const [fact] = await factsOf(many)
  expect(fact).toMatchObject({ isKept: true, reviews: 400 })
  expect(fact?.logLoss.fitted).toBeLessThan(fact?.logLoss.before ?? 0)
  expect(fact?.parameters).toHaveLength(DEFAULT_PARAMETERS.length)
  expect(await factsOf(few)).toEqual([])
  expect(await fitSchedulers(deps)).toEqual({ looked: 0, kept: 0 })
  expect(await factsOf(many)).toHaveLength(1)
})
