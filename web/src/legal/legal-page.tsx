import type { LegalDocument, ShownPolicy } from '@medicready/domain/contract/legal/legal'
import type { Block, Section, TextSpan } from '@medicready/domain/legal/shown/legal-text'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import {
  Bot,
  Building,
  Cookie,
  Copyright,
  Download,
  FileText,
  Gavel,
  GraduationCap,
  Handshake,
  History,
  type LucideIcon,
  Mail,
  Receipt,
  Shield,
} from 'lucide-react'
import { useEffect } from 'react'
import { Link, type LoaderFunctionArgs, useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { buttonClasses, LinkButton, TextLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { SelectField } from '../ui/field.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { ALL_POLICIES_ADDRESS, documentsQuery, pdfAddress, policyDay, policyQuery, standings, wantedPolicy } from './queries.ts'

const icons: Readonly<Record<string, LucideIcon>> = {
  'file-text': FileText,
  shield: Shield,
  receipt: Receipt,
  'graduation-cap': GraduationCap,
  copyright: Copyright,
  bot: Bot,
  cookie: Cookie,
  handshake: Handshake,
  building: Building,
  gavel: Gavel,
}

const documentIcons = (name: string): LucideIcon => icons[name] ?? FileText

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  const { id, version } = wantedPolicy(new URL(request.url).searchParams)
  void queries.prefetchQuery(documentsQuery)
  void queries.prefetchQuery(policyQuery(id, version))
}

export default function LegalPage() {
  const [search] = useSearchParams()
  const { id, version } = wantedPolicy(search)
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Legal Center">What we promise, what we ask of you, and what happens to your data.</PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 print:block lg:grid-cols-[18rem_minmax(0,1fr)]">
        <Loaded skeleton={<Skeleton className="h-20 lg:h-160" />} failure="The list of documents could not be loaded.">
          <Documents chosen={id} />
        </Loaded>
        <Loaded key={`${id} ${version}`} skeleton={<Skeleton className="h-200" />} failure="The document could not be loaded.">
          <PolicyDocument id={id} version={version} />
        </Loaded>
        <QuickActions />
      </div>
    </div>
  )
}

function Documents({ chosen }: { chosen: LegalDocument['id'] }) {
  const { data: documents } = useSuspenseQuery(documentsQuery)
  const navigate = useNavigate()
  const titleOf = (id: string) => documents.find((document) => document.id === id)?.title ?? id
  return (
    <>
      <div className="lg:hidden print:hidden">
        <SelectField
          label="Document"
          value={chosen}
          options={documents.map(({ id }) => id)}
          word={titleOf}
          onChange={(document) => void navigate(paths.legal({ document }), { preventScrollReset: true })}
        />
      </div>
      <nav aria-label="Legal documents" className="hidden lg:block print:hidden">
        <ul className="grid gap-1">
          {documents.map((document) => (
            <DocumentLink key={document.id} document={document} isChosen={document.id === chosen} />
          ))}
        </ul>
      </nav>
    </>
  )
}

function DocumentLink({ document: { id, icon, title, lastUpdated }, isChosen }: { document: LegalDocument; isChosen: boolean }) {
  const Icon = documentIcons(icon)
  return (
    <li>
      <Link
        to={paths.legal({ document: id })}
        preventScrollReset
        aria-current={isChosen ? 'page' : undefined}
        className={classList(
          'flex items-start gap-3 rounded-control border px-3 py-2.5 transition-colors',
          isChosen ? 'border-brand bg-brand-soft' : 'border-transparent hover:bg-sunken',
        )}
      >
        <Icon aria-hidden className={classList('mt-0.5 size-5 shrink-0', isChosen ? 'text-brand' : 'text-muted')} />
        <span className="grid">
          <span className="text-sm font-semibold">{title}</span>
          <span className="text-xs text-muted">Updated {policyDay(lastUpdated)}</span>
        </span>
      </Link>
    </li>
  )
}

const QuickActions = () => (
  <Card heading="Quick actions" className="lg:col-start-2 print:hidden">
    <ul className="mt-3 flex flex-wrap gap-3">
      <li>
        <a href={ALL_POLICIES_ADDRESS} download className={buttonClasses({ variant: 'secondary' })}>
          <Download aria-hidden className="size-4" />
          Download All Policies
        </a>
      </li>
      <li>
        <LinkButton icon={Mail} to={paths.contact()} variant="secondary" label="Contact Admin Team" />
      </li>
      <li>
        <LinkButton icon={History} to={paths.legalHistory()} variant="secondary" label="Policy Update History" />
      </li>
    </ul>
  </Card>
)

function PolicyDocument({ id, version }: { id: ShownPolicy['id']; version: number | undefined }) {
  const { data: policy } = useSuspenseQuery(policyQuery(id, version))
  useHashInView(policy)
  if (!policy)
    return (
      <Card heading="Version not found" className="grid justify-items-start gap-3">
        <LinkButton to={paths.legal({ document: id })} label="Read the current one" />
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

/** The browser looks for the section before it is loaded. */
function useHashInView(policy: ShownPolicy | null): void {
  // A new key for each navigation, so that following the same link again scrolls again.
  const location = useLocation()
  useEffect(() => {
    if (!policy || location.hash === '') return
    const title = document.getElementById(location.hash.slice(1))
    title?.scrollIntoView()
    title?.focus({ preventScroll: true })
  }, [policy, location])
}

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

/** Published text never changes, so positions can be keys. */
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
  if (href !== null) return <TextLink to={href}>{text}</TextLink>
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
