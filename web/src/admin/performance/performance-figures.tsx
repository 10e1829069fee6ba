import type { Performance } from '@medicready/domain/contract/admin/performance'
import { numberOf, shareOf } from '../dashboard/amounts.ts'
import { Panel } from '../dashboard/panel.tsx'
import { Figures, WhyFigure } from '../dashboard/why.tsx'

/** Answers, how many of them are right, and who gives them. */
export const PerformanceFigures = ({ performance }: { performance: Performance }) => (
  <Figures>
    <WhyFigure term="Answers" note="Of all time" why={{ parts: [{ figure: 'answers' }] }}>
      {numberOf(performance.answers)}
    </WhyFigure>
    <WhyFigure
      term="Accuracy"
      note={`Of ${numberOf(performance.scoredAnswers)} scored answers`}
      why={{ how: 'Right answers divided by scored answers.', parts: [{ figure: 'correctAnswers' }, { figure: 'scoredAnswers' }] }}
    >
      {shareOf(performance.accuracy)}
    </WhyFigure>
    <WhyFigure term="Active students" note="Answered in the last 14 days" why={{ parts: [{ figure: 'activeStudents' }] }}>
      {numberOf(performance.activeStudents)}
    </WhyFigure>
    <WhyFigure term="Students" note="With an account" why={{ parts: [{ figure: 'students' }] }}>
      {numberOf(performance.funnel[0]?.students ?? 0)}
    </WhyFigure>
  </Figures>
)

const bankFigures = [
  { figure: 'questionsInBank', term: 'In the bank', note: 'Given to students' },
  { figure: 'questionsOnTrial', term: 'On trial', note: 'Among them' },
  { figure: 'questionsWithdrawn', term: 'Withdrawn', note: 'Until educators have looked' },
  { figure: 'questionsRetired', term: 'Retired', note: 'Not given any more' },
  { figure: 'reviewRequests', term: 'Review requests', note: 'By students, of all time' },
] as const

/** How the bank of questions does. */
export const BankHealth = ({ bank }: { bank: Performance['bank'] }) => (
  <Panel title="Question bank">
    <Figures className="sm:grid-cols-2 lg:grid-cols-3">
      {bankFigures.map(({ figure, term, note }) => (
        <WhyFigure key={figure} term={term} note={note} why={{ parts: [{ figure }] }}>
          {numberOf(bank[figure])}
        </WhyFigure>
      ))}
    </Figures>
  </Panel>
)
