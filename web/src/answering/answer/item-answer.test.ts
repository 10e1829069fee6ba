import { type AskedItem, type ItemAnswer, type ItemKind, itemKinds } from '@medicready/domain/questions/content/item'
import { anyAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { describe, expect, it } from 'vitest'
import { type AnswerDraft, changeDraft, emptyDraft } from './answer-draft.ts'
import { answerOf, draftOf, isSameAnswer, keyedChange, lettered, readFigure } from './item-answer.ts'

const parts = (ids: string) => [...ids].map((id) => ({ id, text: `Part ${id.toUpperCase()}` }))
const items: { readonly [Kind in ItemKind]: Extract<AskedItem, { kind: Kind }> } = {
  multiple_choice: { kind: 'multiple_choice', options: parts('abcd') },
  multiple_response: { kind: 'multiple_response', options: parts('abcdef'), choose: 2 },
  build_list: { kind: 'build_list', steps: parts('abcd') },
  drag_drop: { kind: 'drag_drop', boxes: parts('xy'), things: parts('abcd') },
  options_table: { kind: 'options_table', columns: parts('xy'), rows: parts('abc') },
  hot_spot: { kind: 'hot_spot', spots: parts('abc').map((part, index) => ({ ...part, x: 20 * index, y: 50 })) },
  fill_in_blank: { kind: 'fill_in_blank', unit: 'mL/h' },
}
const draft = (chosen: readonly string[], typed = ''): AnswerDraft => ({ ...emptyDraft, chosen, typed })
const lackOf = (kind: ItemKind, given: AnswerDraft) => {
  const outcome = answerOf(items[kind], given)
  return 'lack' in outcome ? `${outcome.lack.title}: ${outcome.lack.description}` : null
}

describe.each(itemKinds)('a draft of %s', (kind) => {
  it('gives the answer that it was made from', () => {
    const answer = anyAnswerTo(items[kind], (of) => of - 1)
    expect(answerOf(items[kind], draftOf(answer))).toEqual({ answer })
  })

  it('is no answer while nothing is selected', () => {
    expect(lackOf(kind, emptyDraft)).toMatch(/^No Answer Selected: Please (?:select an answer|enter a number) before submitting\.$/)
  })
})

describe('what an unfinished draft lacks', () => {
  it.each([
    ['multiple_response', draft(['a']), 'Answer Not Complete: Please select exactly two answers. You have selected one.'],
    ['multiple_response', draft(['a', 'b', 'c']), 'Answer Not Complete: Please select exactly two answers. You have selected three.'],
    ['build_list', draft(['a', 'b', 'c']), 'Answer Not Complete: Please put every step in order. 1 of 4 is still waiting.'],
    ['drag_drop', draft(['a:x', 'b:y']), 'Answer Not Complete: Please put each item into a box. 2 of 4 are still waiting.'],
    ['options_table', draft(['a:x']), 'Answer Not Complete: Please choose one answer in every row. 2 of 3 are still waiting.'],
    ['fill_in_blank', draft([], '1,5'), 'Not a Number: Please write a decimal point instead of a comma, as in 0.5.'],
  ] as const)('%s %#', (kind, given, words) => {
    expect(lackOf(kind, given)).toBe(words)
  })
})

describe('two answers', () => {
  const response = (...options: string[]): ItemAnswer => ({ kind: 'multiple_response', options })
  const list = (...order: string[]): ItemAnswer => ({ kind: 'build_list', order })

  it('are the same whatever order they were put together in, unless the order is the answer', () => {
    expect(isSameAnswer(response('a', 'b'), response('b', 'a'))).toBe(true)
    expect(isSameAnswer(response('a', 'b'), response('a', 'c'))).toBe(false)
    expect(isSameAnswer(list('a', 'b'), list('b', 'a'))).toBe(false)
    expect(isSameAnswer({ kind: 'fill_in_blank', value: 5 }, { kind: 'fill_in_blank', value: 6 })).toBe(false)
    expect(isSameAnswer(null, response('a', 'b'))).toBe(false)
    expect(isSameAnswer(null, null)).toBe(true)
  })
})

describe('keys', () => {
  const pressed = (kind: ItemKind, before: AnswerDraft, index: number, by: 'letter' | 'digit' = 'letter') => {
    const change = keyedChange(items[kind], before, { type: 'select', by, index })
    return change && changeDraft(before, change)
  }

  it('choose one, or several and take them back', () => {
    expect(pressed('multiple_choice', draft(['a']), 1)?.chosen).toEqual(['b'])
    expect(pressed('hot_spot', draft(['a']), 2, 'digit')?.chosen).toEqual(['c'])
    expect(pressed('multiple_response', draft(['a']), 5)?.chosen).toEqual(['a', 'f'])
    expect(pressed('multiple_response', draft(['a', 'f']), 0)?.chosen).toEqual(['f'])
    expect(pressed('multiple_choice', emptyDraft, 4)).toBeNull()
  })

  it('put steps in order', () => {
    expect(pressed('build_list', draft(['c']), 0)?.chosen).toEqual(['c', 'a'])
    expect(pressed('build_list', draft(['c', 'a']), 2)?.chosen).toEqual(['a'])
  })

  it('pick something up by its letter and put it into a box by its digit', () => {
    const held = pressed('drag_drop', draft(['a:x']), 0)
    expect(held?.held).toBe('a')
    expect(held && pressed('drag_drop', held, 1, 'digit')).toEqual({ ...emptyDraft, chosen: ['a:y'] })
    expect(held && pressed('drag_drop', held, 0)?.held).toBeNull()
    expect(held && pressed('drag_drop', held, 2, 'digit')).toBeNull()
    expect(pressed('drag_drop', emptyDraft, 0, 'digit')).toBeNull()
  })

  it('rule out what has a letter', () => {
    const strike = (kind: ItemKind) => keyedChange(items[kind], emptyDraft, { type: 'strike', by: 'letter', index: 1 })
    expect(strike('multiple_response')).toEqual({ type: 'strike', id: 'b' })
    expect(strike('drag_drop')).toBeNull()
    expect(strike('options_table')).toBeNull()
  })

  it('leave alone what has no letters', () => {
    expect(lettered(items.options_table)).toEqual([])
    expect(lettered(items.fill_in_blank)).toEqual([])
    expect(keyedChange(items.multiple_choice, emptyDraft, { type: 'flag' })).toBeNull()
  })
})

describe('a typed number', () => {
  it.each([
    ['5', 5],
    [' 0.5 ', 0.5],
    ['.5', 0.5],
    ['5.', 5],
    ['1,000', 1000],
    ['12,345.75', 12_345.75],
    ['-2', -2],
    ['−2', -2],
    ['+3', 3],
    ['1,000,000', 1_000_000],
  ])('%s is read', (written, value) => {
    expect(readFigure(written)).toEqual({ value })
  })

  it.each([
    ['1,5', 'Please write a decimal point instead of a comma, as in 0.5.'],
    ['five', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['5 mL', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['.', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['1e3', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['10,00,0', 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.'],
    ['1,000,001', 'Please enter a number up to 1,000,000.'],
  ])('%s is not, and is told why', (written, fault) => {
    expect(readFigure(written)).toEqual({ fault })
  })
})
