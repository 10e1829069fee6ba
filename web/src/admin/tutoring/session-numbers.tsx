import type { TutoringSession } from '@medicready/domain/contract/tutoring/tutoring'
import type { AdminColumn } from '../dashboard/admin-table.tsx'
import { decimalsOf, moneyOf, utcInstantOf } from '../dashboard/amounts.ts'
import { WhyNumber } from '../dashboard/why.tsx'
import type { WhyPart } from '../dashboard/why-part.ts'

type SessionFigure = 'sessionPrices' | 'sessionRefunds' | 'stars'

interface NumberProps {
  head: string
  session: TutoringSession
  figure: SessionFigure
  children: string
}

/** A number of one session, and the way to its facts. */
function SessionNumber({ head, session: { id, studentName, startsAt }, figure, children }: NumberProps) {
  const term = `${head}, ${studentName} on ${utcInstantOf(startsAt)}`
  const part: WhyPart = { figure, subjectId: id, label: term }
  return (
    <WhyNumber term={term} why={{ parts: [part] }}>
      {children}
    </WhyNumber>
  )
}

/** What sessions come to: their share of what was paid, what was given back of it, and how they were rated. */
export const sessionNumberColumns: readonly AdminColumn<TutoringSession>[] = [
  {
    head: 'Amount',
    isNumber: true,
    csv: ({ amount }) => decimalsOf(amount),
    cell: (session) => (
      <SessionNumber head="Amount" session={session} figure="sessionPrices">
        {moneyOf(session.amount)}
      </SessionNumber>
    ),
  },
  {
    head: 'Paid back',
    isNumber: true,
    csv: ({ refund }) => decimalsOf(refund),
    cell: (session) =>
      session.refund === 0 ? (
        '–'
      ) : (
        <SessionNumber head="Paid back" session={session} figure="sessionRefunds">
          {moneyOf(session.refund)}
        </SessionNumber>
      ),
  },
  {
    head: 'Rating',
    isNumber: true,
    csv: ({ rating }) => rating,
    cell: (session) =>
      session.rating === null ? (
        '–'
      ) : (
        <SessionNumber head="Rating" session={session} figure="stars">
          {`${session.rating} of 5`}
        </SessionNumber>
      ),
  },
]
