import fc from 'fast-check'
import { expect, it } from 'vitest'
import { between, runsOf, toggled, wordsOf, wordsWithin } from './stem-text.tsx'

const stem = 'A man, 24,\nhas a wound.'

it('words and separators together make up the text', () => {
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

it('adjacent marked words form one mark with the space between them', () => {
  expect(runsOf(wordsOf(stem), new Set([1, 2, 4]))).toEqual([
    { text: 'A ', isMarked: false },
    { text: 'man, 24,', isMarked: true },
    { text: '\nhas ', isMarked: false },
    { text: 'a', isMarked: true },
    { text: ' wound.', isMarked: false },
  ])
})

it('a range of the text contains every word that it touches', () => {
  const words = wordsOf(stem)
  expect(wordsWithin(words, 3, 5)).toEqual([1])
  expect(wordsWithin(words, 4, 14)).toEqual([1, 2, 3])
  expect(wordsWithin(words, 1, 2)).toEqual([])
  expect(wordsWithin(words, 0, stem.length)).toEqual([0, 1, 2, 3, 4, 5])
})

it('marking again removes the mark, unless the selection contains new words', () => {
  expect([...toggled(new Set([1, 2]), [2, 3])]).toEqual([1, 2, 3])
  expect([...toggled(new Set([1, 2, 3]), between(3, 2))]).toEqual([1])
})
