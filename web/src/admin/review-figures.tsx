import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import { useSuspenseQuery } from '@tanstack/react-query'
import { dayOf } from '../ui/words.ts'
import { numberOf } from './dashboard/amounts.ts'
import { useAsOf } from './dashboard/as-of.ts'
import { Figures, WhyFigure, WhyNumber } from './dashboard/why.tsx'
import type { Why } from './dashboard/why-part.ts'
import { reviewFiguresQuery } from './queries.ts'

const waiting = [
  { figure: 'waitingQuestions', term: 'Waiting', note: 'For a decision' },
  { figure: 'withdrawnQuestions', term: 'Withdrawn', note: 'Among them, not given to learners' },
  { figure: 'openRequests', term: 'Open requests', note: 'Each person once for a question' },
  { figure: 'bankOffers', term: 'Bank differs', note: 'From what an educator wrote' },
] as const

/** What waits for the educators, in numbers. */
export function ReviewFigures() {
  const { data: figures } = useSuspenseQuery(reviewFiguresQuery(useAsOf()))
  return (
    <Figures>
      {waiting.map(({ figure, term, note }) => (
        <WhyFigure key={figure} term={term} note={note} why={{ parts: [{ figure }] }}>
          {numberOf(figures[figure])}
        </WhyFigure>
      ))}
    </Figures>
  )
}

interface OfVersion {
  readonly questionId: string
  readonly version: number
}

const whyAnswers = ({ questionId, version }: OfVersion): Why => ({
  how: "A person's first answer to this version counts. These are the answers behind the number; whose they are is not told.",
  parts: [{ figure: 'versionAnswers', questionId, version }],
})
const whyCorrect = ({ questionId, version }: OfVersion): Why => ({
  how: "Right answers divided by all answers to this version, a person's first alone.",
  parts: [
    { figure: 'versionCorrectAnswers', questionId, version },
    { figure: 'versionAnswers', questionId, version },
  ],
})

export const AnswersNumber = ({ of, answers }: { of: OfVersion; answers: number }) => (
  <WhyNumber term="Answers" why={whyAnswers(of)}>
    {numberOf(answers)}
  </WhyNumber>
)

/** A dash before the first answer. */
export const CorrectNumber = ({ of, answers, correctRate }: { of: OfVersion; answers: number; correctRate: number }) =>
  answers === 0 ? (
    '–'
  ) : (
    <WhyNumber term="Correct" why={whyCorrect(of)}>
      {`${correctRate}%`}
    </WhyNumber>
  )

/** The figures of an entry of the queue, each with the way to the facts behind it. */
export const entryFigures = {
  requests: (entry: DoubtedQuestion) => (
    <WhyNumber term="Open requests" why={{ parts: [{ figure: 'openRequests', questionId: entry.questionId }] }}>
      {numberOf(entry.openRequests)}
    </WhyNumber>
  ),
  oldest: (entry: DoubtedQuestion) => (entry.oldestRequestAt ? dayOf(entry.oldestRequestAt) : '–'),
  answers: (entry: DoubtedQuestion) => <AnswersNumber of={entry} answers={entry.answers} />,
  correctRate: (entry: DoubtedQuestion) => <CorrectNumber of={entry} answers={entry.answers} correctRate={entry.correctRate} />,
} as const
