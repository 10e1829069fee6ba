import { describe, expect, test } from 'vitest'
import { multipleChoice } from './content/item.ts'
import {
  type Guessed,
  naiveBayes,
  neverAnEarlierKey,
  numberStrategies,
  ofNumbers,
  type StrategyName,
  shareFound,
  strategies,
} from './guessing.ts'

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

describe('among numbers', () => {
  const byKey = (key: string) =>
    question(
      'a',
      key,
      ['2 minutes', '1 minute', '10 minutes', '1,000 minutes'].filter((text) => text !== key),
    )
  test.each<[string, (keyof typeof numberStrategies)[], number[]]>([
    ['1 minute', ['smallestNumber'], [1]],
    ['2 minutes', ['secondNumber', 'middleNumber'], [1, 0.5]],
    ['10 minutes', ['middleNumber'], [0.5]],
    ['1,000 minutes', ['largestNumber'], [1]],
  ])('%s is found by %j', (key, names, shares) => {
    const asked = [byKey(key)]
    const finding = Object.entries(numberStrategies).flatMap(([name, strategy]) => {
      const share = shareFound(strategy, asked)
      return share > 0 ? [[name, share]] : []
    })
    expect(Object.fromEntries(finding)).toEqual(Object.fromEntries(names.map((name, index) => [name, shares[index]])))
  })

  test('count only different numbers of one unit', () => {
    const numbers = byKey('2 minutes')
    const asked = [
      numbers,
      question('b', '1 mg IV', ['1 mg IM', '2 mg IV', '3 mg IV']),
      question('c', 'Oxygen', ['Suction', 'Splint', 'Ice']),
    ]
    expect(ofNumbers(asked)).toEqual([numbers])
  })
})

describe('never an earlier key of this set', () => {
  const kinds = ['Obstructive', 'Distributive', 'Cardiogenic', 'Hypovolemic']
  const asked = (id: string, key: string, from = kinds) =>
    question(
      id,
      key,
      from.filter((text) => text !== key),
    )
  const shared = (bank: readonly Guessed[]) => {
    const { strategy, asked } = neverAnEarlierKey(bank)
    return { ids: asked.map(({ id }) => id), share: shareFound(strategy, asked) }
  }

  test('rules out the keys of earlier questions that share three options', () => {
    const bank = [asked('a', 'Obstructive'), asked('b', 'Distributive'), asked('c', 'Cardiogenic', [...kinds.slice(0, 3), 'Neurogenic'])]
    expect(shared(bank)).toEqual({ ids: ['b', 'c'], share: (1 / 3 + 1 / 2) / 2 })
  })

  test('finds nothing where a key repeats, and has nothing to say about other sets', () => {
    expect(shared([asked('a', 'Obstructive'), asked('b', 'Obstructive')])).toEqual({ ids: ['b'], share: 0 })
    expect(shared([asked('a', 'Obstructive'), question('b', 'Obstructive', ['Suction', 'Splint', 'Ice'])]).ids).toEqual([])
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
