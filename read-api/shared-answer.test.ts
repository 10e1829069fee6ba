import { expect, test } from 'vitest'
import { SharedAnswer } from './shared-query.ts'

/** A question that is answered when the test says so, by the number of times that it was asked. */
function question() {
  const answers: PromiseWithResolvers<number>[] = []
  const shared = new SharedAnswer(() => {
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  })
  return { shared, asked: () => answers.length, answer: (time: number) => answers[time - 1]?.resolve(time), answers }
}

test('many who ask at once are answered by two questions: the one under way, and one that begins after they asked', async () => {
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

test('a question that fails is asked again by those who wait', async () => {
  const { shared, answer, answers } = question()
  const first = shared.ask()
  const second = shared.ask()
  answers[0]?.reject(new Error('nobody knows'))
  await expect(first).rejects.toThrow('nobody knows')
  await Promise.resolve()
  answer(2)
  expect(await second).toBe(2)
})
