import { type QueryClient, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, FileX } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { DeadEnd } from '../page/dead-end.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { dayOf } from '../ui/words.ts'
import { ByCategory } from './by-category.tsx'
import { examNames } from './exam-words.ts'
import { HowDecided } from './how-decided.tsx'
import { type CompletedExam, examDecisionsQuery, examQuery, examQuestionsQuery } from './queries.ts'
import { ResultCard } from './result-card.tsx'

const GivenQuestions = lazyPart(async () => ({ default: (await import('./given-questions.tsx')).GivenQuestions }))

export const clientLoader = async (queries: QueryClient, { params: { id = '' } }: LoaderFunctionArgs) => {
  void startReads(queries, id)
}

/** Before it has ended nothing is told of how it was decided, and nothing with its questions of what was right. */
async function startReads(queries: QueryClient, examId: string): Promise<void> {
  await queries.prefetchQuery(examQuery(examId))
  if (!queries.getQueryData(examQuery(examId).queryKey)?.isCompleted) return
  void queries.prefetchQuery(examQuestionsQuery(examId))
  void queries.prefetchQuery(examDecisionsQuery(examId))
}

/** What a practice exam came to, and how. */
export default function ResultsPage() {
  const { id = '' } = useParams()
  return (
    <Loaded key={id} skeleton={<ResultsSkeleton />} failure="The results of this exam could not be loaded." isWholePage>
      <Results examId={id} />
    </Loaded>
  )
}

function Results({ examId }: { examId: string }) {
  const { data: exam } = useSuspenseQuery(examQuery(examId))
  if (!exam?.isCompleted || exam.score === null)
    return (
      <DeadEnd title="Exam not found or not completed" icon={FileX} to={paths.practiceExams()} label="Back to Practice Exams">
        Results appear here once the exam has ended.
      </DeadEnd>
    )
  const completed = { ...exam, score: exam.score }
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-6 print:block print:space-y-4">
      <div>
        <Link
          to={paths.practiceExams()}
          className="-ml-1 inline-flex min-h-11 items-center gap-1.5 rounded-control px-1 text-sm font-medium text-brand hover:underline print:hidden"
        >
          <ArrowLeft aria-hidden className="size-4" />
          Back to Practice Exams
        </Link>
        <PageHead title="Exam Results">
          {examNames[exam.blueprint]}, {dayOf(exam.completedAt ?? exam.startedAt)}
        </PageHead>
      </div>
      <ResultCard exam={completed} />
      <Loaded skeleton={<DetailsSkeleton />} failure="How this exam was decided could not be loaded.">
        <Details exam={completed} />
      </Loaded>
    </div>
  )
}

function Details({ exam }: { exam: CompletedExam }) {
  const [{ data: questions }, { data: decided }] = useSuspenseQueries({
    queries: [examQuestionsQuery(exam.id), examDecisionsQuery(exam.id)],
  })
  return (
    <>
      <ByCategory exam={exam} questions={questions} decisions={decided.decisions} />
      {decided.decisions.length > 0 && <HowDecided exam={exam} questions={questions} decided={decided} />}
      {questions.length > 0 && (
        <Part fallback={<Skeleton className="h-96" />}>
          <GivenQuestions questions={questions} />
        </Part>
      )}
    </>
  )
}

const ResultsSkeleton = () => (
  <div className="mx-auto grid max-w-4xl gap-6">
    <Skeleton className="h-24" />
    <Skeleton className="h-96" />
    <DetailsSkeleton />
  </div>
)

const DetailsSkeleton = () => (
  <>
    <Skeleton className="h-80" />
    <Skeleton className="h-120" />
  </>
)
