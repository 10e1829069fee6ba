import { describe, expect, it } from 'vitest'
import { deadlinesOf, secondsLeft } from './countdown.tsx'
import { justDrawn } from './queries.ts'

const at = (time: string) => Date.parse(`2026-03-01T${time}Z`)
const questionIds = ['7b0f0c1e-52d6-4d3a-8b11-0d8a7b2f6c55', '7b0f0c1e-52d6-4d3a-8b11-0d8a7b2f6c56'] as const
const entry = (id: string, isAnswered: boolean) => ({
  ...justDrawn({
    id,
    version: 1,
    module: 'Trauma',
    questionType: 'multiple_choice',
    stem: 'What first?',
    picture: null,
    scenario: null,
    choices: [],
    item: { kind: 'multiple_choice', options: [] },
    difficulty: 'easy',
    bloomsLevel: 'apply',
  }),
  isAnswered,
})

describe('the time for a question', () => {
  const session = {
    secondsPerQuestion: 90,
    clockStartedAt: '2026-03-01T12:00:00.000Z',
    questions: [entry(questionIds[0], true), entry(questionIds[1], false)],
  }

  it('is absent if nothing counts down', () => {
    expect(deadlinesOf({ ...session, secondsPerQuestion: null, clockStartedAt: null }, 0)).toBeNull()
  })

  it("uses the server's clock, whatever the device's clock says", () => {
    expect(deadlinesOf(session, 0)?.(questionIds[1], at('12:00:30')).endsAt).toBe(at('12:01:30'))
    expect(deadlinesOf(session, -60_000)?.(questionIds[1], at('12:01:30')).endsAt).toBe(at('12:02:30'))
  })

  it('begins when the question is shown, until the server has said more', () => {
    expect(deadlinesOf(session, 0)?.(questionIds[0], at('12:05:00')).endsAt).toBe(at('12:06:30'))
  })

  it('counts down to zero and no further', () => {
    const deadline = { endsAt: at('12:01:30'), seconds: 90 }
    const left = (time: string) => secondsLeft(deadline, at(time))
    expect(['11:59:59', '12:00:00', '12:00:00.001', '12:01:20', '12:01:29.999', '12:01:30', '13:00:00'].map(left)).toEqual([
      90, 90, 90, 10, 1, 0, 0,
    ])
  })
})
