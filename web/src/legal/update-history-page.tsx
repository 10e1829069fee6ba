import type { PolicyVersion } from '@medicready/domain/contract/legal/legal'
import type { ChangedLine, ChangedSection } from '@medicready/domain/legal/shown/legal-text'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClasses, LinkButton } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { changesQuery, historyQuery, pdfAddress, policyDay, standings } from './queries.ts'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(historyQuery)
}

export default function UpdateHistoryPage() {
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Policy Update History">
        Every published version. A published version never changes. Each change gets a new version.
      </PageHead>
      <Loaded skeleton={<Skeleton className="h-160" />} failure="The history could not be loaded.">
        <Versions />
      </Loaded>
      <LinkButton to={paths.legal()} variant="secondary" className="justify-self-start" label="Legal Center" />
    </div>
  )
}

function Versions() {
  const { data: versions } = useSuspenseQuery(historyQuery)
  const byDay = [...Map.groupBy(versions, ({ lastUpdated }) => lastUpdated)]
  return byDay.map(([day, updated]) => (
    <Card key={day} aria-labelledby={`day-${day}`}>
      <CardTitle id={`day-${day}`}>{policyDay(day)}</CardTitle>
      <ul className="mt-3 grid grid-cols-[minmax(0,1fr)] divide-y divide-hairline">
        {updated.map((version) => (
          <Version key={`${version.id} ${version.version}`} of={version} />
        ))}
      </ul>
    </Card>
  ))
}

function Version({ of: { id, title, version, standing, effectiveDate, changes } }: { of: PolicyVersion }) {
  const [isOpen, setOpen] = useState(false)
  const { label, tone } = standings[standing]
  const name = `${title}, version ${version}`
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-semibold">{name}</h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-sm text-muted">Effective Date: {policyDay(effectiveDate)}</p>
      <p>{changes}</p>
      <div className="-ml-3 flex flex-wrap gap-1">
        <Link
          to={paths.legal({ document: id, version: String(version) })}
          aria-label={`Read ${name}`}
          className={buttonClasses({ variant: 'link', size: 'sm' })}
        >
          Read
        </Link>
        <a
          href={pdfAddress(id, version)}
          download
          aria-label={`Download PDF of ${name}`}
          className={buttonClasses({ variant: 'link', size: 'sm' })}
        >
          Download PDF
        </a>
        {version > 1 && (
          <Button
            variant="link"
            size="sm"
            aria-expanded={isOpen}
            aria-label={`${isOpen ? 'Hide' : 'Show'} what changed in ${name}`}
            onClick={() => setOpen(!isOpen)}
            label={isOpen ? 'Hide what changed' : 'Show what changed'}
          />
        )}
      </div>
      {isOpen && (
        <Loaded skeleton={<Skeleton className="h-32" />} failure="The changes could not be loaded.">
          <PolicyChanges id={id} version={version} />
        </Loaded>
      )}
    </li>
  )
}

function PolicyChanges({ id, version }: Pick<PolicyVersion, 'id' | 'version'>) {
  const { data: sections } = useSuspenseQuery(changesQuery(id, version))
  if (sections.length === 0) return <p className="text-sm text-muted">Both versions are the same.</p>
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 border-l-4 border-hairline pl-4 text-sm">
      {sections.map((section) => (
        <ChangedPart key={`${section.change} ${section.title}`} section={section} />
      ))}
    </div>
  )
}

const partWords = { added: ' (new)', removed: ' (gone)', changed: '' } as const

/** The list never changes, so positions can be keys. */
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

/** Screen readers do not announce inserted and deleted text. */
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
