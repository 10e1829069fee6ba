import { expect, test } from 'vitest'
import { SharedAnswer } from './shared-query.ts'

/** A query that returns when the test says so, with the number of its call. */
function question() {
  const answers: PromiseWithResolvers<number>[] = []
  const shared = new SharedAnswer(() => {
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  })
  return { shared, asked: () => answers.length, answer: (time: number) => answers[time - 1]?.resolve(time), answers }
}

test('many concurrent callers share two queries: the current one and one that begins after they asked', async () => {
  const { shared, asked, answer } = question()
  const first = shared.ask()
  const others = Array.from({ length: 1_000 }, () => shared.ask())
  expect(asked()).toBe(1)
  answer(1)
  expect(await first).toBe(1)
  const late = shared.ask()
  expect(asked()).toBe(2)
  answer(2)
  expect(new Set(await Promise.all(others))).toEqual(new Set([2]))
  answer(3)
  expect(await late).toBe(3)
})

test('a failed query is repeated for those waiting', async () => {
  const { shared, answer, answers } = question()
  const first = shared.ask()
  const second = shared.ask()
  answers[0]?.reject(new Error('no answer'))
  await expect(first).rejects.toThrow('no answer')
  await Promise.resolve()
  answer(2)
  expect(await second).toBe(2)
})
