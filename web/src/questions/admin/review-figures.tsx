import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useAsOf } from '../../dashboards/address.ts'
import { numberOf } from '../../dashboards/amounts.ts'
import { Figures, WhyFigure, WhyNumber } from '../../dashboards/why.tsx'
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

export const AnswersNumber = ({ of: { questionId, version }, answers }: { of: OfVersion; answers: number }) => (
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

export const CorrectNumber = ({ of: { questionId, version }, answers, correctRate }: CorrectNumberProps) =>
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
