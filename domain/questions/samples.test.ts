import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { BankQuestion } from './content/content.ts'
import { sampleNames } from './samples.ts'

const samples = sampleNames.map((name) => {
  const file = new URL(`bank/${name.replace(/-\d+$/, '')}.json`, import.meta.url)
  return BankQuestion.array()
    .parse(JSON.parse(readFileSync(file, 'utf8')))
    .find(({ id }) => id === name)
})

test('sample questions are in the bank, stand alone, and have three kinds that a page without the app can show', () => {
  expect(samples.map((question) => question?.item.kind)).toEqual(['multiple_choice', 'options_table', 'build_list'])
  expect(samples.map((question) => question?.scenario)).toEqual([null, null, null])
  expect(samples.map((question) => question?.picture?.kind)).toEqual(['ecg_strip', undefined, undefined])
})
