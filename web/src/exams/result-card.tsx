import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { difficultyOfMean } from '@medicready/domain/exams/shown/difficulty'
import { isPassing, PASSING_SCORE, SURE, scoreOf } from '@medicready/domain/exams/shown/score'
import { moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { capitalized, countOf, durationOf, tenthsOf } from '../ui/words.ts'
import type { CompletedExam } from './queries.ts'

/** Nothing uncertain is presented as certain. */

export const verdictOf = (score: number): string => (isPassing(score) ? 'Passed' : 'Not passed yet')

export type EndOfExam = Pick<PracticeExam, 'outcome' | 'endedBy' | 'questionsAnswered' | 'minItems' | 'totalQuestions'>

export function confidenceWords({ outcome, endedBy, questionsAnswered, minItems, totalQuestions }: EndOfExam): string {
  if (questionsAnswered === 0) return 'You gave no answers, so there is no measurement.'
  const side = sides[outcome ?? 'undetermined']
  const tooFew = isShort({ questionsAnswered, minItems }) ? ` the required ${countOf(minItems, 'answer')}` : ''
  switch (endedBy) {
    case 'confidence':
      return `With 95% confidence, ${side ?? 'your ability is on one side of the passing line'}.`
    case 'curtailment':
      return 'More questions would not have changed this result, but it does not reach 95% confidence.'
    case 'maximum':
      return side
        ? `All ${totalQuestions} questions were given. With 95% confidence, ${side}.`
        : `The exam did not reach 95% confidence. After all ${totalQuestions} questions, you were still too close to the passing line.`
    case 'timeout':
      return side
        ? `Time was up. With 95% confidence, ${side}.`
        : `The exam did not reach 95% confidence because time was up before${tooFew || ' the exam could tell'}.`
    case 'pool':
      return side
        ? `There were no more questions. With 95% confidence, ${side}.`
        : 'The exam did not reach 95% confidence, and there were no more questions.'
    case null:
      return 'We do not know whether the exam reached 95% confidence.'
  }
}

const isShort = ({ questionsAnswered, minItems }: Pick<EndOfExam, 'questionsAnswered' | 'minItems'>): boolean =>
  questionsAnswered < minItems

/** Null unless the exam ended too early for its score. */
export const shortScoreWords = (end: Pick<EndOfExam, 'questionsAnswered' | 'minItems'>): string | null =>
  isShort(end)
    ? `You answered ${end.questionsAnswered} of the minimum of ${end.minItems} questions. Missing answers count as wrong in the score.`
    : null

const sides = {
  pass: 'your ability is above the passing line',
  fail: 'your ability is below the passing line',
  undetermined: null,
} as const

export function stopWords({ outcome, endedBy, questionsAnswered, minItems, totalQuestions }: EndOfExam): string {
  const after = questionsAnswered === 0 ? 'It ended before the first answer' : `It stopped after question ${questionsAnswered}`
  switch (endedBy) {
    case 'confidence':
      return `${after}: you had answered at least ${minItems}, and the whole band was ${outcome === 'fail' ? 'below' : 'above'} the passing line.`
    case 'curtailment':
      return `${after}: the remaining questions up to ${totalQuestions} would hardly have changed on which side of the passing line you were.`
    case 'maximum':
      return `${after}, the most that this exam gives.`
    case 'timeout':
      return `${after}, when its time was up.`
    case 'pool':
      return `${after}, because no suitable question was left.`
    case null:
      return `${after}.`
  }
}

interface Band {
  readonly low: number
  readonly high: number
}

/** One-sided 95% bounds on either side: once the cut is outside, the exam is 95% sure of the result. */
export const bandOf = ({ ability, standardError }: { ability: number; standardError: number }): Band => ({
  low: ability - SURE * standardError,
  high: ability + SURE * standardError,
})

export const bandWords = ({ low, high }: Band): string => `${tenthsOf(low)} to ${tenthsOf(high)}`

export const scoreBandWords = ({ low, high }: Band, cut: number): string => `${scoreOf(low, cut)} to ${scoreOf(high, cut)}`

/** "Medium (1.8 of 3)", from the mean level, of which hard is 3. */
export const difficultyWords = (mean: number): string => `${capitalized(difficultyOfMean(mean))} (${mean.toFixed(1)} of 3)`

/** A domain, Clinical Judgment, or a module. */
export function categoryName(category: string): string {
  const module = moduleNames.find((name) => name === category)
  return module ? moduleLabel(module) : category
}

export function ResultCard({ exam }: { exam: CompletedExam }) {
  const { score } = exam
  const passed = isPassing(score)
  const short = shortScoreWords(exam)
  const Icon = passed ? CircleCheck : CircleDashed
  return (
    <Card aria-labelledby="verdict" className="grid gap-6 break-inside-avoid">
      <div className="grid items-center gap-x-8 gap-y-4 sm:grid-cols-[auto_1fr]">
        <p className="text-center sm:text-left">
          <span className="block text-4xl font-semibold tabular-nums">{score}</span>
          <span className="text-sm text-muted">out of 100</span>
        </p>
        <div className="grid gap-2">
          <h2
            id="verdict"
            className={classList('flex items-center gap-2 text-2xl font-semibold max-sm:justify-center', passed ? 'text-ok' : 'text-warn')}
          >
            <Icon aria-hidden className="size-7 shrink-0" />
            {verdictOf(score)}
          </h2>
          <p className="max-w-[60ch] text-lg max-sm:text-center">{confidenceWords(exam)}</p>
          {short && <p className="max-w-[60ch] max-sm:text-center">{short}</p>}
          <ScoreScale score={score} />
        </div>
      </div>
      <dl className="grid gap-x-6 gap-y-4 border-t border-hairline pt-5 sm:grid-cols-2 lg:grid-cols-3">
        <Entry term="Questions answered" note={`This exam gives ${exam.minItems} to ${exam.totalQuestions}`}>
          {exam.questionsAnswered}
        </Entry>
        <RightAnswers exam={exam} />
        <Entry term="Time" note={`of ${durationOf((Date.parse(exam.deadline) - Date.parse(exam.startedAt)) / 1000)}`}>
          {exam.timeSpentMinutes === 0 ? 'Under 1 min' : durationOf(60 * exam.timeSpentMinutes)}
        </Entry>
        {exam.avgCorrectDifficulty !== null && (
          <Entry term="Average difficulty of right answers">{difficultyWords(exam.avgCorrectDifficulty)}</Entry>
        )}
        <Ability exam={exam} />
      </dl>
      <p className="text-sm text-muted">
        The score is on our own scale, where {PASSING_SCORE} is the passing line. It is not an NREMT score.
      </p>
    </Card>
  )
}

function RightAnswers({ exam: { correctAnswers, domainCounts, questionsAnswered } }: { exam: CompletedExam }) {
  const scored = Object.values(domainCounts).reduce((sum, count) => sum + count, 0)
  const onTrial = questionsAnswered - scored
  return (
    <Entry term="Right answers" {...(onTrial > 0 && { note: `${countOf(onTrial, 'question')} on trial not scored` })}>
      {correctAnswers ?? 0} of {scored}
    </Entry>
  )
}

function Ability({ exam: { abilityLevel, standardError } }: { exam: CompletedExam }) {
  if (abilityLevel === null || standardError === null) return null
  return (
    <Entry term="Ability" note={`Band ${bandWords(bandOf({ ability: abilityLevel, standardError }))}, 95% sure of each end`}>
      {tenthsOf(abilityLevel)}
    </Entry>
  )
}

const Entry = ({ term, note, children }: { term: string; note?: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{term}</dt>
    <dd>
      <span className="text-xl font-semibold tabular-nums">{children}</span>
      {note && <span className="block text-sm text-muted">{note}</span>}
    </dd>
  </div>
)

/** Only repeats the number next to it. */
const ScoreScale = ({ score }: { score: number }) => (
  <div aria-hidden className="mt-1 max-w-xl">
    <div className="relative h-3 rounded-pill bg-hairline">
      <span
        className={classList('absolute inset-y-0 left-0 rounded-pill', isPassing(score) ? 'bg-ok' : 'bg-warn')}
        style={{ width: `${score}%` }}
      />
      <span className="absolute -inset-y-1 w-0.5 bg-ink" style={{ left: `${PASSING_SCORE}%` }} />
    </div>
    <p className="mt-1.5 text-xs text-muted" style={{ paddingLeft: `${PASSING_SCORE}%` }}>
      <span className="-ml-2 whitespace-nowrap tabular-nums">{PASSING_SCORE} passes</span>
    </p>
  </div>
)
