import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  AskedItem,
  answerNamed,
  askedItem,
  chanceOf,
  choicesOf,
  chosenBy,
  correctAnswerOf,
  distractorsOf,
  Item,
  ItemAnswer,
  type ItemOf,
  isAnswerTo,
  isRight,
  itemKinds,
  keyOf,
  multipleChoice,
  type Option,
  optionTexts,
  partsRight,
  reasonsOf,
  wordsOf,
} from './item.ts'
import { anyAnswerTo, wrongAnswerTo } from './testing/answers.ts'

const item: ItemOf<'multiple_choice'> = {
  kind: 'multiple_choice',
  options: [
    { id: 'b', text: 'Bradycardia', rationale: 'It is a late sign.' },
    { id: 'd', text: 'Narrowed pulse pressure', rationale: null },
    { id: 'a', text: 'Anuria', rationale: 'It comes after hours.' },
    { id: 'c', text: 'Hypotension', rationale: 'It comes with decompensation.' },
  ],
  key: 'd',
}
const [bradycardia, narrowed, anuria, hypotension] = item.options as [Option, ...Option[]]
const chosen = (option: string): ItemAnswer => ({ kind: 'multiple_choice', option })

/**
 * An item of every kind with a right and a wrong answer, as stored in the log: `golden/<kind>.json`. They are never
 * changed, only added to.
 */
const directory = new URL('../golden/', import.meta.url)
const kinds = Item.options.map((option) => option.shape.kind.value)
const sampleOf = (kind: string): Record<'item' | 'right' | 'wrong', unknown> & { words: { right: string; wrong: string } } =>
  JSON.parse(readFileSync(new URL(`${kind}.json`, directory), 'utf8'))

test('every kind of item has a golden sample and an answer of the same kind', () => {
  expect(readdirSync(directory).sort()).toEqual(kinds.map((kind) => `${kind}.json`).sort())
  expect(ItemAnswer.options.map((option) => option.shape.kind.value)).toEqual(kinds)
  expect(itemKinds).toEqual(kinds)
})

describe.each(kinds)('the golden sample of %s', (kind) => {
  const sample = sampleOf(kind)

  test('is read in full', () => {
    expect(Item.parse(sample.item)).toEqual(sample.item)
    expect(ItemAnswer.parse(sample.right)).toEqual(sample.right)
    expect(ItemAnswer.parse(sample.wrong)).toEqual(sample.wrong)
  })

  test('is marked and worded as before', () => {
    const [read, right, wrong] = [Item.parse(sample.item), ItemAnswer.parse(sample.right), ItemAnswer.parse(sample.wrong)]
    expect([isRight(read, right), isRight(read, wrong)]).toEqual([true, false])
    expect({ right: wordsOf(read, right), wrong: wordsOf(read, wrong) }).toEqual(sample.words)
    expect(correctAnswerOf(read)).toBe(sample.words.right)
    expect([right, wrong].map((answer) => isAnswerTo(read, answer))).toEqual([true, true])
    expect(keyOf(read)).toEqual(right)
  })
})

describe.each(kinds)('an item of %s', (kind) => {
  const sample = sampleOf(kind)
  const read = Item.parse(sample.item)
  const anyAnswer = fc.infiniteStream(fc.nat()).map((numbers) => anyAnswerTo(askedItem(read), (of) => (numbers.next().value ?? 0) % of))

  test('is asked without revealing what is right or why', () => {
    const asked = JSON.stringify(askedItem(read))
    expect(AskedItem.parse(askedItem(read))).toEqual(askedItem(read))
    for (const { rationale } of reasonsOf(read)) expect(asked).not.toContain(rationale)
    for (const secret of ['key', 'keys', 'order', 'placement', 'marks', 'value', 'tolerance', 'rationale'])
      expect(asked).not.toContain(`"${secret}"`)
  })

  test('looks the same whatever the authored order of its parts', () => {
    const turned = JSON.parse(JSON.stringify(sample.item), (name, value) =>
      ['options', 'steps', 'things'].includes(name) ? value.toReversed() : value,
    )
    expect(askedItem(Item.parse(turned))).toEqual(askedItem(read))
  })

  test('is right only if all parts are right', () => {
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        const { right, of } = partsRight(read, answer)
        expect(isAnswerTo(read, answer)).toBe(true)
        expect(right).toBeLessThanOrEqual(of)
        expect(isRight(read, answer)).toBe(right === of)
        expect(ItemAnswer.parse(answer)).toEqual(answer)
      }),
    )
    expect(partsRight(read, keyOf(read))).toMatchObject({ right: partsRight(read, null).of })
    expect(isRight(read, wrongAnswerTo(read))).toBe(false)
    expect(partsRight(read, null).right).toBe(0)
  })

  test('counts the choices of an answer by known names, and those of the key as right', () => {
    const choices = new Map(choicesOf(read).map((choice) => [choice.id, choice]))
    expect(choices.size).toBe(choicesOf(read).length)
    const right = choicesOf(read).filter((choice) => choice.isRight)
    expect(chosenBy(keyOf(read)).sort()).toEqual(right.map(({ id }) => id).sort())
    fc.assert(
      fc.property(anyAnswer, (answer) => {
        for (const id of chosenBy(answer)) expect(choices.has(id) || read.kind === 'fill_in_blank').toBe(true)
      }),
    )
  })

  test('accepts no answer with missing, repeated, or unknown parts', () => {
    const key = keyOf(read)
    const faulty: ItemAnswer[] =
      key.kind === 'multiple_choice'
        ? [{ ...key, option: 'z' }]
        : key.kind === 'multiple_response'
          ? [[], ['a'], ['a', 'a'], ['a', 'z'], ['a', 'b', 'c']].map((options) => ({ ...key, options }))
          : key.kind === 'build_list'
            ? [[], key.order.slice(1), [...key.order.slice(1), 'z'], [...key.order.slice(1), key.order[1] ?? '']].map((order) => ({
                ...key,
                order,
              }))
            : key.kind === 'drag_drop'
              ? [{}, { a: 'red' }, { ...key.placement, a: 'blue' }, { ...key.placement, z: 'red' }].map((placement) => ({
                  ...key,
                  placement,
                }))
              : key.kind === 'options_table'
                ? [{}, { a: 'true' }, { ...key.marks, a: 'perhaps' }, { ...key.marks, z: 'true' }].map((marks) => ({ ...key, marks }))
                : key.kind === 'hot_spot'
                  ? [{ ...key, spot: 'z' }]
                  : []
    for (const answer of faulty) expect(isAnswerTo(read, answer)).toBe(false)
    for (const other of kinds.filter((name) => name !== kind)) expect(isAnswerTo(read, ItemAnswer.parse(sampleOf(other).right))).toBe(false)
    expect(() => wordsOf(read, ItemAnswer.parse(sampleOf(kind === 'hot_spot' ? 'build_list' : 'hot_spot').right))).toThrow(
      'An answer of kind',
    )
  })

  test('is guessed as often as its chance says', () => {
    const tries = 20_000
    let state = 1
    const pick = (of: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return Math.floor((state / 2 ** 32) * of)
    }
    const hits = Array.from({ length: tries }, () => isRight(read, anyAnswerTo(askedItem(read), pick))).filter(Boolean).length
    expect(Math.abs(hits / tries - chanceOf(read))).toBeLessThan(0.02)
  })
})

describe('an item of single choice', () => {
  const refusals = (faulty: unknown) => Item.safeParse(faulty).error?.issues.map(({ message }) => message) ?? []

  test('is valid with four options, one of which is the key', () => {
    expect(Item.parse(item)).toEqual(item)
  })

  test.each<[string, unknown, string]>([
    [
      'two options of one id',
      { ...item, options: [bradycardia, narrowed, anuria, { ...hypotension, id: 'a' }] },
      'Each part needs an id of its own',
    ],
    ['a key that no option has', { ...item, key: 'e' }, 'The key must name an option'],
    [
      'an answer with a rationale',
      { ...item, options: [bradycardia, { ...narrowed, rationale: 'It is right.' }, anuria, hypotension] },
      'Each option but the answer needs a rationale',
    ],
    [
      'a distractor without one',
      { ...item, options: [{ ...bradycardia, rationale: null }, narrowed, anuria, hypotension] },
      'Each option but the answer needs a rationale',
    ],
  ])('is refused with %s', (_, faulty, words) => {
    expect(refusals(faulty)).toContain(words)
  })

  test.each<[string, unknown]>([
    ['three options', { ...item, options: [bradycardia, narrowed, anuria] }],
    ['five options', { ...item, options: [...item.options, { id: 'e', text: 'Fever', rationale: 'It has nothing to do with it.' }] }],
    ['an option of 301 characters', { ...item, options: [{ ...bradycardia, text: 'x'.repeat(301) }, narrowed, anuria, hypotension] }],
    [
      'a rationale of 1,201 characters',
      { ...item, options: [{ ...bradycardia, rationale: 'x'.repeat(1201) }, narrowed, anuria, hypotension] },
    ],
    ['another kind', { ...item, kind: 'essay' }],
    ...['', 'A', 'a b', 'x'.repeat(21), 'a\n', '<b>'].map((id): [string, unknown] => [
      `an option named ${JSON.stringify(id)}`,
      { ...item, options: [bradycardia, { ...narrowed, id }, anuria, hypotension], key: id },
    ]),
  ])('is refused with %s', (_, faulty) => {
    expect(refusals(faulty)).not.toEqual([])
  })

  test('accepts options, texts, and ids up to their limits', () => {
    const options = [
      { ...bradycardia, id: 'x'.repeat(20), text: 'x'.repeat(300), rationale: 'x'.repeat(1200) },
      narrowed,
      anuria,
      hypotension,
    ]
    expect(refusals({ ...item, options })).toEqual([])
  })
})

describe('marking', () => {
  test('only the key is right', () => {
    expect(['a', 'b', 'c', 'd'].map((option) => isRight(item, chosen(option)))).toEqual([false, false, false, true])
  })

  test('no answer and an unknown option are wrong', () => {
    expect(isRight(item, null)).toBe(false)
    expect(isRight(item, chosen('e'))).toBe(false)
  })
})

describe('words', () => {
  test('every choice has its answer, and the answer its words', () => {
    for (const { id, text } of item.options) {
      expect(answerNamed(item, text)).toEqual(chosen(id))
      expect(wordsOf(item, chosen(id))).toBe(text)
    }
  })

  test('no answer has no words, and an unknown choice has no answer', () => {
    expect(wordsOf(item, null)).toBe('')
    expect(answerNamed(item, 'Tachycardia')).toBeNull()
    expect(answerNamed(item, 'bradycardia')).toBeNull()
    expect(answerNamed(item, '')).toBeNull()
  })

  test('an answer to another item has no words', () => {
    expect(() => wordsOf(item, chosen('e'))).toThrow('The item has no part e.')
  })

  test('the right answer and the distractors are all the options', () => {
    expect(correctAnswerOf(item)).toBe('Narrowed pulse pressure')
    expect(distractorsOf(item)).toEqual([anuria, bradycardia, hypotension])
  })
})

describe('order', () => {
  test('choices are sorted, so that their position reveals nothing', () => {
    expect(optionTexts(item)).toEqual(['Anuria', 'Bradycardia', 'Hypotension', 'Narrowed pulse pressure'])
  })

  test('sorting does not change the item', () => {
    const before = structuredClone(item)
    optionTexts(item)
    expect(item).toEqual(before)
  })

  test('choices are sorted ignoring case, and in the same order everywhere', () => {
    const texts = ['aortic', 'Zinc', 'zinc', 'Aorta']
    for (const [correctAnswer = '', ...others] of [texts, texts.toReversed()])
      expect(
        optionTexts(
          multipleChoice(
            correctAnswer,
            others.map((text) => ({ text, rationale: `${text} is wrong.` })),
          ),
        ),
      ).toEqual(['Aorta', 'aortic', 'Zinc', 'zinc'])
  })
})

describe('an item made from texts', () => {
  const text = fc.stringMatching(/^[A-Za-z][A-Za-z ]{0,20}[A-Za-z]$/)
  const texts = fc.uniqueArray(text, { minLength: 4, maxLength: 4 })
  const made = ([correctAnswer = '', ...others]: readonly string[]) =>
    multipleChoice(
      correctAnswer,
      others.map((text) => ({ text, rationale: `${text} is wrong.` })),
    )

  test('is valid, has the given texts, and marks them correctly', () => {
    fc.assert(
      fc.property(texts, (all) => {
        const [correctAnswer = '', ...others] = all
        const item = Item.parse(made(all))
        expect(correctAnswerOf(item)).toBe(correctAnswer)
        expect(
          distractorsOf(item)
            .map(({ text }) => text)
            .sort(),
        ).toEqual([...others].sort())
        expect(distractorsOf(item).every(({ text, rationale }) => rationale === `${text} is wrong.`)).toBe(true)
        expect(all.map((text) => isRight(item, answerNamed(item, text)))).toEqual([true, false, false, false])
      }),
    )
  })

  test('has ids in the order of the texts, which reveal nothing about the answer', () => {
    fc.assert(
      fc.property(texts, fc.nat(3), (all, place) => {
        const item = made(all)
        const rotated = made([...all.slice(place), ...all.slice(0, place)])
        expect(item.options.map(({ id }) => id)).toEqual(['a', 'b', 'c', 'd'])
        expect(askedItem(item)).toEqual(askedItem(rotated))
        expect(rotated.options.map(({ id, text }) => ({ id, text }))).toEqual(item.options.map(({ id, text }) => ({ id, text })))
      }),
    )
  })
})
