import { z } from 'zod'
import { errors } from '../../refusals/shown/errors.ts'
import { buildListKind } from '../kinds/build-list.ts'
import { multipleChoiceKind, multipleResponseKind } from '../kinds/choosing.ts'
import { fillInBlankKind } from '../kinds/fill-in-blank.ts'
import { hotSpotKind } from '../kinds/hot-spot.ts'
import type { AnswerChoice, AnswerReason, KindRules, PartsRight } from '../kinds/kind.ts'
import { dragDropKind, optionsTableKind } from '../kinds/placing.ts'

/** To add a kind, add a file in `kinds/` and a line here. */
const kinds = [
  multipleChoiceKind,
  multipleResponseKind,
  buildListKind,
  dragDropKind,
  optionsTableKind,
  hotSpotKind,
  fillInBlankKind,
] as const

const each = <Kinds extends readonly object[], Part extends keyof Kinds[number]>(all: Kinds, part: Part) =>
  all.map((kind) => (kind as Kinds[number])[part]) as unknown as {
    readonly [Place in keyof Kinds]: Kinds[Place][Part & keyof Kinds[Place]]
  }

export const Item = z.discriminatedUnion('kind', each(kinds, 'item'))
export type Item = z.infer<typeof Item>
export type ItemKind = Item['kind']
export type ItemOf<Kind extends ItemKind> = Extract<Item, { kind: Kind }>

export const ItemAnswer = z.discriminatedUnion('kind', each(kinds, 'answer'), errors.answerRequired.message)
export type ItemAnswer = z.infer<typeof ItemAnswer>
export type AnswerOf<Kind extends ItemKind> = Extract<ItemAnswer, { kind: Kind }>

export const AskedItem = z.discriminatedUnion('kind', each(kinds, 'asked'))
export type AskedItem = z.infer<typeof AskedItem>

const rules = new Map<ItemKind, object>(kinds.map((kind) => [kind.item.shape.kind.value, kind.rules]))
export const itemKinds = [...rules.keys()]

/** TypeScript cannot follow this pairing through a union. */
const rulesOf = (kind: ItemKind) => rules.get(kind) as KindRules<Item, ItemAnswer, AskedItem>

export { multipleChoice, Option } from '../kinds/choosing.ts'
export type { AnswerChoice, AnswerReason, PartsRight } from '../kinds/kind.ts'

export const isAnswerTo = (item: Item, answer: ItemAnswer): boolean => answer.kind === item.kind && rulesOf(item.kind).fits(item, answer)

/** Informative only; the mark gives no partial credit. */
export const partsRight = (item: Item, answer: ItemAnswer | null): PartsRight => {
  const { key, partsRight: count } = rulesOf(item.kind)
  return answer === null ? { right: 0, of: count(item, key(item)).of } : count(item, answer)
}

/** No partial credit, as on the national exam. No answer is wrong. */
export const isRight = (item: Item, answer: ItemAnswer | null): boolean => {
  const { right, of } = partsRight(item, answer)
  return right === of
}

/** Null when the item has no such choice or is of another kind. */
export function answerNamed(item: Item, selectedAnswer: string): ItemAnswer | null {
  const option = item.kind === 'multiple_choice' ? item.options.find(({ text }) => text === selectedAnswer) : undefined
  return option ? { kind: 'multiple_choice', option: option.id } : null
}

export const keyOf = (item: Item): ItemAnswer => rulesOf(item.kind).key(item)

/** In the words of the answered version; empty without an answer. Throws for an answer to another item. */
export const wordsOf = (item: Item, answer: ItemAnswer | null): string => {
  if (answer === null) return ''
  if (answer.kind !== item.kind) throw new Error(`An answer of kind ${answer.kind} was given to an item of kind ${item.kind}.`)
  return rulesOf(item.kind).words(item, answer)
}

export const correctAnswerOf = (item: Item): string => wordsOf(item, keyOf(item))

export const askedItem = (item: Item): AskedItem => rulesOf(item.kind).asked(item)

export const reasonsOf = (item: Item): AnswerReason[] => rulesOf(item.kind).reasons(item)

export const choicesOf = (item: Item): AnswerChoice[] => rulesOf(item.kind).choices(item)

/** 0 to 1. */
export const chanceOf = (item: Item): number => rulesOf(item.kind).chance(item)

export const chosenBy = (answer: ItemAnswer): string[] => rulesOf(answer.kind).chosen(answer)

export const textsOf = (item: Item): string[] => rulesOf(item.kind).texts(item)

export const optionTexts = (item: Item): string[] => shownTexts(askedItem(item))

export const shownTexts = (asked: AskedItem): string[] =>
  asked.kind === 'multiple_choice' || asked.kind === 'multiple_response' ? asked.options.map(({ text }) => text) : []

export const distractorsOf = (item: Item): AnswerReason[] => {
  if (item.kind === 'multiple_choice') return reasonsOf(item)
  return item.kind === 'multiple_response' ? reasonsOf(item).filter(({ id }) => !item.keys.includes(id)) : []
}
