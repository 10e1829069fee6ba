import { z } from 'zod'
import { printableText } from '../text.ts'

/**
 * What a question asks the learner to do, and what can be done about it: one shape of item and one shape of answer for
 * each kind. A further kind is a further member of both unions, and a further case of each function below; what exists
 * is not touched by it.
 */

const text = (max: number) => printableText({ max })
/** Names a part of an item within its version. It says nothing of what is right. */
const partWords = 'A part is named by up to 20 small letters, digits and hyphens'
const partId = z.string(partWords).regex(/^[a-z0-9-]{1,20}$/, partWords)

export const Option = z.object({
  id: partId,
  text: text(300),
  /** Why this option is not the answer; null for the one that is. */
  rationale: text(1200).nullable(),
})
export type Option = z.infer<typeof Option>

const MultipleChoiceItem = z
  .object({
    kind: z.literal('multiple_choice'),
    /** Without an order of their own: learners see them as `choicesOf` sorts them. */
    options: z.array(Option).length(4),
    /** The id of the right option. */
    key: partId,
  })
  .refine(({ options }) => new Set(options.map(({ id }) => id)).size === options.length, 'Each option needs an id of its own')
  .refine(({ options, key }) => options.some(({ id }) => id === key), 'The key must name an option')
  .refine(
    ({ options, key }) => options.every(({ id, rationale }) => (id === key) === (rationale === null)),
    'Each option but the answer needs a rationale',
  )

export const Item = z.discriminatedUnion('kind', [MultipleChoiceItem])
export type Item = z.infer<typeof Item>
export type ItemKind = Item['kind']

/** A value of the item's kind. */
export const ItemAnswer = z.discriminatedUnion('kind', [z.object({ kind: z.literal('multiple_choice'), option: partId })])
export type ItemAnswer = z.infer<typeof ItemAnswer>

/** Right or wrong, as the national exam scores: there is no partial credit. No answer is wrong. */
export const isRight = (item: Item, answer: ItemAnswer | null): boolean => answer !== null && answer.option === item.key

/** The answer that a choice's text stands for; null when the item has no such choice. */
export function answerNamed(item: Item, selectedAnswer: string): ItemAnswer | null {
  const option = item.options.find(({ text }) => text === selectedAnswer)
  return option ? { kind: item.kind, option: option.id } : null
}

/**
 * What was chosen, in the words of the version that it answers; empty when nothing was. Throws for an answer to another
 * item.
 */
export function wordsOf(item: Item, answer: ItemAnswer | null): string {
  if (answer === null) return ''
  const option = item.options.find(({ id }) => id === answer.option)
  if (!option) throw new Error(`The item has no option ${answer.option}.`)
  return option.text
}

/** The right answer, in words. */
export const correctAnswerOf = (item: Item): string => wordsOf(item, { kind: item.kind, option: item.key })

/** An option that is wrong, and why. */
export interface Distractor {
  readonly id: string
  readonly text: string
  readonly rationale: string
}

export const distractorsOf = (item: Item): Distractor[] =>
  item.options.flatMap(({ id, text, rationale }) => (rationale === null ? [] : [{ id, text, rationale }]))

/** The options as a learner sees them: sorted, so that the place says nothing of the answer. */
export const optionsInOrder = (item: Item): Option[] => item.options.toSorted((a, b) => alphabetically(a.text, b.text))

export const choicesOf = (item: Item): string[] => optionsInOrder(item).map((option) => option.text)

/**
 * Makes an item of single choice from texts alone, such as a model or a form gives. Ids go by the order of the texts,
 * and so tell nothing.
 */
export function multipleChoice(correctAnswer: string, distractors: readonly { readonly text: string; readonly rationale: string }[]): Item {
  const parts = [{ text: correctAnswer, rationale: null }, ...distractors.map(({ text, rationale }) => ({ text, rationale }))].toSorted(
    (a, b) => alphabetically(a.text, b.text),
  )
  const idAt = (index: number) => 'abcdefgh'.charAt(index)
  const key = idAt(parts.findIndex(({ rationale }) => rationale === null))
  return { kind: 'multiple_choice', options: parts.map((part, index) => ({ id: idAt(index), ...part })), key }
}

/**
 * Great and small letters alike. Not by a locale: its rules differ between machines, and the order has to be the same
 * everywhere.
 */
const alphabetically = (a: string, b: string): number => byCodeUnits(a.toLowerCase(), b.toLowerCase()) || byCodeUnits(a, b)
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
