import type { AskedItem, ItemAnswer } from '@medicready/domain/questions/content/item'
import { describe, expect, it } from 'vitest'
import { compared, orderedReasons } from './comparison.ts'

const parts = (...texts: string[]) => texts.map((text) => ({ id: text.charAt(0).toLowerCase(), text }))
const told = (item: AskedItem, key: ItemAnswer, answer: ItemAnswer | null) =>
  compared({ item, key }, answer).map(({ part, right, given, isRight }) =>
    [part, right, given ?? 'nothing', isRight ? 'right' : 'wrong'].filter((word) => word !== null).join(' | '),
  )

describe('the right and the given answer', () => {
  it('stand side by side with their letters', () => {
    const item: AskedItem = { kind: 'multiple_choice', options: parts('Airway', 'Breathing', 'Circulation', 'Disability') }
    const key: ItemAnswer = { kind: 'multiple_choice', option: 'a' }
    expect(told(item, key, { kind: 'multiple_choice', option: 'c' })).toEqual(['A. Airway | C. Circulation | wrong'])
    expect(told(item, key, null)).toEqual(['A. Airway | nothing | wrong'])
  })

  it('are paired where several were chosen: first what is right in both', () => {
    const item: AskedItem = { kind: 'multiple_response', options: parts('Airway', 'Breathing', 'Circulation', 'Disability'), choose: 2 }
    expect(told(item, { kind: 'multiple_response', options: ['a', 'c'] }, { kind: 'multiple_response', options: ['d', 'c'] })).toEqual([
      'C. Circulation | C. Circulation | right',
      'A. Airway | D. Disability | wrong',
    ])
  })

  it('go step by step, thing by thing and row by row', () => {
    const steps: AskedItem = { kind: 'build_list', steps: parts('Airway', 'Breathing', 'Circulation') }
    expect(told(steps, { kind: 'build_list', order: ['a', 'b', 'c'] }, { kind: 'build_list', order: ['a', 'c', 'b'] })).toEqual([
      'Step 1 | Airway | Airway | right',
      'Step 2 | Breathing | Circulation | wrong',
      'Step 3 | Circulation | Breathing | wrong',
    ])
    const boxes: AskedItem = { kind: 'drag_drop', things: parts('Fever', 'Rash'), boxes: parts('Sign', 'Cause') }
    const placed = (f: string, r: string): ItemAnswer => ({ kind: 'drag_drop', placement: { f, r } })
    expect(told(boxes, placed('s', 's'), placed('c', 's'))).toEqual(['Fever | Sign | Cause | wrong', 'Rash | Sign | Sign | right'])
    const table: AskedItem = { kind: 'options_table', rows: parts('Give', 'Hold'), columns: parts('Yes', 'No') }
    const marked = (g: string, h: string): ItemAnswer => ({ kind: 'options_table', marks: { g, h } })
    expect(told(table, marked('y', 'n'), marked('y', 'y'))).toEqual(['Give | Yes | Yes | right', 'Hold | No | Yes | wrong'])
  })

  it('say a number with its unit', () => {
    const item: AskedItem = { kind: 'fill_in_blank', unit: 'mL/h' }
    expect(told(item, { kind: 'fill_in_blank', value: 30 }, { kind: 'fill_in_blank', value: 3 })).toEqual(['30 mL/h | 3 mL/h | wrong'])
  })
})

describe('the reasons', () => {
  it('stand in the order of what has letters, and else in their own', () => {
    const reasons = [
      { id: 'b', text: 'Breathing', rationale: 'Later.' },
      { id: 'a', text: 'Airway', rationale: 'First.' },
    ]
    const ids = (item: AskedItem) => orderedReasons({ item, rationales: reasons }).map(({ id }) => id)
    expect(ids({ kind: 'multiple_choice', options: parts('Airway', 'Breathing') })).toEqual(['a', 'b'])
    expect(ids({ kind: 'build_list', steps: parts('Airway', 'Breathing') })).toEqual(['b', 'a'])
  })
})
