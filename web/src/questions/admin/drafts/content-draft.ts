import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import type { Item, ItemKind, ItemOf } from '@medicready/domain/questions/content/item'
import { capitalized } from '../../../ui/words.ts'

/** Numbers are text while they are typed. */
interface FigureDraft extends Omit<ItemOf<'fill_in_blank'>, 'value' | 'tolerance' | 'errors'> {
  readonly value: string
  readonly tolerance: string
  /** Ids exist only in the form. */
  readonly errors: readonly { readonly id: string; readonly value: string; readonly rationale: string }[]
}
export type ItemDraft = Exclude<Item, { kind: 'fill_in_blank' }> | FigureDraft

/** Random, because ids in the order of writing would give away the key. */
export const newPartId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(4)), (byte) => 'abcdefghijklmnopqrstuvwxyz'.charAt(byte % 26)).join('')

const parts = (count: number) => Array.from({ length: count }, () => ({ id: newPartId(), text: '', rationale: '' }))
const names = (count: number) => parts(count).map(({ id, text }) => ({ id, text }))
const idAt = (list: readonly { readonly id: string }[], index: number): string => list[index]?.id ?? ''

export function blankItem(kind: ItemKind): ItemDraft {
  switch (kind) {
    case 'multiple_choice': {
      const options = parts(4)
      return { kind, options: options.map((option, index) => ({ ...option, rationale: index === 0 ? null : '' })), key: idAt(options, 0) }
    }
    case 'multiple_response': {
      const options = parts(5)
      return { kind, options, keys: [idAt(options, 0), idAt(options, 1)] }
    }
    case 'build_list': {
      const steps = parts(4)
      return { kind, steps, order: steps.map(({ id }) => id) }
    }
    case 'drag_drop': {
      const [boxes, things] = [names(2), parts(4)]
      return { kind, boxes, things, placement: Object.fromEntries(things.map(({ id }, index) => [id, idAt(boxes, index % 2)])) }
    }
    case 'options_table': {
      const [columns, rows] = [names(2), parts(3)]
      return { kind, columns, rows, marks: Object.fromEntries(rows.map(({ id }, index) => [id, idAt(columns, index % 2)])) }
    }
    case 'hot_spot': {
      const spots = parts(3).map((spot, index) => ({ ...spot, x: 20 + 30 * index, y: 50 }))
      return { kind, spots, key: idAt(spots, 0) }
    }
    case 'fill_in_blank':
      return { kind, unit: '', value: '', tolerance: '0', errors: parts(2).map(({ id }) => ({ id, value: '', rationale: '' })) }
  }
}

type Content = DoubtedQuestionInFull['content']

export interface ContentDraft extends Omit<Content, 'references' | 'guideline' | 'item'> {
  readonly item: ItemDraft
  readonly references: string
  readonly guidelineName: string
  readonly guidelineYear: string
}

const itemDraftOf = (item: Item): ItemDraft =>
  item.kind === 'fill_in_blank'
    ? {
        ...item,
        value: String(item.value),
        tolerance: String(item.tolerance),
        errors: item.errors.map(({ value, rationale }) => ({ id: newPartId(), value: String(value), rationale })),
      }
    : item

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
/** Null unless the text is digits only. */
export const wholeNumber = (text: string): number | null => (/^\d+$/.test(text.trim()) ? Number(text) : null)

export const itemOf = (draft: ItemDraft): Item =>
  draft.kind === 'fill_in_blank'
    ? {
        ...draft,
        value: numberOf(draft.value),
        tolerance: numberOf(draft.tolerance),
        errors: draft.errors.map(({ value, rationale }) => ({ value: numberOf(value), rationale })),
      }
    : draft

export const draftOf = ({ references, guideline, item, ...content }: Content): ContentDraft => ({
  ...content,
  item: itemDraftOf(item),
  references: references.join('\n'),
  guidelineName: guideline.name,
  guidelineYear: String(guideline.year),
})

export const blankDraft = (): ContentDraft => ({
  module: 'Airway, Respiration & Ventilation',
  stem: '',
  picture: null,
  scenario: null,
  item: blankItem('multiple_choice'),
  explanation: '',
  explanationPicture: null,
  clinicalPearl: '',
  references: '',
  difficulty: 'moderate',
  bloomsLevel: 'apply',
  guidelineName: '',
  guidelineYear: '',
  tags: { domain: 'Airway, Respiration & Ventilation', subTopic: '', ageGroup: 'adult', judgmentStep: null },
})

export const contentOf = ({ references, guidelineName, guidelineYear, item, ...content }: ContentDraft): Content => ({
  ...content,
  item: itemOf(item),
  // An empty text is one empty reference, so that the field is required.
  references: references.trim().split(/\s*\n\s*/),
  guideline: { name: guidelineName, year: wholeNumber(guidelineYear) ?? Number.NaN },
})

/** Messages by the path within the content, such as `item.options.0.text`. */
export type ContentErrors = Readonly<Record<string, string>>

/** The props of the field for each property of a value. */
export const fieldsOf =
  <Value extends object>(value: Value, onChange: (changed: Value) => void, errors: ContentErrors = {}, path = '') =>
  <Name extends keyof Value & string>(name: Name) => ({
    value: value[name],
    error: errors[path + name],
    onChange: (changed: Value[Name]) => onChange({ ...value, [name]: changed }),
  })

/** Paths without a field: the content, its item, and lists of parts as a whole. */
const isWhole = (field: string): boolean =>
  field === '' || (/^item(?:\.[a-z]+)?$/.test(field) === true && !/^item\.(?:value|tolerance|unit)$/.test(field))

export const fieldOf = (path: string): string =>
  path
    .replace(/^references\.\d+$/, 'references')
    .replace(/^((?:picture|explanationPicture)\.trends\.\w+)\.\d+$/, '$1')
    .replace(/^(picture|explanationPicture)\.(?!(?:alt|trends\.\w+)$).*/, '$1')

export function inFields(findings: readonly { path: string; message: string }[]): { fields: ContentErrors; general: string[] } {
  const fields: Record<string, string> = {}
  const general: string[] = []
  for (const { path, message } of findings) {
    const field = fieldOf(path)
    if (isWhole(field)) general.push(capitalized(message))
    else fields[field] ??= capitalized(message)
  }
  return { fields, general }
}

export const refusedFields = (issues: readonly { path: string; message: string }[]) =>
  inFields(issues.map(({ path, message }) => ({ path: path.replace(/^content\.?/, ''), message })))
