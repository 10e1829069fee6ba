import type { QuestionContent } from './content/content.ts'
import type { Finding, FindingCode } from './lint.ts'

/** An empty path is about the whole question. */
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

/** Such as `item.options.0.text`, or empty. Findings with the same words belong to one field each. */
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

function textFields(value: unknown, path = ''): { path: string; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => textFields(inner, path === '' ? key : `${path}.${key}`))
}
