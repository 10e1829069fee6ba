/**
 * An answer before it is submitted, for every kind of item. Parts are named by their ids: an option, a place in the
 * picture, a step; a thing in a box and a mark in a row by both ids, which `pairId` joins.
 */
export interface AnswerDraft {
  /** In the order in which they were chosen; of steps it is the order that is the answer. */
  readonly chosen: readonly string[]
  /** What was ruled out. */
  readonly struck: readonly string[]
  /** The step or thing that is picked to be moved; null while none is. */
  readonly held: string | null
  /** What stands in the blank. */
  readonly typed: string
}

export type DraftChange =
  /** Chooses a part, which takes the place of those that it excludes. */
  | { readonly type: 'choose'; readonly id: string; readonly insteadOf: readonly string[] }
  | { readonly type: 'takeOut'; readonly id: string }
  /** Puts a part at a place among the chosen ones, counted from 0. */
  | { readonly type: 'move'; readonly id: string; readonly to: number }
  | { readonly type: 'strike'; readonly id: string }
  | { readonly type: 'hold'; readonly id: string | null }
  | { readonly type: 'write'; readonly text: string }

export const emptyDraft: AnswerDraft = { chosen: [], struck: [], held: null, typed: '' }

/** Choosing a part takes it back in; ruling out a chosen one takes it out of the answer. */
export function changeDraft(draft: AnswerDraft, change: DraftChange): AnswerDraft {
  switch (change.type) {
    case 'choose':
      return {
        ...draft,
        chosen: [...without(draft.chosen, change.id, ...change.insteadOf), change.id],
        struck: without(draft.struck, change.id),
        held: null,
      }
    case 'takeOut':
      return { ...draft, chosen: without(draft.chosen, change.id), held: null }
    case 'move':
      return {
        ...draft,
        chosen: without(draft.chosen, change.id).toSpliced(Math.max(0, change.to), 0, change.id),
        struck: without(draft.struck, change.id),
      }
    case 'strike':
      return draft.struck.includes(change.id)
        ? { ...draft, struck: without(draft.struck, change.id) }
        : { ...draft, chosen: without(draft.chosen, change.id), struck: [...draft.struck, change.id] }
    case 'hold':
      return { ...draft, held: change.id }
    case 'write':
      return { ...draft, typed: change.text }
  }
}

const without = (ids: readonly string[], ...unwanted: readonly string[]): string[] => ids.filter((id) => !unwanted.includes(id))

/** Names a thing in a box, or a mark in a row. The ids of parts have no colon. */
export const pairId = (part: string, target: string): string => `${part}:${target}`

/** The part and its target, of an id that `pairId` made. */
export function pairOf(id: string): { part: string; target: string } {
  const colon = id.indexOf(':')
  return { part: id.slice(0, colon), target: id.slice(colon + 1) }
}

/** Where a part stands by the pairs that are chosen; undefined while it stands nowhere. */
export const targetOf = (chosen: readonly string[], part: string): string | undefined => {
  const id = chosen.find((candidate) => pairOf(candidate).part === part)
  return id === undefined ? undefined : pairOf(id).target
}
