import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { moduleNames } from '../study/modules.ts'
import { lintBank, MIN_QUESTIONS_PER_MODULE } from './bank-lint.ts'
import { BankQuestion } from './content.ts'
import { coveragePage } from './coverage.ts'
import { doseFaults, doseStatements } from './doses.ts'
import { correctAnswerOf, distractorsOf, multipleChoice } from './item.ts'

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

/** The text with each of its doses in turn ten times as large. */
const slipsIn = (text: string): string[] =>
  doseStatements(text).map(({ words }) => {
    const tenfold = words.replace(/\d[\d.,]*/g, (figures) => String(Number((Number(figures.replaceAll(',', '')) * 10).toPrecision(6))))
    return text.replace(words, tenfold)
  })

test('nearly every tenfold slip in a dose of the bank would be found', () => {
  const slips = z
    .array(BankQuestion)
    .parse(entries)
    .flatMap((question) => [
      ...slipsIn(correctAnswerOf(question.item)).map((answer) => ({
        ...question,
        item: multipleChoice(answer, distractorsOf(question.item)),
      })),
      ...slipsIn(question.explanation).map((explanation) => ({ ...question, explanation })),
      ...slipsIn(question.clinicalPearl).map((clinicalPearl) => ({ ...question, clinicalPearl })),
    ])
  expect(slips.length).toBeGreaterThan(100)
  expect(slips.filter((question) => doseFaults(question).length > 0).length / slips.length).toBeGreaterThan(0.9)
})
