import { expect, test } from 'vitest'
import { printableText } from './text.ts'

const text = printableText({ max: 10, required: 'Say something' })

test.each([
  ['plain', 'plain'],
  ['  spaces  ', 'spaces'],
  ['Zoë Łuć', 'Zoë Łuć'],
  ['two\nlines', 'two\nlines'],
  ['a\tb\r\nc', 'a\tb\r\nc'],
  ['🚑', '🚑'],
])('%j is text', (typed, kept) => expect(text.parse(typed)).toBe(kept))

test.each(['', '   ', 'x'.repeat(11), 'nul\u0000', 'bell\u0007', 'half \ud83d', '\udc00'])('%j is not text', (typed) =>
  expect(text.safeParse(typed).success).toBe(false),
)

test('missing text has its own message', () => {
  expect(text.safeParse(' ').error?.issues[0]?.message).toBe('Say something')
})
