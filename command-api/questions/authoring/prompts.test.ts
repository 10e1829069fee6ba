import { createHash } from 'node:crypto'
import { correctAnswerOf } from '@medicready/domain/questions/item'
import { cleanContent } from '@medicready/platform/testing/openai/questions'
import { v4 as uuidV4 } from 'uuid'
import { expect, test } from 'vitest'
import { longestReading, PROMPT_VERSION, readBlind, readerInstructions, shuffledOptions, writerInstructions } from './prompts.ts'

/**
 * What each version told the model. A change of words is a new version, or nobody could tell which words a question
 * came from.
 */
const versions: Record<string, string> = {
  '1': 'd31399bfb5d7478f2e59393c34519d8929cdd1c15fff716a25260aff0a4a605b',
  '2': '6e5f718992ef0d0cc27290f4b924d59ce46a5a68a0d34384c42b5d5f2c3d8a05',
}

test('the words of a version of the prompts never change', () => {
  const words = createHash('sha256').update(`${writerInstructions}\n${readerInstructions}`).digest('hex')
  expect(words).toBe(versions[PROMPT_VERSION])
})

test('the key stands in every place, and an attempt always shows the same order', () => {
  const content = cleanContent(0, { module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply' })
  const places = Array.from({ length: 400 }, () => shuffledOptions(content, uuidV4()).indexOf(correctAnswerOf(content.item)))
  for (const place of [0, 1, 2, 3]) expect(places.filter((found) => found === place).length).toBeGreaterThan(50)
  expect(shuffledOptions(content, 'a seed')).toEqual(shuffledOptions(content, 'a seed'))
})

test('no reading is longer than the one that money is reserved for', () => {
  const length = (stem: string, option: string) => {
    const { instructions, data } = readBlind(stem, [option, option, option, option])
    return Buffer.byteLength(instructions + JSON.stringify(JSON.stringify(data)))
  }
  const most = Buffer.byteLength(longestReading.instructions + JSON.stringify(JSON.stringify(longestReading.data)))
  for (const character of ['a', '"', '\\', '\u0001', 'ä', '€', '\ud800'])
    expect(length(character.repeat(2000), character.repeat(300))).toBeLessThanOrEqual(most)
})
