import type { ListedQuestion } from '@medicready/domain/contract/questions/authoring'
import { itemKinds } from '@medicready/domain/questions/content/item'
import { moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { Download, FileQuestionMark, Plus, Search, Upload } from 'lucide-react'
import { type ChangeEvent, type FormEvent, useId, useState } from 'react'
import { Link } from 'react-router-dom'
import { kindNames } from '../../answering/kind-names.ts'
import { ApiError, friendlyMessage, isSignedOut } from '../../api/errors.ts'
import { Loaded } from '../../api/loaded.tsx'
import { ShowMore } from '../../api/show-more.tsx'
import { among, useFilters } from '../../dashboards/address.ts'
import { adminPages, dashboardLoader, useAdminWrite } from '../../dashboards/reads.ts'
import { PageHead } from '../../page/page-head.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClasses, LinkButton } from '../../ui/button.tsx'
import { Card, CardTitle, EmptyState } from '../../ui/card.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'

const viewIn = (search: URLSearchParams) => ({
  search: (search.get('search') ?? '').slice(0, 200),
  module: among(moduleNames, search.get('module'), ''),
  kind: among(itemKinds, search.get('kind'), ''),
})
type QuestionsView = ReturnType<typeof viewIn>

const questionsQuery = ({ search, module, kind }: QuestionsView) =>
  adminPages('GET /api/admin/questions', { query: { search, ...(module !== '' && { module }), ...(kind !== '' && { kind }) } })

export const clientLoader = dashboardLoader((queries, _, { search }) => void queries.prefetchInfiniteQuery(questionsQuery(viewIn(search))))

export default function QuestionsPage() {
  const [view, change] = useFilters(viewIn)
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHead title="All Questions">Find and revise a question, or write a new one.</PageHead>
        <LinkButton icon={Plus} to={paths.adminNewQuestion()} label="New Question" />
      </div>
      <Filters key={view.search} view={view} onChange={change} />
      <Loaded
        key={JSON.stringify(view)}
        skeleton={
          <Card>
            <SkeletonRows rows={8} className="mb-2 h-12" />
          </Card>
        }
        failure="The questions could not be loaded."
      >
        <List view={view} />
      </Loaded>
      <QuestionPackages module={view.module} kind={view.kind} />
    </div>
  )
}

function Filters({ view, onChange }: { view: QuestionsView; onChange: (changed: Partial<QuestionsView>) => void }) {
  const [words, setWords] = useState(view.search)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onChange({ search: words.trim() })
  }
  return (
    <search>
      <form onSubmit={submit} className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-[1fr_16rem_14rem_auto]">
        <TextField label="ID or words" maxLength={200} value={words} onChange={setWords} />
        <SelectField
          label="Module"
          value={view.module}
          options={['', ...moduleNames]}
          word={(module) => (module === '' ? 'All modules' : moduleLabel(module))}
          onChange={(module) => onChange({ module, search: words.trim() })}
        />
        <SelectField
          label="Kind"
          value={view.kind}
          options={['', ...itemKinds]}
          word={(kind) => (kind === '' ? 'All kinds' : kindNames[kind])}
          onChange={(kind) => onChange({ kind, search: words.trim() })}
        />
        <Button icon={Search} type="submit" variant="secondary" label="Search" />
      </form>
    </search>
  )
}

function List({ view }: { view: QuestionsView }) {
  const list = useSuspenseInfiniteQuery(questionsQuery(view))
  const { data: questions } = list
  if (questions.length === 0)
    return (
      <Card>
        <EmptyState title="No matching questions" icon={FileQuestionMark}>
          Try other words or fewer words.
        </EmptyState>
      </Card>
    )
  return (
    <div className="grid gap-4">
      <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {questions.map((question) => (
          <Row key={question.questionId} question={question} />
        ))}
      </ul>
      <ShowMore list={list} />
    </div>
  )
}

const Row = ({ question }: { question: ListedQuestion }) => (
  <li className="grid gap-1.5 px-4 py-3 hover:bg-sunken">
    <Link to={paths.adminQuestion(question.questionId)} className="line-clamp-2 font-medium underline-offset-4 hover:underline">
      {question.stem}
    </Link>
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-muted">
      <span>{question.bankId ?? (question.source === 'educator' ? "An educator's" : 'Generated')}</span>
      <span>{moduleLabel(question.module)}</span>
      <span>{kindNames[question.kind]}</span>
      <span>Version {question.version}</span>
      {question.isPilot && <Badge tone="brand">Pilot</Badge>}
      {question.situation === 'withdrawn' && <Badge tone="warn">Withdrawn</Badge>}
      {question.situation === 'retired' && <Badge tone="warn">Retired</Badge>}
    </p>
  </li>
)

type Outcome =
  | { readonly kind: 'added'; readonly words: string }
  | { readonly kind: 'refused'; readonly words: string; readonly faults: readonly { path: string; message: string }[] }

const count = (questions: number): string => (questions === 1 ? '1 question' : `${questions} questions`)

const addedWords = ({ added, known }: { added: number; known: number }): string =>
  known === 0 ? `${count(added)} added.` : `${count(added)} added; ${known} had been added before.`

function QuestionPackages({ module, kind }: { module: string; kind: string }) {
  const importPackage = useAdminWrite('POST /api/admin/questions/package')
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const inputId = useId()
  const wanted = new URLSearchParams({ ...(module && { module }), ...(kind && { kind }) })

  const send = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    // Lets the same file be chosen again after it was fixed.
    target.value = ''
    if (!file) return
    setOutcome(null)
    try {
      setOutcome({ kind: 'added', words: addedWords(await importPackage.mutateAsync({ body: file })) })
    } catch (error) {
      if (isSignedOut(error)) return
      const faults = error instanceof ApiError ? (error.body?.issues ?? []) : []
      setOutcome({ kind: 'refused', words: friendlyMessage(error), faults })
    }
  }

  return (
    <Card aria-labelledby={`${inputId}-title`} className="grid gap-4">
      <div>
        <CardTitle id={`${inputId}-title`}>Packages</CardTitle>
        <p className="mt-1 max-w-[72ch] text-sm text-muted">
          Import your own questions, or export ours for other programs, as QTI 3.0: multiple choice, multiple response, order, and match.
          Imported questions must all meet the rules of the bank and start on trial. An export lists what it cannot include in left-out.txt.
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        <label
          htmlFor={inputId}
          className={`${buttonClasses()} cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-brand`}
        >
          <Upload aria-hidden className="size-4" />
          {importPackage.isPending ? 'Importing...' : 'Import a package'}
          <input
            id={inputId}
            type="file"
            accept=".zip,application/zip"
            disabled={importPackage.isPending}
            onChange={(event) => void send(event)}
            className="sr-only"
          />
        </label>
        <a href={`/api/admin/questions/package?${wanted}`} download className={buttonClasses({ variant: 'secondary' })}>
          <Download aria-hidden className="size-4" />
          Export these questions
        </a>
      </div>
      <div role="status" className="grid gap-2 text-sm empty:hidden">
        {outcome && <p className={outcome.kind === 'added' ? 'font-medium text-ok' : 'font-medium text-bad'}>{outcome.words}</p>}
        {outcome?.kind === 'refused' && outcome.faults.length > 0 && (
          <>
            <ul className="max-h-80 list-disc overflow-y-auto pl-5">
              {outcome.faults.map(({ path, message }) => (
                <li key={`${path}${message}`} className="break-words">
                  {path && <span className="font-medium">{path}: </span>}
                  {message}
                </li>
              ))}
            </ul>
            <Button variant="ghost" size="sm" className="justify-self-start" onClick={() => setOutcome(null)} label="Clear" />
          </>
        )}
      </div>
    </Card>
  )
}
