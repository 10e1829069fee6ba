import { fnv1a } from '../core/seeded-numbers.ts'
import type { BankQuestion } from './content/content.ts'
import type { ItemOf } from './content/item.ts'

/** Test-taking strategies without medical knowledge. On a sound bank, none finds more keys than chance. */

export interface Guessed {
  readonly id: string
  readonly stem: string
  readonly item: ItemOf<'multiple_choice'>
}

export const ofSingleChoice = (bank: readonly BankQuestion[]): Guessed[] =>
  bank.flatMap(({ id, stem, item }) => (item.kind === 'multiple_choice' ? [{ id, stem, item }] : []))

type Option = Guessed['item']['options'][number]

/** Higher means more likely the key; ties are drawn. */
type Strategy = (option: Option, question: Guessed) => number

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+(?:\.\d+)?/gu) ?? []
/** Leaves out articles and the like. */
export const tellingWords = (text: string): Set<string> => new Set(wordsOf(text).filter((word) => word.length > 3))
const sharedWords = (one: string, other: string): number => {
  const words = tellingWords(other)
  return [...tellingWords(one)].filter((word) => words.has(word)).length
}
const others = (option: Option, { item }: Guessed): Option[] => item.options.filter(({ id }) => id !== option.id)

function classOf(text: string): string {
  const [first = ''] = wordsOf(text)
  if (/^\d/.test(text)) return 'figure'
  if (/ing$/.test(first)) return 'gerund'
  if (/^(?:an?|the|his|her|its|their)$/.test(first)) return 'article'
  return `${/\d/.test(text) ? 'with figures' : 'words'}, ${text.includes(',') || text.includes(';') ? 'in parts' : 'whole'}`
}

export const strategies = {
  longest: ({ text }) => text.length,
  shortest: ({ text }) => -text.length,
  oddClassOut: (option, question) => others(option, question).filter(({ text }) => classOf(text) !== classOf(option.text)).length,
  stemOverlap: ({ text }, { stem }) => sharedWords(text, stem),
  /** Test writers vary the key to make distractors. */
  convergence: (option, question) => others(option, question).reduce((sum, { text }) => sum + sharedWords(option.text, text), 0),
} as const satisfies Record<string, Strategy>
export type StrategyName = keyof typeof strategies

const figures = /\d[\d,]*(?:\.\d+)?/g
const sizeOf = (text: string): number => Number(text.match(figures)?.[0].replaceAll(',', ''))

/** Choices whose options differ only in size, such as "1 minute" and "10 minutes". */
export const ofNumbers = (questions: readonly Guessed[]): Guessed[] =>
  questions.filter(({ item: { options } }) => {
    const units = new Set(options.map(({ text }) => text.replace(figures, '0').replace(/s$/, '')))
    const values = new Set(options.map(({ text }) => sizeOf(text)))
    return units.size === 1 && values.size === options.length && !values.has(Number.NaN)
  })

/** Places by size, from 0. */
const atPlaces =
  (...places: number[]): Strategy =>
  (option, question) => {
    const smaller = others(option, question).filter(({ text }) => sizeOf(text) < sizeOf(option.text))
    return places.includes(smaller.length) ? 1 : 0
  }

/** For choices between numbers. The second is the second smallest: the listed order is alphabetical. */
export const numberStrategies = {
  smallestNumber: atPlaces(0),
  secondNumber: atPlaces(1),
  middleNumber: atPlaces(1, 2),
  largestNumber: atPlaces(3),
} as const satisfies Record<string, Strategy>

/** Questions with this many options in common share one set. */
const SHARED_OPTIONS = 3

/** The keys of earlier questions on the same set of options, as they appear among the question's own options. */
function earlierKeys(question: Guessed, earlier: readonly Guessed[]): Set<string> {
  const texts = new Set(question.item.options.map(({ text }) => text))
  return new Set(
    earlier
      .filter(({ item }) => item.options.filter(({ text }) => texts.has(text)).length >= SHARED_OPTIONS)
      .flatMap(({ item }) => item.options.filter(({ id, text }) => id === item.key && texts.has(text)).map(({ text }) => text)),
  )
}

/** Never an earlier key of this set. `asked` are the questions that it tells something about. */
export function neverAnEarlierKey(bank: readonly Guessed[]): { readonly strategy: Strategy; readonly asked: readonly Guessed[] } {
  const keys = new Map(bank.map((question, index) => [question.id, earlierKeys(question, bank.slice(0, index))]))
  return {
    strategy: ({ text }, { id }) => (keys.get(id)?.has(text) ? 0 : 1),
    asked: bank.filter(({ id }) => (keys.get(id)?.size ?? 0) > 0),
  }
}

/** 0 to 1; ties share. */
function found(strategy: Strategy, question: Guessed): number {
  const scores = question.item.options.map((option) => strategy(option, question))
  const best = Math.max(...scores)
  const chosen = question.item.options.filter((_, index) => scores[index] === best)
  return chosen.some(({ id }) => id === question.item.key) ? 1 / chosen.length : 0
}

/** 0 to 1; chance is 0.25. */
export const shareFound = (strategy: Strategy, questions: readonly Guessed[]): number =>
  questions.reduce((sum, question) => sum + found(strategy, question), 0) / Math.max(1, questions.length)

const FOLDS = 10

function featuresOf(option: Option, { item }: Guessed): Set<string> {
  const words = wordsOf(option.text)
  const rank = item.options.filter(({ text }) => text.length > option.text.length).length
  return new Set([
    ...words.map((word) => (/\d/.test(word) ? 'a figure' : `word ${word}`)),
    `rank ${rank}`,
    `class ${classOf(option.text)}`,
    `begins with ${words[0] ?? ''}`,
  ])
}

/** Naive Bayes with Laplace smoothing and ten-fold cross-validation; the fold follows from the id. */
export function naiveBayes(questions: readonly Guessed[]): Strategy {
  const foldOf = ({ id }: Guessed) => fnv1a(id) % FOLDS
  const models = Array.from({ length: FOLDS }, (_, fold) => learned(questions.filter((question) => foldOf(question) !== fold)))
  return (option, question) => models[foldOf(question)]?.(option, question) ?? 0
}

function learned(questions: readonly Guessed[]): Strategy {
  const seen = { key: new Map<string, number>(), other: new Map<string, number>() }
  const options = { key: 0, other: 0 }
  for (const question of questions)
    for (const option of question.item.options) {
      const side = option.id === question.item.key ? 'key' : 'other'
      options[side] += 1
      for (const feature of featuresOf(option, question)) seen[side].set(feature, (seen[side].get(feature) ?? 0) + 1)
    }
  const likelihood = (side: 'key' | 'other', feature: string) => ((seen[side].get(feature) ?? 0) + 1) / (options[side] + 2)
  return (option, question) => {
    let score = 0
    for (const feature of featuresOf(option, question)) score += Math.log(likelihood('key', feature) / likelihood('other', feature))
    return score
  }
}
