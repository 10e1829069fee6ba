import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { missedGoals } from './bank-goals.ts'
import { lintBank } from './bank-lint.ts'
import { BankQuestion } from './content.ts'
import { coveragePage } from './coverage.ts'
import { doseFaults, doseStatements } from './doses.ts'
import { examplesPage } from './examples-page.ts'
import { correctAnswerOf, distractorsOf, multipleChoice } from './item.ts'
import { referenceFaults } from './references.ts'

const directory = new URL('bank/', import.meta.url)
const entries = readdirSync(directory)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8')))

const bank = z.array(BankQuestion).parse(entries)

test('every entry has the shape of a question, and nothing besides', () => {
  expect(z.array(BankQuestion).safeParse(entries).error?.issues ?? []).toEqual([])
  expect(z.array(z.strictObject(BankQuestion.shape)).safeParse(entries).error?.issues ?? []).toEqual([])
})

test('the bank passes its linter', () => {
  const errors = lintBank(bank).filter(({ level }) => level === 'error')
  expect(errors.map(({ subject, code, words }) => `${subject}: ${code}: ${words}`)).toEqual([])
})

test('the bank reaches its goals', () => {
  expect(missedGoals(bank)).toEqual([])
})

test('every question rests on primary sources of the list, in editions that hold', () => {
  expect(referenceFaults(bank)).toEqual([])
})

test('the page on coverage says what the files hold; if this fails, run "npm run coverage"', () => {
  expect(readFileSync(new URL('COVERAGE.md', directory), 'utf8')).toBe(coveragePage(bank))
})

test('the page of examples shows what the files hold and the generators draw; if this fails, run "npm run coverage"', () => {
  const { page, drawings } = examplesPage(bank)
  const written = (name: string) => readFileSync(new URL(`examples/${name}`, directory), 'utf8')
  expect(written('README.md')).toBe(page)
  for (const [name, svg] of drawings) expect(written(name)).toBe(`${svg}\n`)
  expect(readdirSync(new URL('examples/', directory)).sort()).toEqual(['README.md', ...drawings.keys()].sort())
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
