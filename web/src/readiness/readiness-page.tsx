import type { CalibrationBin, CalibrationFigures, ReadinessCalibration } from '@medicready/domain/contract/readiness/readiness'
import { PASSING_SCORE } from '@medicready/domain/exams/shown/score'
import { LEAST_OUTCOMES_FOR_EXTREMES, LEAST_SAID, MOST_SAID } from '@medicready/domain/readiness/shown/rules'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { useSession } from '../api/session.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card, CardTitle, EmptyState } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { CalibrationPlot } from '../ui/charts/calibration-plot.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countOf, percentOf, shareRange } from '../ui/words.ts'
import { calibrationQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(calibrationQuery)
}

export default function ReadinessPage() {
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Readiness">
        What 'If you took the exam today: 71% (58–82)' means, how we compute it, and how often we are right. It is our estimate. It is not a
        promise, and not an NREMT score.
      </PageHead>
      <HowItIsComputed />
      <Loaded skeleton={<CalibrationSkeleton />} failure="The figures could not be loaded.">
        <HowOftenItIsRight />
      </Loaded>
      <WhatItDoesNotKnow />
      <Formulas />
      <YourOwn />
    </div>
  )
}

const Section = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <Card aria-labelledby={id}>
    <CardTitle id={id}>{title}</CardTitle>
    {children}
  </Card>
)

const HowItIsComputed = () => (
  <Section id="how-it-is-computed" title="How it is computed">
    <ol className="mt-3 grid max-w-[68ch] list-decimal gap-2.5 pl-5">
      <li>
        <strong className="font-semibold">Your answers.</strong> We count your first answer to each question, and how hard the question is.
        Later answers may come from memory, so we leave them out. A hard question that you get right says more than an easy one.
      </li>
      <li>
        <strong className="font-semibold">Your ability in each part of the exam.</strong> Airway, Cardiology, Trauma, Medical, EMS
        Operations, and Clinical Judgment, which the exam has had since July 2024. Your answers in one part also say a little about the
        others.
      </li>
      <li>
        <strong className="font-semibold">Time.</strong> After a week without practice, a part begins to fade. The older your answers are,
        the less sure we are.
      </li>
      <li>
        <strong className="font-semibold">The exam.</strong> Each part counts by its share of the exam you will take. Then we look up how
        often a student of your ability passes our mock exam, which stops as the real one does. Some of that is luck with the questions.
      </li>
      <li>
        <strong className="font-semibold">The real exam.</strong> AI models judged how hard our questions are, and our passing line is an
        assumption. All of it together may be too easy or too hard. At first we allow for half a logit either way, which is the difference
        between 70% and 79% right answers. Answers from all our students make this smaller, and so do students who tell us how their real
        exam went. What we still do not know makes your range wider.
      </li>
      <li>
        <strong className="font-semibold">A chance and its range.</strong> '71% (58–82)' means: of 100 students with answers like yours, we
        expect about 71 to pass. We are 80% sure that your own chance is between 58% and 82%.
      </li>
      <li>
        <strong className="font-semibold">A limit.</strong> Until {LEAST_OUTCOMES_FOR_EXTREMES} students have told us how their real exam
        went, we never say more than {percentOf(MOST_SAID)} or less than {percentOf(LEAST_SAID)}, whatever the formulas say.
      </li>
    </ol>
    <p className="mt-4 max-w-[68ch] text-sm text-muted">We show it after 100 scored answers. With fewer it would be a guess.</p>
  </Section>
)

function HowOftenItIsRight() {
  const { practiceExams, nationalExams } = useSuspenseQuery(calibrationQuery).data
  return (
    <>
      <PracticeExams practiceExams={practiceExams} />
      <NationalExams nationalExams={nationalExams} />
    </>
  )
}

function PracticeExams({ practiceExams: { figures, predictions, left } }: Pick<ReadinessCalibration, 'practiceExams'>) {
  const title = <CardTitle id="mock-exams">How often we are right: mock exams</CardTitle>
  return (
    <Card aria-labelledby="mock-exams" className="min-w-0">
      {figures ? (
        <Calibration
          of="mock exams"
          noun="exam"
          title={title}
          introduction={`When a student begins a Mock National Registry Exam, we record their chance to pass that mock exam, and never change it. Our mock exam uses our own passing line, so the doubt about the real line does not count here. A score of ${PASSING_SCORE} or more passes. Of 100 exams with a chance of 70 to 80%, 70 to 80 should be passed: then the points are on the dashed lines. The number below each point says how many exams it stands for.`}
          predictions={predictions}
          figures={figures}
        >
          {left > 0 && (
            <p className="mt-4 text-sm text-muted">
              {countOf(left, 'exam')} ended before the minimum number of questions, and {left === 1 ? 'is' : 'are'} not counted here.
            </p>
          )}
        </Calibration>
      ) : (
        <>
          {title}
          <EmptyState title="No mock exam has been predicted and taken yet">
            The first mock exam by a student with 100 scored answers will show here.
          </EmptyState>
        </>
      )}
    </Card>
  )
}

function NationalExams({ nationalExams: { figures, predictions, notTaken, leastShown } }: Pick<ReadinessCalibration, 'nationalExams'>) {
  const title = <CardTitle id="real-exam">How often we are right: the real exam</CardTitle>
  const asked = 'On the day of the exam we record each student’s chance to pass. A few days later we ask by email how it went.'
  return (
    <Card aria-labelledby="real-exam" className="min-w-0">
      {figures ? (
        <Calibration
          of="the real exam"
          noun="student"
          title={title}
          introduction={`${asked} Not everyone answers, and students who passed may answer more often. The number below each point says how many students it stands for.`}
          predictions={predictions}
          figures={figures}
        >
          {notTaken > 0 && (
            <p className="mt-4 text-sm text-muted">
              {countOf(notTaken, 'student')} told us that they did not take it, and {notTaken === 1 ? 'is' : 'are'} not counted here.
            </p>
          )}
        </Calibration>
      ) : (
        <>
          {title}
          <div className="mt-2 grid max-w-xl gap-3">
            <p className="text-sm text-muted">{asked}</p>
            <p>
              <span className="font-medium">
                {predictions === 0 ? 'No answer' : `Only ${countOf(predictions, 'answer')}`} so far. We show results once there are{' '}
                {leastShown}.
              </span>{' '}
              Fewer could reveal individual students, and would say little about how right we are.
            </p>
            <div className="flex items-center gap-3">
              <Progress label="Students who told us how the real exam went" value={predictions} max={leastShown} />
              <span className="shrink-0 text-sm text-muted tabular-nums">
                {predictions} of {leastShown}
              </span>
            </div>
          </div>
        </>
      )}
    </Card>
  )
}

const WhatItDoesNotKnow = () => (
  <Section id="what-it-does-not-know" title="What it does not know">
    <ul className="mt-3 grid max-w-[68ch] list-disc gap-2 pl-5">
      <li>What you study elsewhere: books, classes, the ambulance. Your real chance may be better than this.</li>
      <li>
        The questions of the real exam. Ours follow the same plan, but how hard they are and where the passing line is are our own
        estimates. Only real results can test them. This is why there is a limit.
      </li>
      <li>How you sleep the night before, and how you feel that day.</li>
      <li>Whether you look up answers. That makes the estimate better, but not you.</li>
    </ul>
  </Section>
)

function YourOwn() {
  const isSignedIn = useSession().state === 'signedIn'
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-hairline bg-brand-soft p-5 sm:p-6">
      <p className="font-semibold">
        {isSignedIn ? 'How likely are you to pass today?' : 'How likely are you to pass? Answer 100 questions and see.'}
      </p>
      <LinkButton to={isSignedIn ? paths.analytics() : paths.login()} label={isSignedIn ? 'See Your Readiness' : 'Sign In'} />
    </div>
  )
}

const CalibrationSkeleton = () => (
  <>
    <Skeleton className="h-128" />
    <Skeleton className="h-52" />
  </>
)

const Formulas = () => (
  <Card heading="For the curious: the formulas">
    <dl className="mt-3 grid gap-5">
      <Step title="A question (Rasch's model)" formula="P(right) = 1 / (1 + exp(b − θ))">
        θ is your ability in the question's part of the exam, b how hard the question is, both in logits. Each b comes from the answers of
        all students or, before there are any, from a panel of AI models. Its error is taken into account.
      </Step>
      <Step title="Before your first answer" formula="θᵢ = g + oᵢ,   g ~ N(0, 1),   oᵢ ~ N(0, 0.4²)">
        Your ability in part i is a general ability plus a part of its own. This is why answers in one part tell us something about the
        others.
      </Step>
      <Step title="From day to day" formula="θᵢ → θᵢ + ε − forgotten(days since part i)">
        ε moves each ability by chance, so our certainty falls over time. Without practice, an ability falls after a week along the curve of
        FSRS-6, which also schedules your reviews: of ten things that a person knew, one is forgotten after a month and three after a year,
        as studies of medical students found. (E. J. F. M. Custers, Advances in Health Sciences Education 15, 2010)
      </Step>
      <Step title="With the answers of a day" formula="p(θ | answers) ∝ p(answers | θ) · p(θ)">
        Bayes' rule, all parts at once: the most probable abilities by Newton's method, and how sure they are by Laplace's approximation.
      </Step>
      <Step title="The whole exam" formula="Θ = Σ wᵢ · θᵢ">
        wᵢ is the share of part i in the exam's blueprint. Θ has the mean m and the standard deviation s.
      </Step>
      <Step title="The shift of the whole scale" formula="p(δ | outcomes) ∝ p(outcomes | δ) · p(δ),   δ ~ N(0, τ²)">
        δ is how far the real passing line is above ours. At first, τ is 0.5. The nightly calibration of the questions gives our n students
        a mean ability of 0. We allow an error of 0.15 for that, so τ² becomes 0.15² + 1/n. Each real outcome counts by how likely it is for
        the ability that we recorded before it. This gives δ the mean d and the standard deviation t.
      </Step>
      <Step title="Your ability on the real scale" formula="m′ = (m − d) / (1 + t²),   s′² = s² / (1 + t²)² + t² / (1 + t²)">
        While δ may be large, part of an ability far from 0 is the shift. For our own mock exam, d and t are 0.
      </Step>
      <Step title="Your chance" formula="P(pass) = Φ((m′ − c) / √(s′² + e²))">
        c is the ability at which students pass the mock exam half of the time, and e is how far off the exam itself can be. We found both
        by simulating students who take it. Φ is the share of a normal distribution below a value. With fewer than 50 real outcomes the
        chance and its range stay between 5% and 95%.
      </Step>
      <Step title="Its range" formula="from Φ((m′ − 1.28 s′ − c) / e) to Φ((m′ + 1.28 s′ − c) / e)">
        The chances at both ends of the middle 80% of what your ability may be.
      </Step>
      <Step title="Brier score" formula="mean of (said − happened)²">
        happened is 1 for passed and 0 for not passed. (G. W. Brier, Monthly Weather Review 78, 1950)
      </Step>
      <Step title="Expected calibration error" formula="Σ (nₖ / n) · |mean said in bin k − share passed in bin k|">
        Over ten bins of chances, nₖ of the n predictions in each. (Naeini, Cooper and Hauskrecht, AAAI 2015)
      </Step>
      <Step title="The likely range of a bin" formula="Wilson's interval of the share that passed">
        The fewer predictions a bin has, the wider it is.
      </Step>
    </dl>
  </Card>
)

const Step = ({ title, formula, children }: { title: string; formula: string; children: ReactNode }) => (
  <div className="grid gap-1.5">
    <dt className="font-semibold">{title}</dt>
    <dd className="grid gap-1.5">
      <span className="w-fit max-w-full rounded-control bg-sunken px-3 py-2 font-medium break-words tabular-nums">{formula}</span>
      <span className="max-w-[68ch] text-sm text-muted">{children}</span>
    </dd>
  </div>
)

export const binName = ({ from, to }: CalibrationBin): string => `${Math.round(100 * from)}–${Math.round(100 * to)}%`

export function binWords(bin: CalibrationBin): string {
  const { predictions, passed, said, happened, low, high } = bin
  if (said === null || happened === null || low === null || high === null) return `Chances of ${binName(bin)}: none so far`
  return `Chances of ${binName(bin)}: on average we said ${percentOf(said)}, and ${percentOf(happened)} passed (${passed} of ${predictions}), likely range ${shareRange({ low, high })}`
}

const thousandths = (value: number): string => value.toFixed(3)

/** With fewer, chance alone moves the points. */
const ENOUGH = 200

/** Null once there are enough. */
export const fewWords = (predictions: number, noun: string): string | null =>
  predictions >= ENOUGH
    ? null
    : `Only ${countOf(predictions, noun)} so far. With so few, chance alone moves these points up and down. Look at the ranges, not the points.`

interface CalibrationProps {
  of: string
  noun: string
  title: ReactNode
  introduction: string
  predictions: number
  figures: CalibrationFigures
  children?: ReactNode
}

function Calibration({ of, noun, title, introduction, predictions, figures, children }: CalibrationProps) {
  const { bins, passed, brierScore, brierScoreOfAConstant, expectedCalibrationError } = figures
  const share = passed / predictions
  const filled = bins.filter((bin) => bin.predictions > 0)
  const few = fewWords(predictions, noun)
  return (
    <>
      <ChartOrTable
        title={title}
        of={of}
        introduction={
          <div className="mt-1 mb-4 grid max-w-2xl gap-2">
            <p className="text-sm text-muted">{introduction}</p>
            {few && <p className="font-medium">{few}</p>}
          </div>
        }
        chart={
          <CalibrationPlot
            label={filled.map(binWords).join('; ')}
            pointsLabel={`Predictions for ${of}`}
            levels={bins.map((bin) => ({
              tick: binName(bin),
              shortTick: String(Math.round(100 * bin.from)),
              ...(bin.predictions > 0 && { note: bin.predictions.toLocaleString('en-US') }),
              found:
                bin.happened === null || bin.low === null || bin.high === null
                  ? null
                  : { share: bin.happened, low: bin.low, high: bin.high },
              expected: bin.said,
              words: binWords(bin),
            }))}
            marks={{ found: 'How many passed', range: 'Likely range', expected: 'Our prediction' }}
          />
        }
        columns={['Chance said', 'Predictions', 'Said on average', 'Passed', 'Likely range']}
        rows={filled.map((bin) => [
          binName(bin),
          bin.predictions.toLocaleString('en-US'),
          percentOf(bin.said ?? 0),
          percentOf(bin.happened ?? 0),
          shareRange({ low: bin.low ?? 0, high: bin.high ?? 0 }),
        ])}
      />
      <dl className="mt-5 grid gap-x-6 gap-y-4 border-t border-hairline pt-5 sm:grid-cols-3">
        <Entry term="Predictions" note={`${passed.toLocaleString('en-US')} of them passed, ${percentOf(share)}`}>
          {predictions.toLocaleString('en-US')}
        </Entry>
        <Entry
          term="Brier score"
          note={`The mean squared distance between prediction and outcome. 0 is perfect. Predicting ${percentOf(share)} for everyone would score ${thousandths(brierScoreOfAConstant)}.`}
        >
          {thousandths(brierScore)}
        </Entry>
        <Entry term="Calibration error" note="The average difference between prediction and pass rate, in percentage points.">
          {(100 * expectedCalibrationError).toFixed(1)} points
        </Entry>
      </dl>
      {children}
    </>
  )
}

const Entry = ({ term, note, children }: { term: string; note: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{term}</dt>
    <dd>
      <span className="text-xl font-semibold tabular-nums">{children}</span>
      <span className="block text-sm text-muted">{note}</span>
    </dd>
  </div>
)
