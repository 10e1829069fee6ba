import { describe, expect, it } from 'vitest'
import { questionKeyAction } from './question-keys.ts'

const press = (key: string, modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  questionKeyAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

describe('keys on a question', () => {
  it.each([
    ['a', { type: 'select', index: 0 }],
    ['D', { type: 'select', index: 3 }],
    ['1', { type: 'select', index: 0 }],
    ['4', { type: 'select', index: 3 }],
    ['Enter', { type: 'proceed' }],
    ['f', { type: 'flag' }],
    ['s', { type: 'showAnswer' }],
  ])('%s', (key, action) => {
    expect(press(key)).toEqual(action)
  })

  it('rules out with Shift and a letter', () => {
    expect(press('B', { shiftKey: true })).toEqual({ type: 'strike', index: 1 })
  })

  it('asks for help wherever the layout has its question mark', () => {
    expect(press('?', { shiftKey: true })).toEqual({ type: 'help' })
  })

  it.each(['e', '5', '0', 'Tab', 'ArrowDown', 'Shift', 'F5', ''])('leaves %s alone', (key) => {
    expect(press(key)).toBeNull()
  })

  it.each(['ctrlKey', 'metaKey', 'altKey'] as const)("leaves the browser's own keys with %s alone", (modifier) => {
    expect(press('a', { [modifier]: true })).toBeNull()
  })
})
