import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moduleNames } from '../study/modules.ts'
import { BankQuestion } from './content.ts'
import { coveragePage } from './coverage.ts'
import { doseFaults, doseStatements } from './doses.ts'
import { lintBank, MIN_QUESTIONS_PER_MODULE } from './lint.ts'

const directory = new URL('bank/', import.meta.url)
const entries = readdirSync(directory)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8')))

test('every entry has the shape of a question, and nothing besides', () => {
  expect(z.array(BankQuestion).safeParse(entries).error?.issues ?? []).toEqual([])
  expect(z.array(z.strictObject(BankQuestion.shape)).safeParse(entries).error?.issues ?? []).toEqual([])
})

test('the bank passes its linter', () => {
  const errors = lintBank(entries).filter(({ level }) => level === 'error')
  expect(errors.map(({ subject, code, words }) => `${subject}: ${code}: ${words}`)).toEqual([])
})

test('the bank is large enough', () => {
  expect(entries.length).toBeGreaterThanOrEqual(moduleNames.length * MIN_QUESTIONS_PER_MODULE)
})

test('the page on coverage says what the files hold; if this fails, run "npm run coverage"', () => {
  expect(readFileSync(new URL('COVERAGE.md', directory), 'utf8')).toBe(coveragePage(entries))
})

test('nearly every tenfold slip in a dose of the bank would be found', () => {
  const slips = z
    .array(BankQuestion)
    .parse(entries)
    .flatMap((question) =>
      (['correctAnswer', 'explanation', 'clinicalPearl'] as const).flatMap((field) =>
        doseStatements(question[field]).flatMap(({ words }) => {
          const slipped = words.replace(/\d[\d.,]*/g, (figures) =>
            String(Number((Number(figures.replaceAll(',', '')) * 10).toPrecision(6))),
          )
          return [{ ...question, [field]: question[field].replace(words, slipped) }]
        }),
      ),
    )
  expect(slips.length).toBeGreaterThan(100)
  expect(slips.filter((question) => doseFaults(question).length > 0).length / slips.length).toBeGreaterThan(0.9)
})
