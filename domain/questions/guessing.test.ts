import { describe, expect, test } from 'vitest'
import { multipleChoice } from './content/item.ts'
import { type Guessed, naiveBayes, type StrategyName, shareFound, strategies } from './guessing.ts'

const question = (id: string, key: string, others: readonly string[], stem = 'Which is it?'): Guessed => ({
  id,
  stem,
  item: multipleChoice(
    key,
    others.map((text) => ({ text, rationale: `It is not ${text}.` })),
  ),
})
const found = (name: StrategyName, asked: Guessed) => shareFound(strategies[name], [asked])

describe('a strategy finds', () => {
  test.each<[StrategyName, string, Guessed]>([
    ['longest', 'a long key', question('a', 'Oxygen by a mask with a bag', ['Oxygen', 'Suction', 'Splint'])],
    ['shortest', 'a short key', question('a', 'Air', ['Oxygen', 'Suction', 'Splint'])],
    ['oddClassOut', 'a figure among words', question('a', '12 mL', ['Oxygen', 'Suction', 'Splint'])],
    [
      'stemOverlap',
      'a key that repeats the stem',
      question('a', 'Open the airway', ['Oxygen', 'Suction', 'Splint'], 'His airway is blocked?'),
    ],
    [
      'convergence',
      'the key that the others were made from',
      question('a', 'Warm humid oxygen', ['Warm dry nitrogen', 'Cold humid helium', 'Cold plain oxygen']),
    ],
  ])('%s: %s', (name, _, asked) => {
    expect(found(name, asked)).toBe(1)
  })

  test('nothing if the key is another option, and a share of ties', () => {
    expect(found('longest', question('a', 'Oxygen', ['Suction and more', 'Air', 'Splint']))).toBe(0)
    expect(found('longest', question('a', 'Oxygen', ['Splint', 'Air', 'Ice']))).toBe(0.5)
    expect(shareFound(strategies.shortest, [])).toBe(0)
  })
})

describe('naive Bayes', () => {
  const words = ['oxygen', 'suction', 'splint', 'iced', 'heat', 'fluid', 'rest', 'salt']
  const scattered = (value: number): number => (Math.imul(value + 1, 2_654_435_761) >>> 7) % 8
  /** Four random options of two words each, with a random key. */
  const bank = (mark: string): Guessed[] =>
    Array.from({ length: 800 }, (_, index) => {
      const texts = [0, 1, 2, 3].map((place) => `${words[scattered(index * 8 + place)]} ${words[scattered(index * 8 + place + 4)]}`)
      return question(`q-${index}`, mark + texts[index % 4], texts.toSpliced(index % 4, 1))
    })

  test('learns a word that occurs only in keys', () => {
    const asked = bank('careful ')
    expect(shareFound(naiveBayes(asked), asked)).toBeGreaterThan(0.95)
  })

  test('finds no more than chance without cues', () => {
    const asked = bank('')
    expect(Math.abs(shareFound(naiveBayes(asked), asked) - 0.25)).toBeLessThan(0.06)
  })
})
