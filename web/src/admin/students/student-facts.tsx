import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import { moduleLabel } from '@medicready/domain/study/modules'
import { calendarDayInWords } from '../../ui/words.ts'
import { numberOf } from '../dashboard/amounts.ts'
import { useAsOf } from '../dashboard/as-of.ts'
import { Figures, PlainFigure, WhyFigure } from '../dashboard/why.tsx'
import { percentOrDash } from './students-table.tsx'

/** How a student does, in numbers. The history below has what happened. */
export function StudentFacts({ student }: { student: AdminStudent }) {
  const own = { userId: student.id }
  const { asOf } = useAsOf()
  return (
    <div className="grid gap-5">
      <Figures>
        <WhyFigure
          term="Progress"
          note="Of the bank right at least once"
          why={{
            how: 'Questions answered right at least once, divided by the questions in the bank.',
            parts: [{ figure: 'rightQuestions', ...own }, { figure: 'questionsInBank' }],
          }}
        >
          {percentOrDash(student.progress)}
        </WhyFigure>
        <WhyFigure
          term="Accuracy"
          note={`${numberOf(student.answered)} answers`}
          why={{
            how: 'Right answers divided by scored answers.',
            parts: [
              { figure: 'correctAnswers', ...own },
              { figure: 'scoredAnswers', ...own },
              { figure: 'answers', ...own },
            ],
          }}
        >
          {percentOrDash(student.accuracy)}
        </WhyFigure>
        {student.studyStreak === null ? (
          <PlainFigure term="Study streak" note="Known of today alone">
            –
          </PlainFigure>
        ) : (
          <WhyFigure
            term="Study streak"
            note="Days in a row"
            why={{
              how: 'Days in a row with an answer, up to today on the calendar of the student; a freeze keeps it over a day without.',
              parts: [{ figure: 'answers', ...own }],
            }}
          >
            {numberOf(student.studyStreak)}
          </WhyFigure>
        )}
        <WhyFigure term="Tutoring sessions" note="Held" why={{ parts: [{ figure: 'sessions', ...own }] }}>
          {numberOf(student.totalSessions)}
        </WhyFigure>
      </Figures>
      <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
        <Fact term="Joined">{calendarDayInWords(student.joinedDate)}</Fact>
        <Fact term="Last active">{student.lastActive ? calendarDayInWords(student.lastActive) : 'Never'}</Fact>
        <Fact term={asOf === undefined ? 'Weak areas' : 'Weak areas today'}>
          {student.weakAreas.length > 0 ? student.weakAreas.map(moduleLabel).join(', ') : 'None'}
        </Fact>
        <Fact term="Stripe customer">{student.stripeCustomerId ?? 'None'}</Fact>
        <Fact term="Stripe subscription">{student.stripeSubscriptionId ?? 'None'}</Fact>
      </dl>
    </div>
  )
}

const Fact = ({ term, children }: { term: string; children: string }) => (
  <div className="flex gap-2">
    <dt className="shrink-0 text-muted">{term}</dt>
    <dd className="wrap-anywhere tabular-nums">{children}</dd>
  </div>
)
