import type { ShownPolicy } from '@medicready/domain/contract/legal/legal'
import type { Block, Section, TextSpan } from '@medicready/domain/legal/legal-text'
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
          Version not found
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

/** A document's words, section by section, each reached by its title in the address. */
const PolicyText = ({ sections }: { sections: readonly Section[] }) => (
  <div className="grid max-w-[72ch] grid-cols-[minmax(0,1fr)] gap-6">
    {sections.map(({ id, title, blocks }) => (
      <section key={id} aria-labelledby={title === null ? undefined : id} className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {title !== null && (
          <h3 id={id} tabIndex={-1} className="text-lg font-semibold outline-none">
            {title}
          </h3>
        )}
        {keyed(blocks).map(([key, block]) => (
          <ShownBlock key={key} block={block} about={title ?? ''} />
        ))}
      </section>
    ))}
  </div>
)

/** The titles of a document, each leading to its section. */
function PolicyContents({ sections }: { sections: readonly Section[] }) {
  const { search } = useLocation()
  return (
    <details className="mb-6 text-sm print:hidden">
      <summary className="cursor-pointer py-1 font-semibold">Contents</summary>
      <ol className="mt-2 grid gap-1">
        {sections.map(
          ({ id, title }) =>
            title !== null && (
              <li key={id}>
                <Link to={{ search, hash: id }} preventScrollReset className="inline-block py-1 text-brand underline underline-offset-4">
                  {title}
                </Link>
              </li>
            ),
        )}
      </ol>
    </details>
  )
}

/** A published text never changes, so that positions can be keys. */
const keyed = <Item,>(items: readonly Item[]): [string, Item][] => items.map((item, place) => [String(place), item])

function ShownBlock({ block, about }: { block: Block; about: string }) {
  switch (block.kind) {
    case 'paragraph':
      return (
        <p>
          <Words spans={block.spans} />
        </p>
      )
    case 'note':
      return (
        <p className="rounded-control border-l-4 border-control bg-sunken px-4 py-3 text-sm">
          <Words spans={block.spans} />
        </p>
      )
    case 'list': {
      const List = block.isOrdered ? 'ol' : 'ul'
      return (
        <List className={`grid gap-1.5 pl-5 ${block.isOrdered ? 'list-decimal' : 'list-disc'}`}>
          {keyed(block.items).map(([key, spans]) => (
            <li key={key}>
              <Words spans={spans} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return (
        <ScrollArea aria-label={`Table: ${about}`}>
          <table className="w-full min-w-md border-collapse text-left text-sm">
            <thead className="bg-sunken">
              <tr>
                {keyed(block.head).map(([key, spans]) => (
                  <th key={key} scope="col" className="px-3 py-2 font-semibold">
                    <Words spans={spans} />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {keyed(block.rows).map(([row, cells]) => (
                <tr key={row} className="border-t border-hairline align-top">
                  {keyed(cells).map(([key, spans]) => (
                    <td key={key} className="px-3 py-2">
                      <Words spans={spans} />
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollArea>
      )
  }
}

const Words = ({ spans }: { spans: readonly TextSpan[] }) => keyed(spans).map(([key, span]) => <Run key={key} span={span} />)

function Run({ span: { text, style, href } }: { span: TextSpan }) {
  if (href !== null)
    return (
      <Link to={href} className="font-medium text-brand underline underline-offset-4">
        {text}
      </Link>
    )
  switch (style) {
    case 'strong':
      return <strong className="font-semibold">{text}</strong>
    case 'emphasis':
      return <em>{text}</em>
    case 'code':
      return <code className="rounded-control bg-sunken px-1 text-sm">{text}</code>
    case 'plain':
      return text
  }
}
