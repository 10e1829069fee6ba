import type { DoubtedQuestion, QuestionStatistics } from '@medicready/domain/contract/questions/review-requests'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useAsOf } from '../../dashboards/address.ts'
import { numberOf } from '../../dashboards/amounts.ts'
import { Figures, WhyFigure, WhyNumber } from '../../dashboards/why.tsx'
import { ChartOrTable } from '../../ui/chart-or-table.tsx'
import { ShareBar } from '../../ui/progress.tsx'
import { dayOf } from '../../ui/words.ts'
import { reviewFiguresQuery } from './commands.ts'

const waiting = [
  { figure: 'waitingQuestions', term: 'Waiting', note: 'For a decision' },
  { figure: 'withdrawnQuestions', term: 'Withdrawn', note: 'Of these, not given to learners' },
  { figure: 'openRequests', term: 'Open requests', note: 'Each person counts once per question' },
  { figure: 'bankOffers', term: 'Bank differs', note: "From an educator's version" },
] as const

export function ReviewFigures() {
  const { data: figures } = useSuspenseQuery(reviewFiguresQuery(useAsOf()))
  return (
    <Figures>
      {waiting.map(({ figure, term, note }) => (
        <WhyFigure key={figure} term={term} note={note} facts={figure} value={numberOf(figures[figure])} />
      ))}
    </Figures>
  )
}

interface OfVersion {
  readonly questionId: string
  readonly version: number
}

const AnswersNumber = ({ of: { questionId, version }, answers }: { of: OfVersion; answers: number }) => (
  <WhyNumber
    term="Answers"
    facts={{ figure: 'versionAnswers', questionId, version }}
    how="Each person's first answer to this version counts. These are the answers behind the number, without names."
  >
    {numberOf(answers)}
  </WhyNumber>
)

interface CorrectNumberProps {
  of: OfVersion
  answers: number
  correctRate: number
}

const CorrectNumber = ({ of: { questionId, version }, answers, correctRate }: CorrectNumberProps) =>
  answers === 0 ? (
    '–'
  ) : (
    <WhyNumber
      term="Correct"
      facts={[
        { figure: 'versionCorrectAnswers', questionId, version },
        { figure: 'versionAnswers', questionId, version },
      ]}
      how="Right answers divided by all answers to this version. Only each person's first answer counts."
    >
      {`${correctRate}%`}
    </WhyNumber>
  )

export const entryFigures = {
  requests: (entry: DoubtedQuestion) => (
    <WhyNumber term="Open requests" facts={{ figure: 'openRequests', questionId: entry.questionId }}>
      {numberOf(entry.openRequests)}
    </WhyNumber>
  ),
  oldest: (entry: DoubtedQuestion) => (entry.oldestRequestAt ? dayOf(entry.oldestRequestAt) : '–'),
  answers: (entry: DoubtedQuestion) => <AnswersNumber of={entry} answers={entry.answers} />,
  correctRate: (entry: DoubtedQuestion) => <CorrectNumber of={entry} answers={entry.answers} correctRate={entry.correctRate} />,
} as const

export const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{term}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)

interface VersionStatisticsProps {
  questionId: string
  statistics: QuestionStatistics
  isCurrent: boolean
}

const discriminationWords = (discrimination: number): string =>
  discrimination < 0 ? 'the able miss it' : discrimination < 0.1 ? 'tells little' : discrimination < 0.3 ? 'fair' : 'good'

export function VersionStatistics({ questionId, statistics, isCurrent }: VersionStatisticsProps) {
  const { version, answers, correctRate, averageTimeSeconds, discrimination } = statistics
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">
        Version {version}
        {isCurrent && <span className="font-normal text-muted"> (current)</span>}
      </h3>
      {answers === 0 ? (
        <p className="text-sm text-muted">No one has answered this version yet.</p>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-3 text-sm tabular-nums sm:grid-cols-4">
            <Figure term="Answers">
              <AnswersNumber of={{ questionId, version }} answers={answers} />
            </Figure>
            <Figure term="Correct">
              <CorrectNumber of={{ questionId, version }} answers={answers} correctRate={correctRate} />
            </Figure>
            <Figure term="Mean time">{averageTimeSeconds} s</Figure>
            <Figure term="Discrimination">
              {discrimination === null ? 'too few answers' : `${discrimination.toFixed(2)} · ${discriminationWords(discrimination)}`}
            </Figure>
          </dl>
          <ChoiceChart statistics={statistics} />
        </>
      )}
    </section>
  )
}

function ChoiceChart({ statistics: { version, choices } }: Pick<VersionStatisticsProps, 'statistics'>) {
  const summary = choices.map(({ choice, percent }) => `${choice}: ${percent}%`).join('; ')
  return (
    <ChartOrTable
      title={<h4 className="text-sm text-muted">Chosen options</h4>}
      of={`version ${version}`}
      chart={
        <div role="img" aria-label={`Chosen options: ${summary}`} className="mt-1 grid gap-2 text-sm">
          {choices.map(({ choice, isRight, percent }) => (
            <div key={choice} className="grid grid-cols-1 gap-1">
              <div className="flex gap-3">
                <span className="min-w-0 flex-1 truncate">
                  {choice}
                  <span className="font-semibold text-ok">{isRight && ' (key)'}</span>
                </span>
                <span className="tabular-nums">{percent}%</span>
              </div>
              <ShareBar percent={percent} tone={isRight ? 'ok' : 'brand'} className="h-2 rounded-pill bg-hairline" />
            </div>
          ))}
        </div>
      }
      columns={['Option', 'Chosen by']}
      rows={choices.map(({ choice, isRight, percent }) => [isRight ? `${choice} (key)` : choice, `${percent}%`])}
    />
  )
}
