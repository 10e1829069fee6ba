import { describe, expect, it } from 'vitest'
import { flagKey, questionKeyAction } from './question-keys.ts'

const press = (key: string, modifiers: Partial<Record<'shiftKey' | 'ctrlKey' | 'metaKey' | 'altKey', boolean>> = {}) =>
  questionKeyAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers }, 4)

describe('keys on a question', () => {
  it.each([
    ['a', { type: 'select', by: 'letter', index: 0 }],
    ['D', { type: 'select', by: 'letter', index: 3 }],
    ['1', { type: 'select', by: 'digit', index: 0 }],
    ['4', { type: 'select', by: 'digit', index: 3 }],
    ['Enter', { type: 'proceed' }],
    ['f', { type: 'flag' }],
    ['r', { type: 'flag' }],
    ['s', { type: 'showAnswer' }],
  ])('%s', (key, action) => {
    expect(press(key)).toEqual(action)
  })

  it('rules out with Shift and a letter', () => {
    expect(press('B', { shiftKey: true })).toEqual({ type: 'strike', by: 'letter', index: 1 })
  })

  it('go as far as the choices do, and R flags where F is one', () => {
    const pressOfSix = (key: string) => questionKeyAction({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false }, 6)
    expect(pressOfSix('f')).toEqual({ type: 'select', by: 'letter', index: 5 })
    expect(pressOfSix('6')).toEqual({ type: 'select', by: 'digit', index: 5 })
    expect(pressOfSix('r')).toEqual({ type: 'flag' })
    expect([flagKey(6), flagKey(5), flagKey(0)]).toEqual(['R', 'F', 'F'])
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
