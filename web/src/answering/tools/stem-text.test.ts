import fc from 'fast-check'
import { expect, it } from 'vitest'
import { between, runsOf, toggled, wordsOf, wordsWithin } from './stem-text.tsx'

const stem = 'A man, 24,\nhas a wound.'

it('words and what stands between them are the text', () => {
  expect(wordsOf(stem).map(({ text }) => text)).toEqual(['A', 'man,', '24,', 'has', 'a', 'wound.'])
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'bc', ' ', '\n', '  ', '—', 'é')).map((parts) => parts.join('')),
      fc.array(fc.nat(12)),
      (text, marked) => {
        const words = wordsOf(text)
        if (text.trim() !== '')
          expect(
            runsOf(words, new Set(marked))
              .map((run) => run.text)
              .join(''),
          ).toBe(text)
      },
    ),
  )
})

it('words that are marked side by side are one mark, with what stands between them', () => {
  expect(runsOf(wordsOf(stem), new Set([1, 2, 4]))).toEqual([
    { text: 'A ', isMarked: false },
    { text: 'man, 24,', isMarked: true },
    { text: '\nhas ', isMarked: false },
    { text: 'a', isMarked: true },
    { text: ' wound.', isMarked: false },
  ])
})

it('a part of the text has the words that it touches', () => {
  const words = wordsOf(stem)
  expect(wordsWithin(words, 3, 5)).toEqual([1])
  expect(wordsWithin(words, 4, 14)).toEqual([1, 2, 3])
  expect(wordsWithin(words, 1, 2)).toEqual([])
  expect(wordsWithin(words, 0, stem.length)).toEqual([0, 1, 2, 3, 4, 5])
})

it('marking once more takes the mark away, unless something new is among it', () => {
  expect([...toggled(new Set([1, 2]), [2, 3])]).toEqual([1, 2, 3])
  expect([...toggled(new Set([1, 2, 3]), between(3, 2))]).toEqual([1])
})
