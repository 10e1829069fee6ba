import type { ShownPolicy } from '@medicready/domain/contract/legal/legal'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { PolicyContents, PolicyText } from './policy-text.tsx'
import { policyDay, standings } from './policy-words.ts'
import { pdfAddress, policyQuery } from './queries.ts'

interface PolicyDocumentProps {
  id: ShownPolicy['id']
  /** The one that holds where it is not said. */
  version: number | undefined
}

export function PolicyDocument({ id, version }: PolicyDocumentProps) {
  const { data: policy } = useSuspenseQuery(policyQuery(id, version))
  useHashInView(policy)
  if (!policy)
    return (
      <Card aria-labelledby="no-version" className="grid justify-items-start gap-3">
        <h2 id="no-version" className="text-lg font-semibold">
          There is no such version
        </h2>
        <LinkButton to={paths.legal({ document: id })}>Read the current one</LinkButton>
      </Card>
    )
  const { title, description, sections } = policy
  return (
    <Card aria-labelledby="policy-title">
      <div className="grid items-start justify-items-start gap-4 sm:grid-cols-[minmax(0,1fr)_auto]">
        <div className="grid gap-2">
          <h2 id="policy-title" className="text-xl font-semibold">
            {title}
          </h2>
          <p className="text-muted">{description}</p>
        </div>
        <a href={pdfAddress(id, version)} download className={classList('print:hidden', buttonClasses({ variant: 'secondary' }))}>
          <Download aria-hidden className="size-4" />
          Download PDF
        </a>
      </div>
      <Standing policy={policy} />
      <ScrollArea aria-label={`Text of ${title}`} className="mt-4 h-150 max-lg:max-h-[80dvh] print:h-auto print:max-h-none">
        <div className="p-4 sm:p-6">
          <PolicyContents sections={sections} />
          <PolicyText sections={sections} />
        </div>
      </ScrollArea>
    </Card>
  )
}

function Standing({ policy: { id, version, standing, lastUpdated, effectiveDate, announced } }: { policy: ShownPolicy }) {
  const { label, tone } = standings[standing]
  return (
    <>
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
        <Badge tone={tone}>{label}</Badge>
        <span>Last Updated: {policyDay(lastUpdated)}</span>
        <span>Effective Date: {policyDay(effectiveDate)}</span>
      </div>
      {standing === 'current' && announced && (
        <p className="mt-3 rounded-control bg-warn-soft px-3 py-2 text-sm">
          This document changes on {policyDay(announced.effectiveDate)}.{' '}
          <Link to={paths.legal({ document: id, version: String(announced.version) })} className="font-medium underline underline-offset-4">
            Read version {announced.version}
          </Link>
        </p>
      )}
      {standing !== 'current' && (
        <p className="mt-3 rounded-control bg-warn-soft px-3 py-2 text-sm">
          This is version {version}.{' '}
          <Link to={paths.legal({ document: id })} className="font-medium underline underline-offset-4">
            Read the current one
          </Link>
        </p>
      )}
    </>
  )
}

/** Shows the section that the address names, once it is there: the browser has looked for it before. */
function useHashInView(policy: ShownPolicy | null): void {
  // Another one each time that a link is followed: who follows the same one again goes there again.
  const location = useLocation()
  useEffect(() => {
    if (!policy || location.hash === '') return
    const title = document.getElementById(location.hash.slice(1))
    title?.scrollIntoView()
    title?.focus({ preventScroll: true })
  }, [policy, location])
}
