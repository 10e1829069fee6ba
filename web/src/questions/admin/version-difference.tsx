import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { type ContentLine, contentText } from '@medicready/domain/questions/content/content-text'
import { diffWordsWithSpace } from 'diff'

export default function VersionDifference({ from, to }: { from: QuestionContent; to: QuestionContent }) {
  const changed = changedLines(from, to)
  if (changed.length === 0) return <p className="text-sm text-muted">Both are the same.</p>
  return (
    <dl className="grid gap-3 text-sm">
      {changed.map(({ key, label, before, after }) => (
        <div key={key} className="grid gap-x-4 gap-y-0.5 sm:grid-cols-[8rem_1fr]">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words whitespace-pre-line">
            <Words before={before} after={after} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface ChangedLine extends Pick<ContentLine, 'key' | 'label'> {
  readonly before: string
  readonly after: string
}

/** In the order of the later version; removed lines come last. */
function changedLines(from: QuestionContent, to: QuestionContent): ChangedLine[] {
  const [earlier, later] = [contentText(from), contentText(to)]
  const textIn = (lines: readonly ContentLine[], key: string) => lines.find((line) => line.key === key)?.text ?? ''
  const gone = earlier.filter(({ key }) => !later.some((line) => line.key === key))
  return [...later, ...gone]
    .map(({ key, label }) => ({ key, label, before: textIn(earlier, key), after: textIn(later, key) }))
    .filter(({ before, after }) => before !== after)
}

function Words({ before, after }: { before: string; after: string }) {
  let place = 0
  return diffWordsWithSpace(before, after).map(({ value, added, removed }) => {
    const key = place
    place += value.length
    if (added)
      return (
        <ins key={`+${key}`} className="rounded-control bg-ok-soft px-0.5 text-ok">
          {value}
        </ins>
      )
    if (removed)
      return (
        <del key={`-${key}`} className="rounded-control bg-bad-soft px-0.5 text-bad">
          {value}
        </del>
      )
    return <span key={`=${key}`}>{value}</span>
  })
}
