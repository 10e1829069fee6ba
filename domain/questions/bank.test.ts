import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { isPlainChoice, panelRatings } from './bank-goals.ts'
import { lintBank } from './bank-lint.ts'
import { BankQuestion } from './content/content.ts'
import { correctAnswerOf, distractorsOf, multipleChoice } from './content/item.ts'
import { coveragePage, tally } from './coverage.ts'
import { doseFaults, doseRules, doseStatements, drugsIn, rightDosesIn } from './doses.ts'
import { examplesPage } from './examples-page.ts'
import { naiveBayes, neverAnEarlierKey, numberStrategies, ofNumbers, ofSingleChoice, shareFound, strategies } from './guessing.ts'
import { referenceFaults } from './references.ts'
import { type ModuleName, moduleNames } from './shown/modules.ts'
import { ageGroups, type Difficulty, difficulties, judgmentSteps } from './shown/terms.ts'

const directory = new URL('bank/', import.meta.url)
const entries = readdirSync(directory)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8')))

const bank = z.array(BankQuestion).parse(entries)

test('every entry has the shape of a question, and nothing else', () => {
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

test('every question cites current primary sources from the list', () => {
  expect(referenceFaults(bank)).toEqual([])
})

test('the coverage page matches the files; if this fails, run "npm run coverage"', () => {
  expect(readFileSync(new URL('COVERAGE.md', directory), 'utf8')).toBe(coveragePage(bank))
})

test('the examples page matches the files and generators; if this fails, run "npm run coverage"', () => {
  const { page, drawings } = examplesPage(bank)
  const written = (name: string) => readFileSync(new URL(`examples/${name}`, directory), 'utf8')
  expect(written('README.md')).toBe(page)
  for (const [name, svg] of drawings) expect(written(name)).toBe(`${svg}\n`)
  expect(readdirSync(new URL('examples/', directory)).sort()).toEqual(['README.md', ...drawings.keys()].sort())
})

/** The text with each of its doses in turn multiplied by ten. */
const slipsIn = (text: string): string[] =>
  doseStatements(text).map(({ words }) => {
    const tenfold = words.replace(/\d[\d.,]*/g, (figures) => String(Number((Number(figures.replaceAll(',', '')) * 10).toPrecision(6))))
    return text.replace(words, tenfold)
  })

test('nearly every tenfold error in a dose of the bank would be found', () => {
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

/** Quality goals of the curated bank. Each missed goal is one line of text. */

const MIN_QUESTIONS = 1_500
const MIN_PER_MODULE = 150
const MIN_OTHER_KINDS = 0.45
const MIN_PICTURES = 400
const MIN_SETS = 60
/** As on the national exam. */
const MIN_JUDGMENT = 0.35
const MIN_JUDGMENT_STEP = 0.1
const MIN_AGE_GROUPS = 3
const MIN_PLACES = 4
const EXPLANATION_WORDS = { min: 60, max: 260 } as const
/** Mean number of 100 students that the panel expects to be right. */
const EXPECTED_RIGHT: Readonly<Record<Difficulty, { min: number; max: number }>> = {
  easy: { min: 80, max: 100 },
  moderate: { min: 50, max: 75 },
  hard: { min: 0, max: 45 },
}
const CHANCE = 0.25
const PLAY = { bank: 0.05, module: 0.1 } as const
const MAX_BAYES = 0.3

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const atLeast = (found: number, wanted: number, what: string): string[] =>
  found >= wanted ? [] : [`${what}: ${found} of at least ${wanted}`]
const shareAtLeast = (part: number, whole: number, wanted: number, what: string): string[] =>
  part >= wanted * whole ? [] : [`${what}: ${percent(part / Math.max(1, whole))} of at least ${percent(wanted)}`]

const places = {
  home: /\b(?:home|apartment|house|kitchen|bedroom|bathroom|basement|garage|trailer)\b/i,
  road: /\b(?:road|highway|interstate|intersection|crash|collision|motorcycle|pedestrian|street)\b/i,
  work: /\b(?:factory|warehouse|construction|farm|barn|silo|office|mine|shop|restaurant|plant|workplace|worker)\b/i,
  school: /\b(?:school|gymnasium|dormitory|college|daycare|playground|camp)\b/i,
  water: /\b(?:pool|lake|river|beach|boat|ocean|pond|diving|bathtub)\b/i,
  care: /\b(?:nursing (?:home|facility)|skilled nursing|assisted living|long-term care|group home|memory care|hospice)\b/i,
  clinic: /\b(?:clinic|urgent care|dialysis|hospital|emergency department|transfer|interfacility|birthing center|dental)\b/i,
  custody: /\b(?:jail|prison|custody|police|handcuff\w*|shelter)\b/i,
  outdoors: /\b(?:park|trail|woods|field|stadium|marathon|mountain|desert|yard|concert|festival)\b/i,
} as const

const missedGoals = (bank: readonly BankQuestion[]): string[] => [
  ...atLeast(bank.length, MIN_QUESTIONS, 'questions'),
  ...shareAtLeast(bank.filter((question) => !isPlainChoice(question)).length, bank.length, MIN_OTHER_KINDS, 'other kinds'),
  ...atLeast(bank.filter(({ picture }) => picture).length, MIN_PICTURES, 'pictures'),
  ...atLeast(new Set(bank.flatMap(({ scenario }) => scenario?.set ?? [])).size, MIN_SETS, 'scenario sets'),
  ...judgment(bank),
  ...expectations(bank),
  ...explanations(bank),
  ...undosed(bank),
  ...moduleNames.flatMap((module) =>
    ofModule(
      module,
      bank.filter((question) => question.module === module),
    ),
  ),
  ...guessable(bank),
]

function judgment(bank: readonly BankQuestion[]): string[] {
  const steps = bank.flatMap(({ tags }) => tags.judgmentStep ?? [])
  return [
    ...shareAtLeast(steps.length, bank.length, MIN_JUDGMENT, 'clinical judgment'),
    ...[...tally(judgmentSteps, steps)].flatMap(([step, count]) =>
      shareAtLeast(count, steps.length, MIN_JUDGMENT_STEP, `clinical judgment, ${step}`),
    ),
  ]
}

function expectations(bank: readonly BankQuestion[]): string[] {
  const unrated = bank.filter(({ id }) => panelRatings[id] === undefined)
  return [
    ...unrated.map(({ id }) => `${id}: no panel has rated how hard it is`),
    ...difficulties.flatMap((difficulty) => {
      const ratings = bank.flatMap((question) => (question.difficulty === difficulty ? (panelRatings[question.id] ?? []) : []))
      const mean = ratings.reduce((sum, rating) => sum + rating, 0) / ratings.length
      const { min, max } = EXPECTED_RIGHT[difficulty]
      return mean >= min && mean <= max
        ? []
        : [`${difficulty}: ${mean.toFixed(1)} of 100 students are expected to be right, not ${min} to ${max}`]
    }),
  ]
}

const explanations = (bank: readonly BankQuestion[]): string[] =>
  bank.flatMap(({ id, explanation }) => {
    const words = explanation.split(/\s+/).length
    return words < EXPLANATION_WORDS.min || words > EXPLANATION_WORDS.max
      ? [`${id}: its explanation has ${words} words, not ${EXPLANATION_WORDS.min} to ${EXPLANATION_WORDS.max}`]
      : []
  })

/** Drugs dosed by amount, not only by volume or energy. */
const weighed = new Set(doseRules.filter(({ unit }) => !/^(?:J|mL)/.test(unit)).map(({ drug }) => drug))

/** A drug answer must state its dose, unless the question is which drug caused harm or which fluid fits. */
const undosed = (bank: readonly BankQuestion[]): string[] =>
  bank.flatMap(({ id, item, explanation, tags }) => {
    if (tags.judgmentStep === 'define hypotheses') return []
    const answer = rightDosesIn(item)
    const dosed = new Set(doseStatements(`${explanation} ${answer}`).flatMap(({ drugs }) => drugs))
    return [...new Set(drugsIn(answer).map(({ drug }) => drug))]
      .filter((drug) => weighed.has(drug) && !dosed.has(drug))
      .map((drug) => `${id}: its explanation gives no dose of ${drug}`)
  })

function ofModule(module: ModuleName, questions: readonly BankQuestion[]): string[] {
  const groups = ageGroups.filter((group) => questions.some(({ tags }) => tags.ageGroup === group))
  const found = Object.values(places).filter((place) =>
    questions.some(({ stem, scenario }) => place.test(`${scenario?.patient ?? ''} ${stem}`)),
  )
  return [
    ...atLeast(questions.length, MIN_PER_MODULE, module),
    ...(module === 'Geriatrics' ? [] : atLeast(groups.length, MIN_AGE_GROUPS, `${module}, groups of patients`)),
    ...atLeast(found.length, MIN_PLACES, `${module}, kinds of places`),
  ]
}

function guessable(bank: readonly BankQuestion[]): string[] {
  const questions = ofSingleChoice(bank)
  const groups = [
    { subject: 'bank', asked: questions, play: PLAY.bank },
    ...moduleNames.map((module) => ({
      subject: module as string,
      asked: ofSingleChoice(bank.filter((question) => question.module === module)),
      play: PLAY.module,
    })),
  ]
  const learned = shareFound(naiveBayes(questions), questions)
  const numbers = ofNumbers(questions)
  const repeated = neverAnEarlierKey(questions)
  return [
    ...groups.flatMap(({ subject, asked, play }) =>
      Object.entries(strategies).flatMap(([name, strategy]) => unlikeChance(subject, name, shareFound(strategy, asked), asked, play)),
    ),
    ...Object.entries(numberStrategies).flatMap(([name, strategy]) =>
      unlikeChance('numbers', name, shareFound(strategy, numbers), numbers, PLAY.bank),
    ),
    ...unlikeChance('one set of options', 'no earlier key', shareFound(repeated.strategy, repeated.asked), repeated.asked, PLAY.bank),
    ...(learned <= MAX_BAYES ? [] : [`naive Bayes finds ${percent(learned)} of ${questions.length}, not at most ${percent(MAX_BAYES)}`]),
  ]
}

const unlikeChance = (subject: string, name: string, share: number, asked: readonly unknown[], play: number): string[] =>
  Math.abs(share - CHANCE) <= play ? [] : [`${subject}: choosing by ${name} finds ${percent(share)} of ${asked.length}`]
