/** What somebody is about to answer: the choice so far, and the choices that they have ruled out. */
export interface AnswerDraft {
  /** '' while nothing is selected. */
  readonly selected: string
  readonly struck: readonly string[]
}

export type DraftChange = { type: 'select'; choice: string } | { type: 'strike'; choice: string }

export const emptyDraft: AnswerDraft = { selected: '', struck: [] }

/** Selecting a choice takes it back in; ruling out the selected one clears the selection. */
export function changeDraft(draft: AnswerDraft, { type, choice }: DraftChange): AnswerDraft {
  const others = draft.struck.filter((struck) => struck !== choice)
  if (type === 'select') return { selected: choice, struck: others }
  if (others.length < draft.struck.length) return { ...draft, struck: others }
  return { selected: draft.selected === choice ? '' : draft.selected, struck: [...others, choice] }
}
