import { describe, expect, it } from 'vitest'
import { type AnswerDraft, changeDraft, type DraftChange, emptyDraft, pairId, pairOf, targetOf } from './answer-draft.ts'

const among = ['cpr', 'oxygen', 'fluid']
const choose = (id: string, insteadOf: readonly string[] = among): DraftChange => ({ type: 'choose', id, insteadOf })
const strike = (id: string): DraftChange => ({ type: 'strike', id })
const after = (...changes: DraftChange[]): AnswerDraft => changes.reduce(changeDraft, emptyDraft)

describe('a draft of an answer', () => {
  it('holds one choice at a time where they exclude each other, and several where they do not', () => {
    expect(after(choose('cpr'), choose('oxygen')).chosen).toEqual(['oxygen'])
    expect(after(choose('cpr', []), choose('oxygen', []), choose('cpr', [])).chosen).toEqual(['oxygen', 'cpr'])
    expect(after(choose('cpr', []), choose('oxygen', []), { type: 'takeOut', id: 'cpr' }).chosen).toEqual(['oxygen'])
  })

  it('rules choices out and takes them back', () => {
    expect(after(strike('cpr'), strike('oxygen'), strike('cpr'))).toEqual({ ...emptyDraft, struck: ['oxygen'] })
  })

  it('takes a ruled out choice back in by choosing it', () => {
    expect(after(strike('cpr'), choose('cpr'))).toEqual({ ...emptyDraft, chosen: ['cpr'] })
    expect(after(strike('cpr'), { type: 'move', id: 'cpr', to: 0 })).toEqual({ ...emptyDraft, chosen: ['cpr'] })
  })

  it('takes a choice out of the answer when it is ruled out, and only then', () => {
    expect(after(choose('cpr'), strike('cpr'))).toEqual({ ...emptyDraft, struck: ['cpr'] })
    expect(after(choose('cpr'), strike('oxygen'))).toEqual({ ...emptyDraft, chosen: ['cpr'], struck: ['oxygen'] })
  })

  it('keeps an order, in which each part stands once', () => {
    const order = after(choose('a', []), choose('b', []), choose('c', []))
    const move = (id: string, to: number) => changeDraft(order, { type: 'move', id, to }).chosen
    expect(move('c', 0)).toEqual(['c', 'a', 'b'])
    expect(move('a', 1)).toEqual(['b', 'a', 'c'])
    expect(move('a', 9)).toEqual(['b', 'c', 'a'])
    expect(move('b', -1)).toEqual(['b', 'a', 'c'])
    expect(move('d', 1)).toEqual(['a', 'd', 'b', 'c'])
  })

  it('keeps hold of what is moved within the order, and lets go of what was put somewhere or taken out', () => {
    const held = after(choose('a', []), choose('b', []), { type: 'hold', id: 'b' })
    expect(changeDraft(held, { type: 'move', id: 'b', to: 0 }).held).toBe('b')
    expect(changeDraft(held, choose('c', [])).held).toBeNull()
    expect(changeDraft(held, { type: 'takeOut', id: 'b' }).held).toBeNull()
  })

  it('says of each part where it stands, by the pair of both ids', () => {
    expect(pairOf(pairId('lidocaine', 'class-1'))).toEqual({ part: 'lidocaine', target: 'class-1' })
    expect(targetOf([pairId('a', 'x'), pairId('b', 'y')], 'b')).toBe('y')
    expect(targetOf([], 'b')).toBeUndefined()
  })
})
