import type { PolicyVersion } from '@medicready/domain/contract/legal/legal'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../app/page-head.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PolicyChanges } from './policy-changes.tsx'
import { policyDay, standings } from './policy-words.ts'
import { historyQuery, pdfAddress } from './queries.ts'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(historyQuery)
}

/** Every version of every policy, the newest first, and what each says otherwise than the one before it. */
export default function UpdateHistoryPage() {
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Policy Update History">
        Every version that was published. What was published is never changed: what is new gets a version of its own.
      </PageHead>
      <Loaded skeleton={<Skeleton className="h-160" />} failure="The history could not be loaded.">
        <Versions />
      </Loaded>
      <LinkButton to={paths.legal()} variant="secondary" className="justify-self-start">
        Legal Center
      </LinkButton>
    </div>
  )
}

function Versions() {
  const { data: versions } = useSuspenseQuery(historyQuery)
  const byDay = [...Map.groupBy(versions, ({ lastUpdated }) => lastUpdated)]
  return byDay.map(([day, updated]) => (
    <Card key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="text-lg font-semibold">
        {policyDay(day)}
      </h2>
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
          >
            {isOpen ? 'Hide what changed' : 'Show what changed'}
          </Button>
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
