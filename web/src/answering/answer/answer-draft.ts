/** Ids of options, spots or steps; a thing in a box and a mark in a row by both ids, see `pairId`. */
export interface AnswerDraft {
  /** In the order chosen; for steps that order is the answer. */
  readonly chosen: readonly string[]
  readonly struck: readonly string[]
  /** The step or thing that is picked up to be moved. */
  readonly held: string | null
  readonly typed: string
}

export type DraftChange =
  | { readonly type: 'choose'; readonly id: string; readonly insteadOf: readonly string[] }
  | { readonly type: 'takeOut'; readonly id: string }
  | { readonly type: 'move'; readonly id: string; readonly to: number }
  | { readonly type: 'strike'; readonly id: string }
  | { readonly type: 'hold'; readonly id: string | null }
  | { readonly type: 'write'; readonly text: string }

export const emptyDraft: AnswerDraft = { chosen: [], struck: [], held: null, typed: '' }

/** Choosing a part un-strikes it; striking a chosen part removes it from the answer. */
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

/** Names a thing in a box, or a mark in a row. Ids contain no colon. */
export const pairId = (part: string, target: string): string => `${part}:${target}`

export function pairOf(id: string): { part: string; target: string } {
  const colon = id.indexOf(':')
  return { part: id.slice(0, colon), target: id.slice(colon + 1) }
}

export const targetOf = (chosen: readonly string[], part: string): string | undefined => {
  const id = chosen.find((candidate) => pairOf(candidate).part === part)
  return id === undefined ? undefined : pairOf(id).target
}
