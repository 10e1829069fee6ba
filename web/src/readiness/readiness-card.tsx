import { QUIZ_TIER } from '@medicready/domain/billing/shown/tiers'
import type { CategoryReadiness, ChanceOfDay, Readiness, ReadinessFigures } from '@medicready/domain/contract/readiness/readiness'
import { CLINICAL_JUDGMENT, type ExamDomain } from '@medicready/domain/exams/shown/blueprints'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import { judgmentSteps } from '@medicready/domain/questions/shown/terms'
import { TREND_DAYS } from '@medicready/domain/readiness/shown/rules'
import { includesTier } from '@medicready/domain/study/shown/modes'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { readinessQuery } from '../api/own-reads.ts'
import { type PreparedQuiz, useBeginQuiz } from '../api/prepared-quiz.ts'
import { useUser } from '../api/session.ts'
import { useToday } from '../api/today.ts'
import { paths } from '../paths.ts'
import { MockExamChoice } from '../shared/mock-exam-choice.tsx'
import { Button, TextLink } from '../ui/button.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { Gauge } from '../ui/charts/gauge.tsx'
import { LineWithBand } from '../ui/charts/line-with-band.tsx'
import { toast } from '../ui/toast.tsx'
import { calendarDayInWords, shortDayInWords } from '../ui/words.ts'
import { AnswersMissing } from './answers-missing.tsx'
import { chanceToday, percentOfChance, rangeOfChance } from './chance-words.ts'
import { OutcomeButtons, useChooseExam, useTellOutcome } from './outcome-buttons.tsx'
import {
  categoryWords,
  certaintyWords,
  chanceSentence,
  dayOfTrendWords,
  guessedWords,
  outcomeWords,
  pointsOf,
  rangeWords,
  trendSummary,
  whatHasFaded,
  whatWouldMoveIt,
} from './readiness-words.ts'

export default function ReadinessCard() {
  const { data: readiness } = useSuspenseQuery(readinessQuery(useToday()))
  const { figures, outcome } = readiness
  return (
    <Card aria-labelledby="readiness" className="grid min-w-0 gap-5 box-decoration-clone">
      <div>
        <CardTitle id="readiness">Readiness</CardTitle>
        <p className="mt-1 max-w-2xl text-sm text-muted">
          Your chance to pass the exam if you took it today, estimated from your answers. It is not a promise, and not an NREMT score.{' '}
          <TextLink to={paths.readiness()}>How it is computed, and how often it is right</TextLink>
        </p>
      </div>
      {figures ? <Figures readiness={readiness} figures={figures} /> : <AnswersMissing {...readiness} />}
      {outcome && <ToldOutcome outcome={outcome} />}
    </Card>
  )
}

const Figures = ({ readiness, figures }: { readiness: Readiness; figures: ReadinessFigures }) => (
  <>
    <div className="grid items-center gap-x-8 gap-y-5 md:grid-cols-[auto_minmax(0,1fr)]">
      <Gauge
        label={chanceSentence(figures)}
        value={figures.chance}
        low={figures.low}
        high={figures.high}
        words={percentOfChance(figures.chance)}
        rangeWords={rangeOfChance(figures) === null ? '' : rangeWords(figures)}
        marks={{ value: 'Your chance to pass', range: '80% range' }}
      />
      <div className="grid gap-3">
        <p className="text-xl font-semibold tabular-nums">{chanceToday(figures)}</p>
        <p className="max-w-[60ch]">{certaintyWords(figures, guessedWords(figures.byCategory))}</p>
        <ProfileChoice blueprint={readiness.blueprint} />
      </div>
    </div>
    <div className="grid gap-x-8 gap-y-5 border-t border-hairline pt-5 lg:grid-cols-2">
      <WhatWouldMoveIt byCategory={figures.byCategory} />
      <WhatHasFaded byCategory={figures.byCategory} />
    </div>
    <div className="min-w-0 border-t border-hairline pt-5">
      <ChanceTrend trend={figures.trend} />
    </div>
  </>
)

function ToldOutcome({ outcome }: { outcome: NonNullable<Readiness['outcome']> }) {
  const { sittingId, examDate, reported } = outcome
  const { tell, sending } = useTellOutcome(sittingId)
  const [isChanging, setChanging] = useState(false)
  if (reported === null) return null
  return (
    <div className="grid justify-items-start gap-3 border-t border-hairline pt-5 print:hidden">
      <p className="text-sm">
        You told us of your exam on {calendarDayInWords(examDate)}: {outcomeWords[reported].said}.{' '}
        <Button variant="link" size="sm" aria-expanded={isChanging} onClick={() => setChanging(!isChanging)} label="Change" />
      </p>
      {isChanging && (
        <OutcomeButtons
          legend="How did your exam go?"
          except={reported}
          sending={sending}
          onChoose={async (changed) => {
            if (await tell(changed)) setChanging(false)
          }}
        />
      )}
    </div>
  )
}

function ProfileChoice({ blueprint }: Pick<Readiness, 'blueprint'>) {
  const choose = useChooseExam()
  return (
    <MockExamChoice
      legend="The exam you will take"
      name="readiness-exam"
      chosen={(choose.isPending && choose.variables?.body.blueprint) || blueprint}
      onChoose={(chosen) =>
        choose.mutate(
          { body: { blueprint: chosen } },
          { onError: (error) => toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' }) },
        )
      }
      isBusy={choose.isPending}
    />
  )
}

const DAYS_OF_A_LINE = 2
const PERCENT = { least: 0, most: 100 }

function ChanceTrend({ trend }: { trend: readonly ChanceOfDay[] }) {
  const heading = <h3 className="font-semibold">The last {TREND_DAYS} days</h3>
  if (trend.length < DAYS_OF_A_LINE)
    return (
      <>
        {heading}
        <p className="mt-1 text-sm text-muted">The line begins on your second day.</p>
      </>
    )
  return (
    <ChartOrTable
      title={heading}
      of="your readiness"
      introduction={<p className="mt-1 mb-3 max-w-2xl text-sm text-muted">Your chance to pass at the end of each study day.</p>}
      chart={
        <LineWithBand
          label={trendSummary(trend)}
          pointsLabel="Days of your readiness"
          points={trend.map((day) => ({
            at: Date.parse(day.day),
            tick: shortDayInWords(day.day),
            value: 100 * day.chance,
            low: 100 * day.low,
            high: 100 * day.high,
            words: dayOfTrendWords(day),
          }))}
          bounds={PERCENT}
          ends={{ high: 'More likely to pass, in %', low: 'Less likely to pass' }}
          marks={{ line: 'Your chance to pass', band: '80% range' }}
        />
      }
      columns={['Day', 'Chance to pass', '80% range']}
      rows={[...trend].reverse().map((day) => [calendarDayInWords(day.day), percentOfChance(day.chance), rangeWords(day)])}
    />
  )
}

const QUIZ_QUESTIONS = 10

const moduleOf: Readonly<Record<ExamDomain, ModuleName>> = {
  Airway: 'Airway, Respiration & Ventilation',
  Cardiology: 'Cardiology & Resuscitation',
  Trauma: 'Trauma',
  Medical: 'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)',
  'EMS Operations': 'EMS Operations',
}

/** Null if the exam category has no module. */
function quizAbout(category: string): PreparedQuiz | null {
  const module = new Map<string, ModuleName>(Object.entries(moduleOf)).get(category)
  if (!module && category !== CLINICAL_JUDGMENT) return null
  const quiz = {
    modules: module ? [module] : [],
    subTopics: [],
    difficulties: [],
    kinds: [],
    judgmentSteps: module ? [] : [...judgmentSteps],
    histories: [],
  }
  return { mode: 'tutor_mode', count: QUIZ_QUESTIONS, quiz }
}

interface ByCategory {
  byCategory: readonly CategoryReadiness[]
}

function WhatWouldMoveIt({ byCategory }: ByCategory) {
  const { subscriptionTier } = useUser()
  const hasQuizzes = includesTier(subscriptionTier, QUIZ_TIER)
  const shown = whatWouldMoveIt(byCategory)
  return (
    <section aria-labelledby="what-would-move-it">
      <h3 id="what-would-move-it" className="font-semibold">
        What would raise it most
      </h3>
      {shown.length === 0 ? (
        <p className="mt-1 text-sm text-muted">No part of the exam would raise your chance by a whole point. Keep all of them fresh.</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">How much your chance would rise if you reached a score of 80 in that part.</p>
          <ul className="mt-2 divide-y divide-hairline">
            {shown.map((category) => (
              <li key={category.category} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
                <span className="grid min-w-0 grow basis-48 gap-0.5">
                  <span className="font-medium">
                    {category.category} <span className="whitespace-nowrap tabular-nums text-ok">+{pointsOf(category.gain)}</span>
                  </span>
                  <span className="text-sm text-muted tabular-nums">{categoryWords(category)}</span>
                </span>
                {hasQuizzes && <Study category={category.category} quiz={quizAbout(category.category)} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Study({ category, quiz }: { category: string; quiz: PreparedQuiz | null }) {
  const { begin, isPending } = useBeginQuiz()
  return (
    quiz && (
      <Button
        variant="secondary"
        size="sm"
        className="print:hidden"
        loading={isPending}
        aria-label={`Study ${QUIZ_QUESTIONS} questions of ${category}`}
        onClick={() => void begin(quiz)}
        label={`Study ${QUIZ_QUESTIONS} questions`}
      />
    )
  )
}

function WhatHasFaded({ byCategory }: ByCategory) {
  const shown = whatHasFaded(byCategory)
  return (
    <section aria-labelledby="what-has-faded">
      <h3 id="what-has-faded" className="font-semibold">
        What has faded
      </h3>
      {shown.length === 0 ? (
        <p className="mt-1 text-sm text-muted">Nothing has faded by a whole point. Your knowledge is still fresh.</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">Without practice, you forget little by little. A few questions bring it back.</p>
          <ul className="mt-2 divide-y divide-hairline">
            {shown.map(({ category, faded, lastAnswered }) => (
              <li key={category} className="grid gap-0.5 py-3 last:pb-0">
                <span className="font-medium">
                  {category} <span className="whitespace-nowrap tabular-nums text-warn">−{pointsOf(faded)}</span>
                </span>
                {lastAnswered && <span className="text-sm text-muted">Last answered {shortDayInWords(lastAnswered)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
