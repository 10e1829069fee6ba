import type { PolicyVersion } from '@medicready/domain/contract/legal/legal'
import type { ChangedLine, ChangedSection } from '@medicready/domain/legal/legal-text'
import { useSuspenseQuery } from '@tanstack/react-query'
import { changesQuery } from './queries.ts'

/** What a version says otherwise than the one before it, word by word. What both say is left out. */
export function PolicyChanges({ id, version }: Pick<PolicyVersion, 'id' | 'version'>) {
  const { data: sections } = useSuspenseQuery(changesQuery(id, version))
  if (sections.length === 0) return <p className="text-sm text-muted">Both versions say the same.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-l-4 border-hairline pl-4 text-sm">
      {sections.map((section) => (
        <ChangedPart key={`${section.change} ${section.title}`} section={section} />
      ))}
    </div>
  )
}

const partWords = { added: ' (new)', removed: ' (gone)', changed: '' } as const

/** What does not move and has no name is known by its place. */
const keyed = <Item,>(items: readonly Item[]): [string, Item][] => items.map((item, place) => [String(place), item])

const ChangedPart = ({ section: { title, change, lines } }: { section: ChangedSection }) => (
  <section className="grid gap-1.5">
    <h4 className="font-semibold">
      {title ?? 'Before the first section'}
      {partWords[change]}
    </h4>
    <ul className="grid gap-1.5">
      {keyed(lines).map(([key, line]) => (
        <li key={key} className="break-words">
          <Line line={line} />
        </li>
      ))}
    </ul>
  </section>
)

const Line = ({ line }: { line: ChangedLine }) =>
  line.change === 'reworded'
    ? keyed(line.words).map(([key, { text, change }]) => <Words key={key} text={text} change={change} />)
    : Words({ text: line.text, change: line.change })

/** Screen readers say nothing of inserted and deleted words by themselves. */
function Words({ text, change }: { text: string; change: 'same' | 'added' | 'removed' }) {
  switch (change) {
    case 'same':
      return <span>{text}</span>
    case 'added':
      return (
        <ins className="rounded-control bg-ok-soft px-0.5 text-ok">
          <span className="sr-only"> added: </span>
          {text}
        </ins>
      )
    case 'removed':
      return (
        <del className="rounded-control bg-bad-soft px-0.5 text-bad">
          <span className="sr-only"> removed: </span>
          {text}
        </del>
      )
  }
}
