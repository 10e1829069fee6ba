import { fnv1a } from '../hash.ts'
import type { BankQuestion } from './content.ts'
import type { ItemOf } from './item.ts'

/**
 * What a test-wise stranger finds without knowing medicine: strategies that look at the options of single choice, and
 * at most at the words that they share with the stem. A bank that cannot be guessed gives each of them no more than
 * chance.
 */

/** A question of single choice, as far as a strategy may look at it. */
export interface Guessed {
  readonly id: string
  readonly stem: string
  readonly item: ItemOf<'multiple_choice'>
}

export const ofSingleChoice = (bank: readonly BankQuestion[]): Guessed[] =>
  bank.flatMap(({ id, stem, item }) => (item.kind === 'multiple_choice' ? [{ id, stem, item }] : []))

type Option = Guessed['item']['options'][number]

/** How much an option looks like the key; the highest is chosen, and among equals by lot. */
type Strategy = (option: Option, question: Guessed) => number

const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}+|\d+(?:\.\d+)?/gu) ?? []
/** Words that say something: articles and the like are shared by everything. */
export const tellingWords = (text: string): Set<string> => new Set(wordsOf(text).filter((word) => word.length > 3))
const sharedWords = (one: string, other: string): number => {
  const words = tellingWords(other)
  return [...tellingWords(one)].filter((word) => words.has(word)).length
}
const others = (option: Option, { item }: Guessed): Option[] => item.options.filter(({ id }) => id !== option.id)

/** What an option is made like: an action, a name, a figure, a sentence. */
function classOf(text: string): string {
  const [first = ''] = wordsOf(text)
  if (/^\d/.test(text)) return 'figure'
  if (/ing$/.test(first)) return 'gerund'
  if (/^(?:an?|the|his|her|its|their)$/.test(first)) return 'article'
  return `${/\d/.test(text) ? 'with figures' : 'words'}, ${text.includes(',') || text.includes(';') ? 'in parts' : 'whole'}`
}

export const strategies = {
  /** The longest option. */
  longest: ({ text }) => text.length,
  /** The shortest option. */
  shortest: ({ text }) => -text.length,
  /** The one that is not made like the others. */
  oddClassOut: (option, question) => others(option, question).filter(({ text }) => classOf(text) !== classOf(option.text)).length,
  /** The one that shares most words with the stem. */
  stemOverlap: ({ text }, { stem }) => sharedWords(text, stem),
  /** The one that shares most words with the other options: test writers vary the key to make distractors. */
  convergence: (option, question) => others(option, question).reduce((sum, { text }) => sum + sharedWords(option.text, text), 0),
} as const satisfies Record<string, Strategy>
export type StrategyName = keyof typeof strategies

/** How likely the strategy finds the key of one question, 0 to 1: equals share. */
function found(strategy: Strategy, question: Guessed): number {
  const scores = question.item.options.map((option) => strategy(option, question))
  const best = Math.max(...scores)
  const chosen = question.item.options.filter((_, index) => scores[index] === best)
  return chosen.some(({ id }) => id === question.item.key) ? 1 / chosen.length : 0
}

/** What share of the keys the strategy finds, 0 to 1; chance finds a quarter. */
export const shareFound = (strategy: Strategy, questions: readonly Guessed[]): number =>
  questions.reduce((sum, question) => sum + found(strategy, question), 0) / Math.max(1, questions.length)

const FOLDS = 10

/** What can be seen of an option beside the others: its words, its rank by length, the class of its first word. */
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

/**
 * A naive Bayes classifier over those features, learned from nine tenths of the questions and asked about the last
 * tenth, in turn (cross-validation with Laplace smoothing). Which tenth a question belongs to follows from its id.
 */
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
