import { EXAM_TIER } from '@medicready/domain/billing/shown/tiers'
import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import {
  type BlueprintName,
  blueprintNames,
  blueprints,
  LISTED_TOTAL,
  type MockBlueprint,
  TODAYS_EXAM,
} from '@medicready/domain/exams/shown/blueprints'
import { PASSING_SCORE } from '@medicready/domain/exams/shown/score'
import { type ModuleName, moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { includesTier } from '@medicready/domain/study/shown/modes'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { ClipboardCheck, Layers, Lock, type LucideIcon, Stethoscope, Target } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { readinessQuery } from '../api/own-reads.ts'
import { sessionQuery, useUser } from '../api/session.ts'
import { todayOf } from '../api/today.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { ReadinessInShort } from '../readiness/readiness-parts.tsx'
import { MockExamChoice } from '../shared/mock-exam-choice.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card, CardTitle, EmptyState } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { SelectField } from '../ui/field.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf, dayOf } from '../ui/words.ts'
import { examClockFace, useSecondsLeft } from './countdown.tsx'
import { ExamTutorial } from './exam-tutorial.tsx'
import { type ExamStanding, examNames, inProgressOf, lengthWords, noModule, premiumWords, shareWords, standingOf } from './exam-words.ts'
import { GiveUpExam } from './give-up-exam.tsx'
import { endOf, examHistoryQuery } from './taken-exam.ts'

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  if (user) void queries.prefetchQuery(examHistoryQuery)
  void queries.prefetchQuery(readinessQuery(todayOf(user)))
}

export default function PracticeExamsPage() {
  const { subscriptionTier } = useUser()
  const wish = useWish()
  if (!includesTier(subscriptionTier, EXAM_TIER)) return <Locked />
  if (wish) return <ExamTutorial key={wish.blueprint} {...wish} />
  return (
    <div className="mx-auto grid max-w-4xl gap-6">
      <PageHead title="Practice Exams">
        Like the real exam: adaptive, one question at a time, timed, and no feedback until the end.
      </PageHead>
      <Loaded skeleton={<CardsSkeleton />} failure="Your exams could not be loaded.">
        <Exams />
      </Loaded>
    </div>
  )
}

function Exams() {
  const { data } = useSuspenseQuery(examHistoryQuery)
  const inProgress = inProgressOf(data.exams)
  return (
    <>
      {inProgress && <ExamInProgress exam={inProgress} skew={data.skew} />}
      <ReadinessInShort />
      <ExamCards isOneInProgress={inProgress !== undefined} />
      <ExamHistory exams={data.exams} />
    </>
  )
}

function useWish(): { blueprint: BlueprintName; module: ModuleName | null } | null {
  const [search] = useSearchParams()
  const blueprint = blueprintNames.find((name) => name === search.get('exam'))
  const module = moduleNames.find((name) => name === search.get('module')) ?? null
  if (!blueprint || (blueprint === 'module' && module === null)) return null
  return { blueprint, module: blueprint === 'module' ? module : null }
}

/** Exams taken on Premium stay visible after it ends, and an open one can be continued. */
function FormerExams() {
  const { data } = useSuspenseQuery(examHistoryQuery)
  const inProgress = inProgressOf(data.exams)
  return (
    <>
      {inProgress && <ExamInProgress exam={inProgress} skew={data.skew} />}
      {data.exams.length > 0 && <ExamHistory exams={data.exams} />}
    </>
  )
}

const Locked = () => (
  <div className="mx-auto grid max-w-4xl gap-6">
    <PageHead title="Practice Exams">
      Full-length adaptive exams with the timing, rules, and scoring of exam day. Four types, as often as you want.
    </PageHead>
    <Card className="grid justify-items-start gap-4" aria-labelledby="premium-feature">
      <div className="flex gap-3">
        <Lock aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
        <div className="grid gap-1">
          <CardTitle id="premium-feature">{premiumWords.title}</CardTitle>
          <p>{premiumWords.description}</p>
        </div>
      </div>
      <LinkButton to={paths.subscription()} label="VIEW PLANS" />
    </Card>
    <Loaded skeleton={null} failure="Your exams could not be loaded.">
      <FormerExams />
    </Loaded>
    <ReadinessInShort />
  </div>
)

const CardsSkeleton = () => (
  <div className="grid gap-4 sm:grid-cols-2">
    {['mock', 'simulation', 'module', 'weak'].map((kind) => (
      <Skeleton key={kind} className="h-80" />
    ))}
  </div>
)

export function ExamInProgress({ exam, skew }: { exam: PracticeExam; skew: number }) {
  const left = useSecondsLeft(endOf({ exam, skew }))
  const { id, blueprint, questionsAnswered, totalQuestions } = exam
  const name = examNames[blueprint]
  return (
    <Card aria-labelledby="exam-in-progress" className="flex flex-wrap items-center gap-x-6 gap-y-4 border-brand ring-1 ring-brand">
      <div className="grid min-w-0 grow basis-60 gap-1.5">
        <CardTitle id="exam-in-progress">Your exam is in progress</CardTitle>
        <p className="tabular-nums">
          {name} · {questionsAnswered} answered ·{' '}
          {left === 0 ? (
            'its time is up'
          ) : (
            <>
              <span className="font-semibold">{examClockFace(left)}</span> left
            </>
          )}
        </p>
        <Progress label={`Answered in ${name}`} value={questionsAnswered} max={totalQuestions} />
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <LinkButton to={paths.practiceExam(id)} aria-label={`Continue ${name}`} label="CONTINUE" />
        <GiveUpExam examId={id} />
      </div>
    </Card>
  )
}

const looks: Readonly<Record<ExamStanding, { dot: string; ink: string; words: string }>> = {
  passed: { dot: 'bg-ok', ink: 'text-ok', words: 'Passed' },
  notPassed: { dot: 'bg-bad', ink: 'text-bad', words: 'Not passed' },
  givenUp: { dot: 'border-2 border-muted', ink: 'text-muted', words: 'Given up' },
  inProgress: { dot: 'bg-under-way', ink: 'text-ink', words: 'In progress' },
}

export const ExamHistory = ({ exams }: { exams: readonly PracticeExam[] }) => (
  <Card heading="Your latest exams">
    {exams.length === 0 ? (
      <EmptyState title="No practice exams yet">Your exams and their results appear here.</EmptyState>
    ) : (
      <ul className="mt-2 divide-y divide-hairline">
        {exams.map((exam) => (
          <Row key={exam.id} exam={exam} />
        ))}
      </ul>
    )}
  </Card>
)

function Row({ exam }: { exam: PracticeExam }) {
  const { id, blueprint, isCompleted, score, questionsAnswered, startedAt } = exam
  const standing = standingOf(exam)
  const { dot, ink, words } = looks[standing]
  return (
    <li className="relative flex items-center gap-3 py-3 last:pb-0">
      <span aria-hidden className={classList('size-3 shrink-0 rounded-pill', dot)} />
      <span className="grid min-w-0 grow gap-0.5">
        {standing === 'givenUp' ? (
          <span className="font-semibold">{examNames[blueprint]}</span>
        ) : (
          <Link
            to={isCompleted ? paths.practiceExamResults(id) : paths.practiceExam(id)}
            className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {examNames[blueprint]}
          </Link>
        )}
        <span className="text-sm text-muted tabular-nums">
          {dayOf(startedAt)} · {countOf(questionsAnswered, 'question')} answered
        </span>
      </span>
      <span className="grid shrink-0 justify-items-end text-sm">
        <span className={classList('font-semibold', ink)}>{words}</span>
        {isCompleted && score !== null && <span className="text-muted tabular-nums">Score {score}</span>}
      </span>
    </li>
  )
}

/** While an exam is open, none can be started. */
export function ExamCards({ isOneInProgress }: { isOneInProgress: boolean }) {
  const navigate = useNavigate()
  const [mock, setMock] = useState<MockBlueprint>(TODAYS_EXAM)
  const [module, setModule] = useState<ModuleName | ''>('')
  const start = (exam: BlueprintName) => {
    if (exam === 'module' && module === '') return toast(noModule)
    void navigate(paths.practiceExams({ exam, ...(exam === 'module' && { module }) }))
  }
  const shown = { isOneInProgress, onStart: start }
  return (
    <ul className="grid items-stretch gap-4 sm:grid-cols-2">
      <ExamCard
        {...shown}
        blueprint={mock}
        icon={ClipboardCheck}
        text="Like the National Registry exam. It ends as soon as it is 95% sure which side of the passing score you are on."
        facts={[mock === 'national_registry' && `Listed total: ${LISTED_TOTAL} questions`, shareWords(mock).join(', ')]}
      >
        <MockExamChoice legend="Blueprint" name="blueprint" chosen={mock} onChoose={setMock} />
      </ExamCard>
      <ExamCard
        {...shown}
        blueprint="full_simulation"
        icon={Stethoscope}
        text="A full exam over the modules that you study, each with its share of the real exam."
        facts={['From your own modules', endsEarly]}
      />
      <ExamCard {...shown} blueprint="module" icon={Layers} text="One module, until your level is clear." facts={[endsEarly]}>
        <SelectField
          label="Module"
          value={module}
          options={['', ...moduleNames]}
          word={(name) => (name === '' ? 'Choose a module' : moduleLabel(name))}
          onChange={setModule}
        />
      </ExamCard>
      <ExamCard
        {...shown}
        blueprint="weak_areas"
        icon={Target}
        text="Your weakest areas, based on your answers so far."
        facts={['Your weakest modules, found for you', endsEarly]}
      />
    </ul>
  )
}

const endsEarly = 'Ends early when more questions would not change the result'

interface ExamCardProps {
  blueprint: BlueprintName
  icon: LucideIcon
  text: string
  facts: readonly (string | false)[]
  isOneInProgress: boolean
  onStart: (blueprint: BlueprintName) => void
  children?: ReactNode
}

function ExamCard({ blueprint, icon: Icon, text, facts, isOneInProgress, onStart, children }: ExamCardProps) {
  const title = useId()
  const { minutes, pilots } = blueprints[blueprint]
  const shown = [
    lengthWords(blueprints[blueprint]),
    pilots > 0 && `Up to ${pilots} of them are on trial and do not count`,
    `${minutes} minutes`,
    `Passing score: ${PASSING_SCORE}`,
    ...facts,
  ].filter((fact) => fact !== false)
  return (
    <li className="flex min-w-0">
      <Card aria-labelledby={title} className="flex w-full min-w-0 flex-col gap-3">
        <div className="flex items-start gap-3">
          <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
          <CardTitle id={title}>{examNames[blueprint]}</CardTitle>
        </div>
        <p>{text}</p>
        <ul className="grid list-disc gap-1 pl-5 text-sm text-muted tabular-nums">
          {shown.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {children}
        <div className="mt-auto pt-1">
          <Button
            wide
            disabledReason={isOneInProgress ? 'You have a practice exam in progress. Please finish it first.' : undefined}
            onClick={() => onStart(blueprint)}
            label={`Start ${examNames[blueprint]}`}
          />
        </div>
      </Card>
    </li>
  )
}
