import { describe, expect, it } from 'vitest'
import { type AnswerDraft, changeDraft, type DraftChange, emptyDraft } from './answer-draft.ts'

const select = (choice: string): DraftChange => ({ type: 'select', choice })
const strike = (choice: string): DraftChange => ({ type: 'strike', choice })
const after = (...changes: DraftChange[]): AnswerDraft => changes.reduce(changeDraft, emptyDraft)

describe('a draft of an answer', () => {
  it('holds one choice at a time', () => {
    expect(after(select('CPR'), select('Oxygen'))).toEqual({ selected: 'Oxygen', struck: [] })
  })

  it('rules choices out and takes them back', () => {
    expect(after(strike('CPR'), strike('Oxygen'), strike('CPR'))).toEqual({ selected: '', struck: ['Oxygen'] })
  })

  it('takes a ruled out choice back in by selecting it', () => {
    expect(after(strike('CPR'), select('CPR'))).toEqual({ selected: 'CPR', struck: [] })
  })

  it('clears the selection when its choice is ruled out, and only then', () => {
    expect(after(select('CPR'), strike('CPR'))).toEqual({ selected: '', struck: ['CPR'] })
    expect(after(select('CPR'), strike('Oxygen'))).toEqual({ selected: 'CPR', struck: ['Oxygen'] })
  })
})
