import type { PracticeExam } from '@medicready/domain/contract/exams/exams'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { countOf, dayOf } from '../ui/words.ts'
import { examNames } from './exam-names.ts'
import { type ExamStanding, standingOf } from './exam-words.ts'

const looks: Readonly<Record<ExamStanding, { dot: string; ink: string; words: string }>> = {
  passed: { dot: 'bg-ok', ink: 'text-ok', words: 'Passed' },
  notPassed: { dot: 'bg-bad', ink: 'text-bad', words: 'Not passed' },
  givenUp: { dot: 'border-2 border-muted', ink: 'text-muted', words: 'Given up' },
  inProgress: { dot: 'bg-under-way', ink: 'text-ink', words: 'In progress' },
}

/** How the latest exams went. */
export const ExamHistory = ({ exams }: { exams: readonly PracticeExam[] }) => (
  <Card aria-labelledby="exam-history">
    <h2 id="exam-history" className="text-lg font-semibold">
      Your latest exams
    </h2>
    {exams.length === 0 ? (
      <EmptyState title="No practice exams yet">What you take is listed here, with how it went.</EmptyState>
    ) : (
      <ul className="mt-2 divide-y divide-hairline">
        {exams.map((exam) => (
          <Row key={exam.id} exam={exam} />
        ))}
      </ul>
    )}
  </Card>
)

function Row({ exam }: { exam: PracticeExam }) {
  const { id, blueprint, isCompleted, score, questionsAnswered, startedAt } = exam
  const standing = standingOf(exam)
  const { dot, ink, words } = looks[standing]
  return (
    <li className="relative flex items-center gap-3 py-3 last:pb-0">
      <span aria-hidden className={classList('size-3 shrink-0 rounded-pill', dot)} />
      <span className="grid min-w-0 grow gap-0.5">
        {standing === 'givenUp' ? (
          <span className="font-semibold">{examNames[blueprint]}</span>
        ) : (
          <Link
            to={isCompleted ? paths.practiceExamResults(id) : paths.practiceExam(id)}
            className="font-semibold underline-offset-4 after:absolute after:inset-0 hover:underline"
          >
            {examNames[blueprint]}
          </Link>
        )}
        <span className="text-sm text-muted tabular-nums">
          {dayOf(startedAt)} · {countOf(questionsAnswered, 'question')} answered
        </span>
      </span>
      <span className="grid shrink-0 justify-items-end text-sm">
        <span className={classList('font-semibold', ink)}>{words}</span>
        {isCompleted && score !== null && <span className="text-muted tabular-nums">Score {score}</span>}
      </span>
    </li>
  )
}
