import type { ReadinessCalibration } from '@medicready/domain/contract/readiness'
import { PASSING_SCORE } from '@medicready/domain/exams/score'
import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { useSession } from '../api/session.ts'
import { PageHead } from '../app/page-head.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { countOf } from '../ui/words.ts'
import { Calibration } from './calibration.tsx'
import { Formulas } from './formulas.tsx'
import { calibrationQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(calibrationQuery)
}

/** How the chance to pass is computed, and how often it was right: for everybody to see. */
export default function ReadinessPage() {
  return (
    <div className="mx-auto grid w-full max-w-4xl grid-cols-[minmax(0,1fr)] gap-6">
      <PageHead title="Readiness">
        What 'If you sat it today: 71% (58–82)' means, how we come to it, and how often we are right. It is our estimate: it promises
        nothing, and it is not an NREMT score.
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

interface SectionProps {
  id: string
  title: string
  children: ReactNode
}

const Section = ({ id, title, children }: SectionProps) => (
  <Card aria-labelledby={id}>
    <h2 id={id} className="text-lg font-semibold">
      {title}
    </h2>
    {children}
  </Card>
)

const HowItIsComputed = () => (
  <Section id="how-it-is-computed" title="How it is computed">
    <ol className="mt-3 grid max-w-[68ch] list-decimal gap-2.5 pl-5">
      <li>
        <strong className="font-semibold">Your answers.</strong> We look at each question the first time you meet it, and at how hard it is.
        Later answers may come from memory of the question and are left out. A hard question that you get right says more than an easy one.
      </li>
      <li>
        <strong className="font-semibold">Your ability in each part of the exam.</strong> Airway, Cardiology, Trauma, Medical, EMS
        Operations, and in the exam since July 2024 Clinical Judgment. What you answer in one part tells a little about the others too.
      </li>
      <li>
        <strong className="font-semibold">Time.</strong> What you do not practice for a week fades from then on. And the longer ago your
        answers are, the less sure we are.
      </li>
      <li>
        <strong className="font-semibold">The exam.</strong> The parts count by their share of the exam that you will sit. Then we ask how
        often somebody of your ability passes our mock exam, which stops as the real one does, also by good or bad luck with its questions.
      </li>
      <li>
        <strong className="font-semibold">A chance, and how sure it is.</strong> '71% (58–82)' says: of a hundred students with answers like
        yours, we expect about 71 to pass. And we are 80% sure that your own chance is between 58% and 82%. More answers make that range
        narrower.
      </li>
    </ol>
    <p className="mt-4 max-w-[68ch] text-sm text-muted">
      It is shown from 100 scored answers on. With fewer it would be a guess, and we do not show guesses.
    </p>
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
  const title = (
    <h2 id="mock-exams" className="text-lg font-semibold">
      How often we are right: mock exams
    </h2>
  )
  return (
    <Card aria-labelledby="mock-exams" className="min-w-0">
      {figures ? (
        <Calibration
          of="mock exams"
          noun="exam"
          title={title}
          introduction={`Each time a student begins a Mock National Registry Exam we write down their chance, before the first question, and never change it. Passed is a score of ${PASSING_SCORE} or more. Where 70 to 80% was said, 70 to 80 of 100 should pass: then the points lie on the dashed lines. Below each point stands how many exams it is from.`}
          predictions={predictions}
          figures={figures}
        >
          {left > 0 && (
            <p className="mt-4 text-sm text-muted">
              {countOf(left, 'exam')} ended before the least number of questions. {left === 1 ? 'It says' : 'They say'} nothing about
              passing and {left === 1 ? 'is' : 'are'} not among these.
            </p>
          )}
        </Calibration>
      ) : (
        <>
          {title}
          <EmptyState title="No mock exam has been predicted and taken yet">
            With the first one that a student of 100 answers takes, this begins to fill.
          </EmptyState>
        </>
      )}
    </Card>
  )
}

function NationalExams({ nationalExams: { figures, predictions, notTaken, leastShown } }: Pick<ReadinessCalibration, 'nationalExams'>) {
  const title = (
    <h2 id="real-exam" className="text-lg font-semibold">
      How often we are right: the real exam
    </h2>
  )
  const asked = 'On the day of their exam we write down the chance of each student, and some days later we ask by mail how it went.'
  return (
    <Card aria-labelledby="real-exam" className="min-w-0">
      {figures ? (
        <Calibration
          of="the real exam"
          noun="student"
          title={title}
          introduction={`${asked} Not everybody answers, and those who do may be others than those who do not: it is what we were told, and no more. Below each point stands how many students it is from.`}
          predictions={predictions}
          figures={figures}
        >
          {notTaken > 0 && (
            <p className="mt-4 text-sm text-muted">
              {countOf(notTaken, 'student')} told us that they did not sit it, and {notTaken === 1 ? 'is' : 'are'} not among these.
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
                {predictions === 0 ? 'No answer' : `Only ${countOf(predictions, 'answer')}`} so far. From {leastShown} on, they are shown
                here.
              </span>{' '}
              Fewer would tell of single people, and say nothing of how right we are.
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
      <li>The questions of the real exam. Ours are written to the same plan, but they are ours, and so is the passing line.</li>
      <li>How you sleep the night before, and how you feel on the day.</li>
      <li>Questions that you look up while you answer. They make the estimate better, but not you.</li>
    </ul>
  </Section>
)

function YourOwn() {
  const isSignedIn = useSession().state === 'signedIn'
  return (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-card border border-hairline bg-brand-soft p-5 sm:p-6">
      <p className="font-semibold">
        {isSignedIn ? 'How likely would you pass today?' : 'How likely would you pass? Answer 100 questions and see.'}
      </p>
      <LinkButton to={isSignedIn ? paths.analytics() : paths.login()}>{isSignedIn ? 'See Your Readiness' : 'Sign In'}</LinkButton>
    </div>
  )
}

const CalibrationSkeleton = () => (
  <>
    <Skeleton className="h-128" />
    <Skeleton className="h-52" />
  </>
)
