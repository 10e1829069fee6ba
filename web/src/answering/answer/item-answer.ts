import type { AskedItem, ItemAnswer, ItemKind } from '@medicready/domain/contract/questions/questions'
import type { ToastWords } from '../../ui/toast.tsx'
import { type AnswerDraft, type DraftChange, emptyDraft, pairId, pairOf } from './answer-draft.ts'
import type { QuestionKeyAction } from './question-keys.ts'

export function draftOf(answer: ItemAnswer | null): AnswerDraft {
  return answer === null
    ? emptyDraft
    : { ...emptyDraft, chosen: chosenIn(answer), typed: answer.kind === 'fill_in_blank' ? String(answer.value) : '' }
}

function chosenIn(answer: ItemAnswer): readonly string[] {
  switch (answer.kind) {
    case 'multiple_choice':
      return [answer.option]
    case 'multiple_response':
      return answer.options
    case 'build_list':
      return answer.order
    case 'drag_drop':
      return Object.entries(answer.placement).map(([thing, box]) => pairId(thing, box))
    case 'options_table':
      return Object.entries(answer.marks).map(([row, column]) => pairId(row, column))
    case 'hot_spot':
      return [answer.spot]
    case 'fill_in_blank':
      return []
  }
}

/** Only for steps does the order count. */
export function isSameAnswer(one: ItemAnswer | null, other: ItemAnswer | null): boolean {
  const told = (answer: ItemAnswer | null) => {
    const { chosen, typed } = draftOf(answer)
    return JSON.stringify([answer?.kind, answer?.kind === 'build_list' ? chosen : chosen.toSorted(), typed])
  }
  return told(one) === told(other)
}

const nothing: ToastWords = {
  title: 'No Answer Selected',
  description: 'Please select an answer before submitting.',
  variant: 'destructive',
}

interface Lacking {
  readonly lack: ToastWords
  readonly isEmpty: boolean
}

const unfinished = (description: string): Lacking => ({
  lack: { title: 'Answer Not Complete', description, variant: 'destructive' },
  isEmpty: false,
})

export function answerOf(item: AskedItem, { chosen, typed }: AnswerDraft): { answer: ItemAnswer } | Lacking {
  if (item.kind === 'fill_in_blank') {
    if (typed.trim() === '') return { lack: { ...nothing, description: 'Please enter a number before submitting.' }, isEmpty: true }
    const figure = readFigure(typed)
    if ('value' in figure) return { answer: { kind: item.kind, value: figure.value } }
    return { lack: { title: 'Not a Number', description: figure.fault, variant: 'destructive' }, isEmpty: false }
  }
  const [first] = chosen
  if (first === undefined) return { lack: nothing, isEmpty: true }
  switch (item.kind) {
    case 'multiple_choice':
      return { answer: { kind: item.kind, option: first } }
    case 'hot_spot':
      return { answer: { kind: item.kind, spot: first } }
    case 'multiple_response':
      return chosen.length === item.choose
        ? { answer: { kind: item.kind, options: [...chosen] } }
        : unfinished(`Please select exactly ${inWords(item.choose)} answers. You have selected ${inWords(chosen.length)}.`)
    case 'build_list':
      return chosen.length === item.steps.length
        ? { answer: { kind: item.kind, order: [...chosen] } }
        : unfinished(`Please put every step in order. ${stillToDo(item.steps.length - chosen.length, item.steps.length)}`)
    case 'drag_drop':
      return chosen.length === item.things.length
        ? { answer: { kind: item.kind, placement: byPart(chosen) } }
        : unfinished(`Please put each item into a box. ${stillToDo(item.things.length - chosen.length, item.things.length)}`)
    case 'options_table':
      return chosen.length === item.rows.length
        ? { answer: { kind: item.kind, marks: byPart(chosen) } }
        : unfinished(`Please choose one answer in every row. ${stillToDo(item.rows.length - chosen.length, item.rows.length)}`)
  }
}

const byPart = (pairs: readonly string[]): Record<string, string> =>
  Object.fromEntries(pairs.map((id) => [pairOf(id).part, pairOf(id).target]))

const stillToDo = (waiting: number, of: number): string => `${waiting} of ${of} ${waiting === 1 ? 'is' : 'are'} still waiting.`

export const inWords = (count: number): string =>
  ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'][count] ?? String(count)

export function lettered(item: AskedItem): readonly string[] {
  switch (item.kind) {
    case 'multiple_choice':
    case 'multiple_response':
      return item.options.map(({ id }) => id)
    case 'build_list':
      return item.steps.map(({ id }) => id)
    case 'drag_drop':
      return item.things.map(({ id }) => id)
    case 'hot_spot':
      return item.spots.map(({ id }) => id)
    case 'options_table':
    case 'fill_in_blank':
      return []
  }
}

export const keyWords: Readonly<Record<ItemKind, string>> = {
  multiple_choice: 'Select a choice',
  multiple_response: 'Select a choice, or take it back',
  build_list: 'Add a step at the end, or remove it',
  drag_drop: 'Pick up an item',
  options_table: '',
  hot_spot: 'Select a place',
  fill_in_blank: '',
}

export function keyedChange(item: AskedItem, draft: AnswerDraft, action: QuestionKeyAction): DraftChange | null {
  if (action.type !== 'select' && action.type !== 'strike') return null
  if (item.kind === 'drag_drop') return keyedMove(item, draft, action)
  const id = lettered(item)[action.index]
  if (id === undefined) return null
  if (action.type === 'strike') return { type: 'strike', id }
  const isSingle = item.kind === 'multiple_choice' || item.kind === 'hot_spot'
  if (!isSingle && draft.chosen.includes(id)) return { type: 'takeOut', id }
  return { type: 'choose', id, insteadOf: isSingle ? lettered(item) : [] }
}

type DragDrop = Extract<AskedItem, { kind: 'drag_drop' }>
type KeyedPart = Extract<QuestionKeyAction, { index: number }>

function keyedMove({ things, boxes }: DragDrop, { held }: AnswerDraft, { type, by, index }: KeyedPart): DraftChange | null {
  if (type === 'strike') return null
  if (by === 'letter') {
    const thing = things[index]
    return thing ? { type: 'hold', id: thing.id === held ? null : thing.id } : null
  }
  const box = boxes[index]
  return box && held !== null ? placing(boxes, held, box.id) : null
}

export const placing = (targets: readonly { readonly id: string }[], part: string, target: string): DraftChange => ({
  type: 'choose',
  id: pairId(part, target),
  insteadOf: targets.map(({ id }) => pairId(part, id)),
})

const MOST = 1_000_000

type ReadFigure = { readonly value: number } | { readonly fault: string }

export function readFigure(written: string): ReadFigure {
  const text = written.trim().replace(/^[−–]/, '-')
  if (/^[+-]?\d+,\d{1,2}$/.test(text)) return { fault: 'Please write a decimal point instead of a comma, as in 0.5.' }
  if (!/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/.test(text) || !/\d/.test(text))
    return { fault: 'Please enter only a number, such as 5, 0.5, or 1,000. The unit is already shown.' }
  const value = Number(text.replaceAll(',', ''))
  return Math.abs(value) > MOST ? { fault: 'Please enter a number up to 1,000,000.' } : { value }
}
