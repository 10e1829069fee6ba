import { z } from 'zod'
import { printableText } from '../../text.ts'

/** What every kind of item is made of, and what has to be known of a kind so that it can be asked, marked and told. */

/** Names a part of an item within its version. It says nothing of what is right. */
const partWords = 'A part is named by up to 20 small letters, digits and hyphens'
export const partId = z.string(partWords).regex(/^[a-z0-9-]{1,20}$/, partWords)

export const partText = printableText({ max: 300 })
/** Why a part is right or wrong. */
export const rationaleText = printableText({ max: 1200 })

/** A part as learners see it. */
export const AskedPart = z.object({ id: partId, text: z.string() })
export type AskedPart = z.infer<typeof AskedPart>

/** A part with what an answer uncovers of it. */
export const ExplainedPart = z.object({ id: partId, text: partText, rationale: rationaleText })
export type ExplainedPart = z.infer<typeof ExplainedPart>

/** How many of an item's parts were answered rightly. */
export interface PartsRight {
  readonly right: number
  readonly of: number
}

/** Why a part is right or wrong, in the words of the part. */
export interface Reason {
  readonly id: string
  readonly text: string
  readonly rationale: string
}

/** One thing that can be chosen in an answer: an option, a row with one of its columns, a step at a place. */
export interface Choice {
  /** Unique within the item; statistics count by it. */
  readonly id: string
  readonly words: string
  readonly isRight: boolean
}

/**
 * The rules of one kind of item. `Item` is what an author writes, `Answer` what a learner gives, `Asked` what of the
 * item is shown before the answer: nothing in it tells what is right.
 */
export interface KindRules<Item, Answer, Asked> {
  /** The right answer. */
  key(item: Item): Answer
  /** Whether it is a whole answer to this item: every part that it names is there, and none is missing. */
  fits(item: Item, answer: Answer): boolean
  /** For an answer that fits. All parts right is right; there is no partial credit. */
  partsRight(item: Item, answer: Answer): PartsRight
  /** The answer in the words of the item, on one line. Throws for a part that the item does not have. */
  words(item: Item, answer: Answer): string
  asked(item: Item): Asked
  /** In the order in which the parts are shown. */
  reasons(item: Item): Reason[]
  /** All that can be chosen, in the order in which it is shown; empty where answers are not chosen from a list. */
  choices(item: Item): Choice[]
  /** The chance to answer right by guessing, 0 to 1. */
  chance(item: Item): number
  /** The ids of the choices that an answer makes. */
  chosen(answer: Answer): string[]
  /** Every text that a learner reads before answering. */
  texts(item: Item): string[]
}

/**
 * Great and small letters alike. Not by a locale: its rules differ between machines, and the order has to be the same
 * everywhere.
 */
export const alphabetically = (a: string, b: string): number => byCodeUnits(a.toLowerCase(), b.toLowerCase()) || byCodeUnits(a, b)
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Parts as a learner sees them where their order is not part of the question: sorted, so that it says nothing. */
export const sortedParts = <Part extends { readonly text: string }>(parts: readonly Part[]): Part[] =>
  parts.toSorted((one, other) => alphabetically(one.text, other.text))

export const askedPart = ({ id, text }: AskedPart): AskedPart => ({ id, text })

/** The part of this id. Throws where there is none. */
export function partNamed<Part extends { readonly id: string }>(parts: readonly Part[], id: string): Part {
  const part = parts.find((candidate) => candidate.id === id)
  if (!part) throw new Error(`The item has no part ${id}.`)
  return part
}

/** Each id once, and each of them a part's. */
export const areOwnIds = (ids: readonly string[], parts: readonly { readonly id: string }[]): boolean =>
  new Set(ids).size === ids.length && ids.every((id) => parts.some((part) => part.id === id))

/** One of the targets for each of the parts, and for nothing else. */
export const isPlacement = (
  placement: Readonly<Record<string, string>>,
  parts: readonly { readonly id: string }[],
  targets: readonly { readonly id: string }[],
): boolean => areOwnIds(Object.keys(placement), parts) && parts.every(({ id }) => targets.some((target) => target.id === placement[id]))

export const hasOwnIds = (parts: readonly { readonly id: string }[]): boolean => new Set(parts.map(({ id }) => id)).size === parts.length
export const ownIdsWords = 'Each part needs an id of its own'
