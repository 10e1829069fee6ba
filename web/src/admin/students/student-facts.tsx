import type { AdminStudent } from '@medicready/domain/contract/admin-students'
import { moduleLabel } from '@medicready/domain/study/modules'
import { calendarDayInWords } from '../../ui/words.ts'
import { numberOf } from '../dashboard/amounts.ts'
import { Figures, PlainFigure } from '../dashboard/why.tsx'
import { percentOrDash } from './students-table.tsx'

/** How a student does, in numbers. The history below has what happened. */
export const StudentFacts = ({ student }: { student: AdminStudent }) => (
  <div className="grid gap-5">
    <Figures>
      <PlainFigure term="Progress" note="Of the bank right at least once">
        {percentOrDash(student.progress)}
      </PlainFigure>
      <PlainFigure term="Accuracy" note={`${numberOf(student.answered)} answers`}>
        {percentOrDash(student.accuracy)}
      </PlainFigure>
      <PlainFigure term="Study streak" note="Days in a row">
        {student.studyStreak === null ? '–' : numberOf(student.studyStreak)}
      </PlainFigure>
      <PlainFigure term="Tutoring sessions" note="Held">
        {numberOf(student.totalSessions)}
      </PlainFigure>
    </Figures>
    <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
      <Fact term="Joined">{calendarDayInWords(student.joinedDate)}</Fact>
      <Fact term="Last active">{student.lastActive ? calendarDayInWords(student.lastActive) : 'Never'}</Fact>
      <Fact term="Weak areas">{student.weakAreas.length > 0 ? student.weakAreas.map(moduleLabel).join(', ') : 'None'}</Fact>
      <Fact term="Stripe customer">{student.stripeCustomerId ?? 'None'}</Fact>
      <Fact term="Stripe subscription">{student.stripeSubscriptionId ?? 'None'}</Fact>
    </dl>
  </div>
)

const Fact = ({ term, children }: { term: string; children: string }) => (
  <div className="flex gap-2">
    <dt className="shrink-0 text-muted">{term}</dt>
    <dd className="wrap-anywhere tabular-nums">{children}</dd>
  </div>
)
