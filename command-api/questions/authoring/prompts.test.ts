import { createHash } from 'node:crypto'
import { correctAnswerOf, itemKinds } from '@medicready/domain/questions/content/item'
import { capnogramPatterns, ecgPatterns, ecgRhythms } from '@medicready/domain/questions/content/picture-names'
import { describePicture } from '@medicready/domain/questions/pictures/drawn/draw'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { v4 as uuidV4 } from 'uuid'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  guesserInstructions,
  guessWithoutStem,
  longestGuess,
  longestReading,
  longestReadingAfter,
  MAX_ANSWER_WORDS,
  MAX_PICTURE_WORDS,
  PROMPT_VERSION,
  readBlind,
  readerInstructions,
  reviserInstructions,
  setWriterInstructions,
  writerInstructions,
} from './prompts.ts'
import { shownItem } from './read-item.ts'

/**
 * Hashes of what each version told the model. Changed texts need a new version, to know which ones a question came
 * from.
 */
const versions: Record<string, string> = {
  '1': 'd31399bfb5d7478f2e59393c34519d8929cdd1c15fff716a25260aff0a4a605b',
  '2': '6e5f718992ef0d0cc27290f4b924d59ce46a5a68a0d34384c42b5d5f2c3d8a05',
  '3': '13cd5c42f47c1ebe88dfc1c92a0c764f9f6e73d34071b6c8b3c0bb4effb7b783',
  '4': '4ac57af44b67a93f4eae65b5117574435475c2c3c1bf534065a92fc6591ff944',
  '5': 'b9fa0c16d885db932955d0141f435c39db41a6d781afa0efd56fa051344179f1',
  '6': '306a3025c09a506b33f6405aced1f5311e99866435bb0b49de3900b444a06ee6',
  '7': '5b2a346291e5b4e03648ec72572599c8c09359a2c0df0df2bebb62948378a7b7',
}

test('the texts of a prompt version never change', () => {
  const words = [writerInstructions, setWriterInstructions, reviserInstructions, readerInstructions, guesserInstructions].join('\n')
  expect(createHash('sha256').update(words).digest('hex')).toBe(versions[PROMPT_VERSION])
})

test('the key appears in every position, and an attempt always shows the same order', () => {
  const { item } = cleanContent(0, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })
  const placeOfKey = (seed: string) => shownItem(item, seed).parts.findIndex(({ text }) => text === correctAnswerOf(item))
  const places = Array.from({ length: 400 }, () => placeOfKey(uuidV4()))
  for (const place of [0, 1, 2, 3]) expect(places.filter((found) => found === place).length).toBeGreaterThan(50)
  expect(shownItem(item, 'a seed')).toEqual(shownItem(item, 'a seed'))
})

test.each(itemKinds)('%s: no reading is longer than what the budget reserves', (kind) => {
  const bytes = ({ instructions, data, schema }: typeof longestReading | typeof longestGuess) =>
    Buffer.byteLength(instructions + JSON.stringify(JSON.stringify(data)) + JSON.stringify(z.toJSONSchema(schema)))
  for (const character of ['a', '"', '\\', '\u0001', 'ä', '€', '\ud800']) {
    const part = (letter: string) => ({ letter, id: 'x', text: character.repeat(300) })
    const targets = kind === 'drag_drop' || kind === 'options_table' ? ['1', '2', '3', '4'].map(part) : []
    const shown = { kind, parts: [...'ABCDEFGH'].map(part), targets, choose: 3, unit: character.repeat(20) }
    const asked = { stem: character.repeat(2000), picture: '−'.repeat(MAX_PICTURE_WORDS) }
    expect(bytes(readBlind({ ...asked, set: null }, shown))).toBeLessThanOrEqual(bytes(longestReading))
    for (const parts of [0, 1, 2]) {
      const before = Array.from({ length: parts }, () => ({ stem: character.repeat(2000), answer: character.repeat(MAX_ANSWER_WORDS) }))
      const set = { patient: character.repeat(2000), before }
      expect(bytes(readBlind({ ...asked, set }, shown))).toBeLessThanOrEqual(bytes(longestReadingAfter(parts)))
    }
    expect(bytes(guessWithoutStem(shown))).toBeLessThanOrEqual(bytes(longestGuess))
  }
})

test('no right answer of an earlier part is longer than what the budget reserves', () => {
  const parts = [...'abcdefgh'].map((id) => ({ id, text: 'x'.repeat(300), rationale: 'x' }))
  const boxes = parts.slice(0, 4).map(({ id, text }) => ({ id, text }))
  const placement = Object.fromEntries(parts.map(({ id }) => [id, 'a']))
  expect(correctAnswerOf({ kind: 'drag_drop', boxes, things: parts, placement }).length).toBeLessThanOrEqual(MAX_ANSWER_WORDS)
})

test('no picture that a model can ask for is longer than what the budget reserves', () => {
  const drawn = { seed: 1, alt: null }
  const figures = { heartRate: '300', spo2: '100', bloodPressure: '300/150', etco2: '120', respirations: '80' }
  const times = Array.from({ length: 5 }, () => 'x'.repeat(20))
  const row = { label: 'x'.repeat(30), unit: 'x'.repeat(12), values: times.map(() => 'x'.repeat(10)) }
  const rows = Array.from({ length: 6 }, () => row)
  const words = [20, null, 300].flatMap((rate) => [
    ...ecgRhythms.map((rhythm) => describePicture({ kind: 'ecg_strip', rhythm, rate, ...drawn })),
    ...ecgPatterns.map((pattern) => describePicture({ kind: 'ecg_12_lead', pattern, rate, ...drawn })),
    ...capnogramPatterns.map((pattern) => describePicture({ kind: 'capnogram', pattern, rate: rate && rate / 5, etco2: null, ...drawn })),
    ...ecgRhythms.flatMap((rhythm) =>
      capnogramPatterns.map((pattern) => {
        const [ecg, capnogram] = [
          { rhythm, rate },
          { pattern, rate: rate && rate / 5 },
        ]
        return describePicture({ kind: 'monitor', ecg, capnogram, figures, trends: null, ...drawn })
      }),
    ),
  ])
  words.push(describePicture({ kind: 'vital_signs', times, rows, alt: null }))
  expect(Math.max(...words.map((text) => Buffer.byteLength(text)))).toBeLessThanOrEqual(3 * MAX_PICTURE_WORDS)
  expect(words.join(' ')).not.toMatch(/[^ -~\u2010-\u2212]/)
})
