import type { LegalDocument } from '@medicready/domain/contract/legal/legal'
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
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { LinkButton } from '../ui/link-button.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { PolicyDocument } from './policy-document.tsx'
import { policyDay, wantedPolicy } from './policy-words.ts'
import { ALL_POLICIES_ADDRESS, documentsQuery, policyQuery } from './queries.ts'

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

/** The icon of a document, by its name in the set of icons. */
const documentIcons = (name: string): LucideIcon => icons[name] ?? FileText

export const clientLoader = async (queries: QueryClient, { request }: LoaderFunctionArgs) => {
  const { id, version } = wantedPolicy(new URL(request.url).searchParams)
  void queries.prefetchQuery(documentsQuery)
  void queries.prefetchQuery(policyQuery(id, version))
}

/** All policies, one at a time, and as one download. */
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
  <Card aria-labelledby="quick-actions" className="lg:col-start-2 print:hidden">
    <h2 id="quick-actions" className="text-lg font-semibold">
      Quick actions
    </h2>
    <ul className="mt-3 flex flex-wrap gap-3">
      <li>
        <a href={ALL_POLICIES_ADDRESS} download className={buttonClasses({ variant: 'secondary' })}>
          <Download aria-hidden className="size-4" />
          Download All Policies
        </a>
      </li>
      <li>
        <LinkButton to={paths.contact()} variant="secondary">
          <Mail aria-hidden className="size-4" />
          Contact Admin Team
        </LinkButton>
      </li>
      <li>
        <LinkButton to={paths.legalHistory()} variant="secondary">
          <History aria-hidden className="size-4" />
          Policy Update History
        </LinkButton>
      </li>
    </ul>
  </Card>
)
