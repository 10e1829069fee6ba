import type { QuestionContent } from './content.ts'
import type { Finding, FindingCode } from './lint.ts'

/** Which field a finding is about, so that its words can stand beside it. */

/** What is about one field, whatever its words are; an empty path is about the whole. */
const pathOfCode: Partial<Record<FindingCode, string>> = {
  no_single_question: 'stem',
  negative_in_small_letters: 'stem',
  hard_to_read: 'stem',
  near_duplicate: 'stem',
  options_alike: 'item',
  length_cue: 'item',
  guideline_not_referenced: 'guideline.name',
  sub_topic_unknown: 'tags.subTopic',
}

/**
 * The path within the content that each finding is about, such as `item.options.0.text`; empty where no field has what
 * it speaks of. Findings in the same words are about one field each.
 */
export function pathsOfFindings(content: QuestionContent, findings: readonly Finding[]): string[] {
  const fields = textFields(content)
  const given = new Set<string>()
  return findings.map(({ code, words }) => {
    const known = pathOfCode[code]
    if (known !== undefined) return known
    const quoted = /"(.+)"/s.exec(words)?.[1] ?? words
    const candidates = [
      ...fields.filter(({ path }) => words.startsWith(`${path}:`)),
      ...fields.filter(({ text }) => text === quoted),
      ...fields.filter(({ text }) => text.includes(quoted)),
    ].map(({ path }) => path)
    const path = candidates.find((candidate) => !given.has(`${words}@${candidate}`)) ?? candidates[0] ?? ''
    given.add(`${words}@${path}`)
    return path
  })
}

/** Every text with where it stands, in the order of the content. */
function textFields(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textFields(inner, path === '' ? key : `${path}.${key}`))
}
