import type { AnsweredQuestion, AskedItem, ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { rowLetter } from '../ui/radio-rows.tsx'
import { targetOf } from './answer/answer-draft.ts'
import { draftOf } from './answer/item-answer.ts'

export interface ComparedPart {
  readonly part: string | null
  readonly right: string
  readonly given: string | null
  readonly isRight: boolean
}

export function compared({ item, key }: Pick<AnsweredQuestion, 'item' | 'key'>, answer: ItemAnswer | null): readonly ComparedPart[] {
  const [right, given] = [draftOf(key), draftOf(answer)]
  switch (item.kind) {
    case 'multiple_choice':
    case 'hot_spot':
      return [pair(null, right.chosen[0], given.chosen[0], (id) => letteredText(item, id))]
    case 'multiple_response': {
      const found = right.chosen.filter((id) => given.chosen.includes(id))
      const missed = right.chosen.filter((id) => !found.includes(id))
      const wrong = given.chosen.filter((id) => !found.includes(id))
      const words = (id: string) => letteredText(item, id)
      return [...found.map((id) => pair(null, id, id, words)), ...missed.map((id, index) => pair(null, id, wrong[index], words))]
    }
    case 'build_list':
      return right.chosen.map((id, index) => pair(`Step ${index + 1}`, id, given.chosen[index], (step) => textOf(item.steps, step)))
    case 'drag_drop':
      return item.things.map(({ id, text }) =>
        pair(text, targetOf(right.chosen, id), targetOf(given.chosen, id), (box) => textOf(item.boxes, box)),
      )
    case 'options_table':
      return item.rows.map(({ id, text }) =>
        pair(text, targetOf(right.chosen, id), targetOf(given.chosen, id), (column) => textOf(item.columns, column)),
      )
    case 'fill_in_blank':
      return [pair(null, right.typed, given.typed || undefined, (value) => `${value} ${item.unit}`)]
  }
}

const pair = (part: string | null, right: string | undefined, given: string | undefined, words: (id: string) => string): ComparedPart => ({
  part,
  right: right === undefined ? '' : words(right),
  given: given === undefined ? null : words(given),
  isRight: right === given,
})

type ItemParts = readonly { readonly id: string; readonly text: string }[]

const textOf = (parts: ItemParts, id: string): string => parts.find((part) => part.id === id)?.text ?? ''

function withLetters(item: AskedItem): ItemParts {
  switch (item.kind) {
    case 'multiple_choice':
    case 'multiple_response':
      return item.options
    case 'hot_spot':
      return item.spots
    default:
      return []
  }
}

export function letterOf(item: AskedItem, id: string): string | null {
  const index = withLetters(item).findIndex((part) => part.id === id)
  return index < 0 ? null : rowLetter(index)
}

const letteredText = (item: AskedItem, id: string): string => `${letterOf(item, id)}. ${textOf(withLetters(item), id)}`

export function orderedReasons({ item, rationales }: Pick<AnsweredQuestion, 'item' | 'rationales'>): AnsweredQuestion['rationales'] {
  const shown = withLetters(item).map(({ id }) => id)
  return shown.length === 0 ? rationales : shown.flatMap((id) => rationales.filter((rationale) => rationale.id === id))
}
