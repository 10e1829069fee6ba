import { type AskedPart, type ExplainedPart, partNamed } from '../kinds/kind.ts'
import type { QuestionContent } from './content.ts'
import type { Item, Option } from './item.ts'
import type { Picture } from './picture.ts'

export interface ContentLine {
  /** Stable across versions, so that versions can be compared line by line. */
  readonly key: string
  readonly label: string
  readonly text: string
}

const line = (key: string, label: string, text: string): ContentLine => ({ key, label, text })
const right = (isRight: boolean): string => (isRight ? ' (right)' : '')
const because = (rationale: string | null): string => (rationale === null ? '' : `\n${rationale}`)

export const contentText = (content: QuestionContent): ContentLine[] => [
  ...(content.scenario
    ? [
        line('scenario', 'Set', `${content.scenario.set}, part ${content.scenario.part} of ${content.scenario.of}`),
        line('patient', 'Patient', content.scenario.patient),
      ]
    : []),
  line('stem', 'Stem', content.stem),
  ...pictureText('picture', 'Picture', content.picture),
  ...itemText(content.item),
  line('explanation', 'Why the answer is correct', content.explanation),
  ...pictureText('explanationPicture', 'Picture of the explanation', content.explanationPicture),
  line('clinicalPearl', 'Clinical pearl', content.clinicalPearl),
  line('references', 'References', content.references.join('\n')),
  line('guideline', 'Guideline', `${content.guideline.name}, ${content.guideline.year}`),
  line('module', 'Module', content.module),
  line('difficulty', 'Difficulty', content.difficulty),
  line('bloomsLevel', "Bloom's level", content.bloomsLevel),
  line(
    'tags',
    'Tags',
    [content.tags.domain, content.tags.subTopic, content.tags.ageGroup, content.tags.judgmentStep].filter((tag) => tag !== null).join(', '),
  ),
]

export function itemText(item: Item): ContentLine[] {
  switch (item.kind) {
    case 'multiple_choice':
      return optionsText(item.options, [item.key])
    case 'multiple_response':
      return optionsText(item.options, item.keys)
    case 'build_list':
      return item.order.map((id, index) => {
        const { text, rationale } = partNamed(item.steps, id)
        return line(`step:${id}`, 'Step', `${index + 1}. ${text}${because(rationale)}`)
      })
    case 'drag_drop':
      return [
        ...item.boxes.map(({ id, text }) => line(`box:${id}`, 'Box', text)),
        ...placedText(item.things, item.boxes, item.placement, 'thing', 'Thing'),
      ]
    case 'options_table':
      return [
        ...item.columns.map(({ id, text }) => line(`column:${id}`, 'Column', text)),
        ...placedText(item.rows, item.columns, item.marks, 'row', 'Row'),
      ]
    case 'hot_spot':
      return item.spots.map(({ id, text, rationale, x, y }) =>
        line(`spot:${id}`, 'Place', `${text}${right(id === item.key)}, ${x} % from the left, ${y} % from the top${because(rationale)}`),
      )
    case 'fill_in_blank':
      return [
        line('value', 'Right number', `${item.value} ${item.unit}, may be off by ${item.tolerance}`),
        ...item.errors.map(({ value, rationale }, index) =>
          line(`error:${index}`, 'Common error', `${value} ${item.unit}${because(rationale)}`),
        ),
      ]
  }
}

const optionsText = (options: readonly Option[], keys: readonly string[]): ContentLine[] =>
  options.map(({ id, text, rationale }) => line(`option:${id}`, 'Option', `${text}${right(keys.includes(id))}${because(rationale)}`))

const placedText = (
  parts: readonly ExplainedPart[],
  targets: readonly AskedPart[],
  placement: Readonly<Record<string, string>>,
  key: string,
  label: string,
): ContentLine[] =>
  parts.map(({ id, text, rationale }) =>
    line(`${key}:${id}`, label, `${text}: ${partNamed(targets, placement[id] ?? '').text}${because(rationale)}`),
  )

function pictureText(key: string, label: string, picture: Picture | null): ContentLine[] {
  if (picture === null) return []
  if (picture.kind === 'table') {
    const { caption, columns, rows } = picture
    return [line(key, label, [caption, ...[columns, ...rows].map((cells) => cells.join(' | '))].join('\n'))]
  }
  const { kind, ...parameters } = picture
  const told = Object.entries(parameters).filter(([, value]) => value !== null)
  const words = told.map(([name, value]) => `${name}: ${typeof value === 'object' ? JSON.stringify(value) : value}`)
  return [line(key, label, [kind, ...words].join('\n').replaceAll('_', ' '))]
}
