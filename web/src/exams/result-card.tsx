import { isPassing, PASSING_SCORE } from '@medicready/domain/exams/score'
import { CircleCheck, CircleDashed } from 'lucide-react'
import type { ReactNode } from 'react'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { countOf, durationOf, tenthsOf } from '../ui/words.ts'
import type { CompletedExam } from './completed-exam.ts'
import { bandOf, bandWords, confidenceWords, difficultyWords, shortScoreWords, verdictOf } from './result-words.ts'

/** The score, whether it is sure, and the figures beside it. */
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
          <Entry term="Average difficulty of what you got right">{difficultyWords(exam.avgCorrectDifficulty)}</Entry>
        )}
        <Ability exam={exam} />
      </dl>
      <p className="text-sm text-muted">
        The score is on a scale of our own, on which {PASSING_SCORE} is the passing line. It is not an NREMT score.
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

/** Where the score is between 0 and 100, and where the passing line. It repeats the number beside it. */
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
