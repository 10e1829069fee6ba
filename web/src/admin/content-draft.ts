import type { DoubtedQuestionInFull } from '@medicready/domain/contract/review-requests'
import type { ItemOf } from '@medicready/domain/questions/item'
import { guidelineYears } from '@medicready/domain/questions/terms'

type Content = DoubtedQuestionInFull['content']

/** A question's content as a form holds it: text in every field. */
export interface ContentDraft extends Omit<Content, 'references' | 'guideline'> {
  /** One a line. */
  readonly references: string
  readonly guidelineName: string
  readonly guidelineYear: string
}

export const draftOf = ({ references, guideline, ...content }: Content): ContentDraft => ({
  ...content,
  references: references.join('\n'),
  guidelineName: guideline.name,
  guidelineYear: String(guideline.year),
})

export const contentOf = ({ references, guidelineName, guidelineYear, ...content }: ContentDraft): Content => ({
  ...content,
  references: references
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== ''),
  guideline: { name: guidelineName, year: Number(guidelineYear) },
})

/** The options, the right one first. `index` is the place in the item, which fields and refusals are named by. */
export const keyFirst = ({ options, key }: ItemOf<'multiple_choice'>) =>
  options.map((option, index) => ({ ...option, index })).sort((one, other) => Number(other.id === key) - Number(one.id === key))

/** What is wrong, by the path of the field within the content: `item.options.0.text`. */
export type ContentErrors = Readonly<Record<string, string>>

const REQUIRED = 'This field is required'

/** What can be told before anything is sent. The service has the last word. */
export function draftErrors(draft: ContentDraft): ContentErrors {
  const required: Record<string, string> = {
    stem: draft.stem,
    explanation: draft.explanation,
    clinicalPearl: draft.clinicalPearl,
    references: draft.references,
    'guideline.name': draft.guidelineName,
    'tags.subTopic': draft.tags.subTopic,
  }
  for (const [index, { text, rationale }] of draft.item.kind === 'multiple_choice' ? draft.item.options.entries() : []) {
    required[`item.options.${index}.text`] = text
    if (rationale !== null) required[`item.options.${index}.rationale`] = rationale
  }
  const errors: Record<string, string> = {}
  for (const [path, text] of Object.entries(required)) if (text.trim() === '') errors[path] = REQUIRED
  if (!isGuidelineYear(draft.guidelineYear.trim())) errors['guideline.year'] = 'Please give a year, such as 2025'
  return errors
}

/** The bounds that the service has. */
const isGuidelineYear = (year: string): boolean =>
  /^\d{4}$/.test(year) && Number(year) >= guidelineYears.min && Number(year) <= guidelineYears.max

/** Paths of what has no field of its own: the content, its item, and the options together. */
const WHOLES = ['', 'item', 'item.options']

/** Sorts what the service refused into the fields; what belongs to no field is told above them. */
export function refusedFields(issues: readonly { path: string; message: string }[]): { fields: ContentErrors; general: string[] } {
  const fields: Record<string, string> = {}
  const general: string[] = []
  for (const { path, message } of issues) {
    const field = path.replace(/^content\.?/, '').replace(/^references\.\d+$/, 'references')
    if (!path.startsWith('content') || WHOLES.includes(field)) general.push(sentence(message))
    else fields[field] ??= sentence(message)
  }
  return { fields, general }
}

const sentence = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)
