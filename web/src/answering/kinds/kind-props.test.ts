import { describe, expect, it } from 'vitest'
import { emptyDraft } from '../answer/answer-draft.ts'
import { type ItemOutcome, outcomeOfChoice } from './kind-props.ts'

const draft = (...chosen: string[]) => ({ ...emptyDraft, chosen })
const said = (id: string, chosen: readonly string[], outcome: ItemOutcome) => outcomeOfChoice(id, draft(...chosen), outcome)

describe('what an answer says of a choice', () => {
  const shown: ItemOutcome = { isCorrect: false, right: draft('a', 'b') }

  it('marks what is right, what was given, and what is both', () => {
    expect(said('a', ['a', 'c'], shown)).toEqual({ tone: 'ok', words: 'Your answer, correct' })
    expect(said('b', ['a', 'c'], shown)).toEqual({ tone: 'ok', words: 'Correct answer' })
    expect(said('c', ['a', 'c'], shown)).toEqual({ tone: 'bad', words: 'Your answer' })
    expect(said('d', ['a', 'c'], shown)).toBeNull()
  })

  it('shows of a covered answer only that a single choice was wrong', () => {
    const covered: ItemOutcome = { isCorrect: false, right: null }
    expect(said('c', ['c'], covered)).toEqual({ tone: 'bad', words: 'Your answer' })
    expect(said('a', ['a', 'c'], covered)).toEqual({ tone: 'none', words: 'Your answer' })
    expect(said('b', ['a', 'c'], covered)).toBeNull()
  })

  it('needs no uncovering if everything was right', () => {
    expect(said('a', ['a', 'b'], { isCorrect: true, right: null })).toEqual({ tone: 'ok', words: 'Your answer, correct' })
    expect(said('c', ['a', 'b'], { isCorrect: true, right: null })).toBeNull()
  })
})
