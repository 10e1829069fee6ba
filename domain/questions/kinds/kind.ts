import { z } from 'zod'
import { printableText } from '../../core/text.ts'
import { longest } from '../shown/terms.ts'

/** Ids reveal nothing about the key. */
const partWords = 'A part is named by up to 20 small letters, digits and hyphens'
export const partId = z.string(partWords).regex(/^[a-z0-9-]{1,20}$/, partWords)

export const partText = printableText({ max: longest.part })
export const rationaleText = printableText({ max: longest.rationale })

export const AskedPart = z.object({ id: partId, text: z.string() })
export type AskedPart = z.infer<typeof AskedPart>

export const ExplainedPart = z.object({ id: partId, text: partText, rationale: rationaleText })
export type ExplainedPart = z.infer<typeof ExplainedPart>

export interface PartsRight {
  readonly right: number
  readonly of: number
}

export interface AnswerReason {
  readonly id: string
  readonly text: string
  readonly rationale: string
}

export interface AnswerChoice {
  /** Unique within the item; statistics count by it. */
  readonly id: string
  readonly words: string
  readonly isRight: boolean
}

/** `Asked` is what a learner sees before answering: it reveals nothing about the key. */
export interface KindRules<Item, Answer, Asked> {
  key(item: Item): Answer
  fits(item: Item, answer: Answer): boolean
  /** Requires an answer that fits. */
  partsRight(item: Item, answer: Answer): PartsRight
  /** One line. Throws for a part that the item does not have. */
  words(item: Item, answer: Answer): string
  asked(item: Item): Asked
  reasons(item: Item): AnswerReason[]
  /** In display order; empty if answers are not chosen from a list. */
  choices(item: Item): AnswerChoice[]
  chance(item: Item): number
  chosen(answer: Answer): string[]
  texts(item: Item): string[]
}

export const defineKind = <Item extends z.ZodObject, Answer extends z.ZodObject, Asked extends z.ZodObject>(kind: {
  readonly item: Item
  readonly answer: Answer
  readonly asked: Asked
  readonly rules: KindRules<z.infer<Item>, z.infer<Answer>, z.infer<Asked>>
}) => kind

/** Case-insensitive and without locales, whose rules differ between machines. */
export const alphabetically = (a: string, b: string): number => byCodeUnits(a.toLowerCase(), b.toLowerCase()) || byCodeUnits(a, b)
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Sorted, so that the order reveals nothing. */
export const sortedParts = <Part extends { readonly text: string }>(parts: readonly Part[]): Part[] =>
  parts.toSorted((one, other) => alphabetically(one.text, other.text))

export const askedPart = ({ id, text }: AskedPart): AskedPart => ({ id, text })

export function partNamed<Part extends { readonly id: string }>(parts: readonly Part[], id: string): Part {
  const part = parts.find((candidate) => candidate.id === id)
  if (!part) throw new Error(`The item has no part ${id}.`)
  return part
}

export const areOwnIds = (ids: readonly string[], parts: readonly { readonly id: string }[]): boolean =>
  new Set(ids).size === ids.length && ids.every((id) => parts.some((part) => part.id === id))

/** Which target each part belongs to. */
export const Placement = z.record(partId, partId)
type Placement = z.infer<typeof Placement>

const placedAt = (part: string, target: string): string => `${part}:${target}`

export const placing = {
  fits: (placement: Placement, parts: readonly AskedPart[], targets: readonly AskedPart[]): boolean =>
    areOwnIds(Object.keys(placement), parts) && parts.every(({ id }) => targets.some((target) => target.id === placement[id])),
  right: (given: Placement, parts: readonly AskedPart[], key: Placement): PartsRight => ({
    right: parts.filter(({ id }) => given[id] === key[id]).length,
    of: parts.length,
  }),
  choices: (key: Placement, parts: readonly AskedPart[], targets: readonly AskedPart[]): AnswerChoice[] =>
    parts.flatMap((part) =>
      targets.map(({ id, text }) => ({ id: placedAt(part.id, id), words: `${part.text}: ${text}`, isRight: key[part.id] === id })),
    ),
  chosen: (placement: Placement): string[] => Object.entries(placement).map(([part, target]) => placedAt(part, target)),
}

export const hasOwnIds = (parts: readonly { readonly id: string }[]): boolean => new Set(parts.map(({ id }) => id)).size === parts.length
export const ownIdsWords = 'Each part needs an id of its own'
