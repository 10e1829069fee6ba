import { expect, it } from 'vitest'
import { questionKeyAction } from '../answer/question-keys.ts'
import { toolOfKey, tools } from './tool-keys.ts'

const press = (key: string, modifiers = {}) => ({ key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...modifiers })

it('have a key each, in both cases, and no key of the question itself', () => {
  for (const { tool, key } of tools) {
    expect(toolOfKey(press(key))).toBe(tool)
    expect(toolOfKey(press(key.toLowerCase()))).toBe(tool)
    expect(questionKeyAction(press(key), 8)).toBeNull()
  }
  expect(toolOfKey(press('='))).toBe('larger')
})

it("leave the browser's own keys and all others alone", () => {
  expect(toolOfKey(press('+', { ctrlKey: true }))).toBeNull()
  expect(toolOfKey(press('p', { metaKey: true }))).toBeNull()
  for (const key of ['a', 'Enter', '?', 'Tab', 'Process']) expect(toolOfKey(press(key))).toBeNull()
})
