import type { ExamDecision, ExamDecisions, ExamQuestionInFull, PracticeExam } from '@medicready/domain/contract/exams/exams'
import { blueprints } from '@medicready/domain/exams/shown/blueprints'
import { difficultyOf } from '@medicready/domain/exams/shown/difficulty'
import { abilityOfScore, PASSING_SCORE } from '@medicready/domain/exams/shown/score'
import { accuracyOf, likelyRange, type Tally, weakOf } from '@medicready/domain/study/shown/weakness'
import { type QueryClient, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, FileX } from 'lucide-react'
import { Link, type LoaderFunctionArgs, useParams } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { useBeginQuiz } from '../api/prepared-quiz.ts'
import { DeadEnd } from '../page/dead-end.tsx'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { DecisionPath } from '../ui/charts/decision-path.tsx'
import { IntervalBars } from '../ui/charts/interval-bars.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countOf, dayOf, percentOf, shareRange, tenthsOf } from '../ui/words.ts'
import { examNames } from './exam-words.ts'
import { type CompletedExam, examDecisionsQuery, examQuery, examQuestionsQuery } from './queries.ts'
import { bandOf, bandWords, categoryName, ResultCard, scoreBandWords, stopWords } from './result-card.tsx'

const GivenQuestions = lazyPart(async () => ({ default: (await import('./given-questions.tsx')).GivenQuestions }))

export const clientLoader = async (queries: QueryClient, { params: { id = '' } }: LoaderFunctionArgs) => {
  void startReads(queries, id)
}

/** Before the end, neither keys nor decisions are available. */
async function startReads(queries: QueryClient, examId: string): Promise<void> {
  await queries.prefetchQuery(examQuery(examId))
  if (!queries.getQueryData(examQuery(examId).queryKey)?.isCompleted) return
  void queries.prefetchQuery(examQuestionsQuery(examId))
  void queries.prefetchQuery(examDecisionsQuery(examId))
}

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

interface CategoryTally extends Tally {
  readonly category: string
  readonly name: string
}

export const talliesOf = ({ domainCounts, domainCorrect }: Pick<PracticeExam, 'domainCounts' | 'domainCorrect'>): CategoryTally[] =>
  Object.entries(domainCounts)
    .filter(([, given]) => given > 0)
    .map(([category, given]) => ({
      category,
      name: categoryName(category),
      scoredAnswers: given,
      correctAnswers: domainCorrect?.[category] ?? 0,
    }))
    .sort((one, other) => (accuracyOf(one) ?? 0) - (accuracyOf(other) ?? 0) || one.name.localeCompare(other.name))

/** Null if no category is weak or has enough questions to tell. */
export const weakestOf = (tallies: readonly CategoryTally[]): CategoryTally | null => weakOf(tallies)[0] ?? null

interface ByCategoryProps {
  exam: CompletedExam
  questions: readonly ExamQuestionInFull[]
  decisions: readonly ExamDecision[]
}

const QUIZ_QUESTIONS = 10

function ByCategory({ exam, questions, decisions }: ByCategoryProps) {
  const tallies = talliesOf(exam)
  const weakest = weakestOf(tallies)
  return (
    <Card aria-labelledby="by-category" className="min-w-0 break-inside-avoid">
      {tallies.length > 0 && (
        <ChartOrTable
          title={<CardTitle id="by-category">By {blueprints[exam.blueprint].balance === 'module' ? 'Module' : 'Domain'}</CardTitle>}
          of="the parts of the exam"
          introduction={
            <p className="mt-1 mb-4 max-w-2xl text-sm text-muted">
              An adaptive exam gets harder as you answer well, so about half right is usual, even for students who pass. With few questions,
              the likely range (90%) is wide.
            </p>
          }
          chart={
            <IntervalBars
              label={tallies.map(sentenceOf).join(' ')}
              rows={tallies.map((tally) => ({
                name: tally.name,
                words: shareWords(tally),
                own: { share: accuracyOf(tally) ?? 0, ...likelyRange(tally) },
                others: null,
              }))}
              marks={{ own: 'Right', range: 'Likely range', others: '' }}
            />
          }
          columns={['Part of the exam', 'Given', 'Right', 'Share', 'Likely range']}
          rows={tallies.map((tally) => [
            tally.name,
            tally.scoredAnswers,
            tally.correctAnswers,
            percentOf(accuracyOf(tally) ?? 0),
            shareRange(likelyRange(tally)),
          ])}
        />
      )}
      <div className="mt-5 border-t border-hairline pt-5 print:hidden first:mt-0 first:border-0 first:pt-0">
        <h3 className="font-semibold">What to do next</h3>
        <p className="mt-1 mb-3 max-w-2xl text-sm">
          {weakest
            ? `${weakest.name} was your weakest part. Questions that you missed come back in your reviews.`
            : 'No part of this exam stands out as the weakest. Questions that you missed come back in your reviews.'}
        </p>
        <div className="flex flex-wrap gap-3">
          {weakest && <WeakestQuiz weakest={weakest} questions={questions} decisions={decisions} />}
          <LinkButton to={paths.review()} variant={weakest ? 'secondary' : 'primary'} label="Go to Reviews" />
        </div>
      </div>
    </Card>
  )
}

/** A quiz of the modules behind the weakest category. */
function WeakestQuiz({ weakest, questions, decisions }: Omit<ByCategoryProps, 'exam'> & { weakest: CategoryTally }) {
  const { begin, isPending } = useBeginQuiz()
  const asked = new Set(decisions.filter(({ category }) => category === weakest.category).map(({ questionId }) => questionId))
  const modules = [...new Set(questions.filter(({ id }) => asked.has(id)).map(({ module }) => module))]
  if (modules.length === 0) return null
  const quiz = { modules, subTopics: [], difficulties: [], kinds: [], judgmentSteps: [], histories: [] }
  return (
    <Button
      loading={isPending}
      onClick={() => void begin({ mode: 'tutor_mode', count: QUIZ_QUESTIONS, quiz })}
      label={`Study ${QUIZ_QUESTIONS} questions of ${weakest.name}`}
    />
  )
}

const shareWords = (tally: CategoryTally): string =>
  `${tally.correctAnswers} of ${tally.scoredAnswers} right, ${percentOf(accuracyOf(tally) ?? 0)}`

const sentenceOf = (tally: CategoryTally): string =>
  `${tally.name}: ${tally.correctAnswers} of ${countOf(tally.scoredAnswers, 'question')} right, likely range ${shareRange(likelyRange(tally))}.`

/** Only the first item of a set is chosen. */
interface PlaceInCase {
  readonly part: number
  readonly of: number
}

/** Smaller deficits are not mentioned. */
const LEAST_BEHIND = 0.05

/** "Cardiology was 1.4 questions behind its share." */
function behindWords({ category, deficit }: ExamDecision): string {
  const name = categoryName(category)
  if (deficit < LEAST_BEHIND) return `No part of the exam was behind its share, so ${name} was next.`
  const questions = deficit.toFixed(1)
  return `${name} was ${questions} ${questions === '1.0' ? 'question' : 'questions'} behind its share.`
}

/** "3rd of 5", by expected information. */
export const drawnWords = ({ rank, among }: Pick<ExamDecision, 'rank' | 'among'>): string => `${ordinal(rank)} of ${among}`

export function whyGivenWords(decision: ExamDecision, place: PlaceInCase | null): string {
  if (decision.isPilot) return 'On trial: not scored.'
  if (place && place.part > 1) return `Part ${place.part} of ${place.of} of the same case.`
  const { rank, among } = decision
  const drawn =
    among === 1
      ? 'Only one question fit.'
      : `The ${ordinal(rank)} of the ${among} most informative questions for your ability at that point.`
  return `${behindWords(decision)} ${drawn}`
}

const answerWords = ({ isCorrect, isPilot }: Pick<ExamDecision, 'isCorrect' | 'isPilot'>): string =>
  `${isCorrect ? 'Right' : 'Wrong'}${isPilot ? ', not scored' : ''}`

/** Rasch difficulty in words: "0.7 (hard)". */
export const itemDifficultyWords = (difficulty: number): string => `${tenthsOf(difficulty)} (${difficultyOf(difficulty)})`

export const decisionWords = (decision: ExamDecision, place: PlaceInCase | null, cut: number): string =>
  `Question ${decision.order}: ${answerWords(decision).toLowerCase()}, then score ${decision.score}, band ${scoreBandWords(bandOf(decision), cut)}. ${whyGivenWords(decision, place)}`

const endings: Readonly<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd', other: 'th', zero: 'th', many: 'th' }
const rules = new Intl.PluralRules('en-US', { type: 'ordinal' })

const ordinal = (place: number): string => `${place}${endings[rules.select(place)]}`

interface HowDecidedProps {
  exam: CompletedExam
  questions: readonly ExamQuestionInFull[]
  decided: ExamDecisions
}

const levels = [5, 10, 20, 30, 40, 50, 60, 80, 90, 95, 98]

function HowDecided({ exam, questions, decided: { cut, decisions } }: HowDecidedProps) {
  const places = new Map(questions.map(({ id, asked }) => [id, asked.scenario]))
  const placeOf = (questionId: string): PlaceInCase | null => places.get(questionId) ?? null
  const first = decisions[0]
  const last = decisions.at(-1)
  if (!first || !last) return null
  return (
    <Card aria-labelledby="how-decided" className="min-w-0 break-inside-avoid">
      <ChartOrTable
        title={<CardTitle id="how-decided">How This Exam Was Decided</CardTitle>}
        of="how this exam was decided"
        introduction={<Introduction exam={exam} />}
        chart={
          <DecisionPath
            label={`After question ${first.order} the score was ${first.score}, with a band of ${scoreBandWords(bandOf(first), cut)}; after question ${last.order} it was ${last.score}, with a band of ${scoreBandWords(bandOf(last), cut)}. The passing line is ${PASSING_SCORE}. ${stopWords(exam)}`}
            pointsLabel="Questions"
            steps={decisions.map((decision) => ({
              order: decision.order,
              value: decision.ability,
              ...bandOf(decision),
              mark: decision.isPilot ? 'none' : decision.isCorrect ? 'up' : 'down',
              words: decisionWords(decision, placeOf(decision.questionId), cut),
            }))}
            axis="Score"
            levels={levels.map((score) => ({ value: abilityOfScore(score, cut), label: String(score) }))}
            line={{ value: cut, label: String(PASSING_SCORE) }}
            mayEndFrom={exam.minItems <= last.order ? exam.minItems : null}
            marks={{
              estimate: 'Ability',
              band: '95% confidence band',
              line: 'Passing line',
              mayEnd: 'Can stop from here',
              up: 'Right',
              down: 'Wrong',
              none: 'Not scored',
              end: 'Where it stopped',
            }}
          />
        }
        columns={['Question', 'Part of the exam', 'Difficulty', 'Behind its share', 'Drawn as', 'Answer', 'Ability', 'Band', 'Score']}
        rows={decisions.map((decision) => {
          const isChosen = (placeOf(decision.questionId)?.part ?? 1) === 1 && !decision.isPilot
          return [
            String(decision.order),
            categoryName(decision.category),
            itemDifficultyWords(decision.difficulty),
            isChosen ? tenthsOf(decision.deficit) : NOT_CHOSEN,
            isChosen ? drawnWords(decision) : NOT_CHOSEN,
            answerWords(decision),
            tenthsOf(decision.ability),
            bandWords(bandOf(decision)),
            decision.score,
          ]
        })}
      />
    </Card>
  )
}

/** For pilots and later items of a set. */
const NOT_CHOSEN = '–'

const Introduction = ({ exam }: { exam: CompletedExam }) => (
  <div className="mt-1 mb-4 grid max-w-2xl gap-2 text-sm text-muted">
    <p className="text-ink">{stopWords(exam)}</p>
    <p>
      After each answer, the exam estimates your ability again. It is 95% sure that you are above the lower edge of the band and 95% sure
      that you are below the upper edge. The next question comes from the part of the exam that is furthest behind its share, chosen from
      the questions that tell most about your ability.
    </p>
  </div>
)
