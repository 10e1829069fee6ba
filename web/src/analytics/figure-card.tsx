import type { Analytics, Figure, Figures } from '@medicready/domain/contract/study/analytics'
import { moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import type { Dimension } from '@medicready/domain/study/shown/dimensions'
import { ENOUGH_ANSWERS } from '@medicready/domain/study/shown/weakness'
import { type ReactNode, useId } from 'react'
import { kindNames } from '../answering/kind-names.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { LinkButton } from '../ui/button.tsx'
import { Card, EmptyState } from '../ui/card.tsx'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { classList } from '../ui/class-list.ts'
import { Progress } from '../ui/progress.tsx'
import { capitalized, countOf, percentOf, shareRange } from '../ui/words.ts'

/** Always in seconds, so that times compare: "61 seconds". */
export const secondsOf = (seconds: number): string => countOf(Math.round(seconds), 'second')

const formats = {
  short: new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' }),
  day: new Intl.DateTimeFormat('en-US', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric', timeZone: 'UTC' }),
  long: new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone: 'UTC' }),
}

/** Calendar days have no time zone. */
export const dayWords = (date: string, length: keyof typeof formats): string => formats[length].format(new Date(`${date}T00:00:00Z`))

export function valueName(dimension: Dimension, value: string): string {
  switch (dimension) {
    case 'module': {
      const known = moduleNames.find((name) => name === value)
      return known ? moduleLabel(known) : value
    }
    case 'kind':
      return new Map(Object.entries(kindNames)).get(value) ?? value
    default:
      return capitalized(value)
  }
}

/** 0 once there are enough. */
export const answersToEstimate = (scored: number): number => Math.max(0, ENOUGH_ANSWERS - scored)

/** "72% of 48 answers", or what is missing. */
export function accuracyWords({ accuracy, answered, scored }: Pick<Figure, 'accuracy' | 'answered' | 'scored'>): string {
  const missing = answersToEstimate(scored)
  if (answered === 0) return 'No answers yet'
  if (accuracy === null || missing > 0) return `${missing} more ${missing === 1 ? 'answer' : 'answers'} to estimate`
  return `${percentOf(accuracy)} of ${countOf(scored, 'answer')}`
}

/** "Trauma: 72%, likely range 61 to 81%, from 48 answers". */
export const accuracySummary = (name: string, { accuracy, likelyRange, scored }: Figure): string =>
  accuracy === null || likelyRange === null
    ? `${name}: not scored yet`
    : `${name}: ${percentOf(accuracy)}, likely range ${shareRange(likelyRange)}, from ${countOf(scored, 'answer')}`

export function yearSummary({ days }: Figures['year']): string {
  const answered = days.reduce((sum, day) => sum + day.answered, 0)
  const most = Math.max(0, ...days.map((day) => day.answered))
  return `${countOf(answered, 'question')} on ${countOf(days.length, 'day')} of the last 12 months, with ${most} on the busiest day`
}

interface FigureCardProps {
  title: string
  explanation: ReactNode
  /** Made up, for plans without these figures. */
  isExample: boolean
  empty: { title: string; text: string; action?: ReactNode } | false
  chart: ReactNode
  columns: readonly string[]
  rows: readonly (readonly [head: string, ...figures: (string | number)[]])[]
  choice?: ReactNode
  children?: ReactNode
  /** So long that a printed page may break inside. */
  isLong?: boolean
}

export function FigureCard({
  title,
  explanation,
  isExample,
  empty,
  chart,
  columns,
  rows,
  choice,
  children,
  isLong = false,
}: FigureCardProps) {
  const id = useId()
  const heading = (
    <h2 id={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
      {title}
      {isExample && <Badge>Example</Badge>}
    </h2>
  )
  const introduction = (
    <>
      <p className="mt-1 mb-4 max-w-2xl text-sm text-muted">{explanation}</p>
      {choice}
    </>
  )
  const name = isExample ? { 'aria-label': `Example, not your own figures: ${title}` } : { 'aria-labelledby': id }
  return (
    <Card {...name} className={classList('min-w-0', isLong ? 'box-decoration-clone' : 'break-inside-avoid')}>
      {empty ? (
        <>
          {heading}
          {introduction}
          <EmptyState title={empty.title} action={empty.action === undefined ? <StartStudying /> : empty.action}>
            {empty.text}
          </EmptyState>
        </>
      ) : (
        <>
          <div className="break-inside-avoid">
            <ChartOrTable title={heading} of={title} introduction={introduction} chart={chart} columns={columns} rows={rows} />
          </div>
          {children}
        </>
      )}
    </Card>
  )
}

export const StartStudying = () => <LinkButton to={paths.studyMode()} variant="secondary" label="START STUDYING" />

export const ModuleProgress = ({ totals: { modules } }: Pick<Analytics, 'totals'>) => (
  <Card heading="Module Progress" lead="Your accuracy in each module with answers." className="break-inside-avoid">
    {modules.length === 0 ? (
      <EmptyState title="No answers yet" action={<StartStudying />}>
        Answer a question and its module appears here.
      </EmptyState>
    ) : (
      <ul className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {modules.map(({ module, answered, scored, correct, accuracy }) => (
          <li key={module}>
            <div className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
              <span>{moduleLabel(module)}</span>
              <span className="text-muted tabular-nums">
                {accuracy === null ? (
                  `${countOf(answered, 'answer')}, not scored yet`
                ) : (
                  <>
                    <strong className="font-semibold text-ink">{percentOf(accuracy)}</strong> · {correct} of {countOf(scored, 'answer')}{' '}
                    right
                  </>
                )}
              </span>
            </div>
            <Progress label={`Accuracy in ${moduleLabel(module)}, in percent`} value={Math.round(100 * (accuracy ?? 0))} max={100} />
          </li>
        ))}
      </ul>
    )}
  </Card>
)
