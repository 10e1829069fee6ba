import type { ListedQuestion } from '@medicready/domain/contract/questions/authoring'
import { itemKinds } from '@medicready/domain/questions/item'
import { moduleLabel, moduleNames } from '@medicready/domain/study/modules'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { FileQuestionMark, Plus, Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router-dom'
import { kindNames } from '../../answering/kind-names.ts'
import { Loaded } from '../../api/loaded.tsx'
import { ShowMore } from '../../api/show-more.tsx'
import { among, useFilters } from '../../dashboards/address.ts'
import { adminPages, dashboardLoader } from '../../dashboards/reads.ts'
import { PageHead } from '../../page/page-head.tsx'
import { RightRequired } from '../../page/right-required.tsx'
import { paths } from '../../paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { SkeletonRows } from '../../ui/skeleton.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { QuestionPackages } from './question-packages.tsx'

/** The filters in the address; '' is all. Unknown words are left out. */
const viewIn = (search: URLSearchParams) => ({
  search: (search.get('search') ?? '').slice(0, 200),
  module: among(moduleNames, search.get('module'), ''),
  kind: among(itemKinds, search.get('kind'), ''),
})
type QuestionsView = ReturnType<typeof viewIn>

const questionsQuery = ({ search, module, kind }: QuestionsView) =>
  adminPages('GET /api/admin/questions', { query: { search, ...(module !== '' && { module }), ...(kind !== '' && { kind }) } })

export const clientLoader = dashboardLoader(
  'reviewQuestions',
  (queries, _, { search }) => void queries.prefetchInfiniteQuery(questionsQuery(viewIn(search))),
)

/** All questions, to be found and revised. */
export default function QuestionsPage() {
  const [view, change] = useFilters(viewIn)
  return (
    <RightRequired right="reviewQuestions">
      <div className="grid gap-6">
        <div className="flex flex-wrap items-start justify-between gap-4">
          <PageHead title="All Questions">Find and revise a question, or write a new one.</PageHead>
          <LinkButton to={paths.adminNewQuestion()}>
            <Plus aria-hidden className="size-4" />
            New Question
          </LinkButton>
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
    </RightRequired>
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
        <Button type="submit" variant="secondary">
          <Search aria-hidden className="size-4" />
          Search
        </Button>
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
