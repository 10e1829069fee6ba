import type { StudySession as Session } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/modes'
import { useSuspenseQuery } from '@tanstack/react-query'
import { CircleStop } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { useRecordAnswer } from './commands.ts'
import { CompleteSession } from './complete-session.tsx'
import { Leave } from './leave.tsx'
import { ScoreList } from './score-list.tsx'
import { deadlinesOf } from './session-clock.ts'
import { studySessionQuery } from './session-queries.ts'
import { SessionScore } from './session-score.tsx'
import { StudySession } from './study-session.tsx'

const EndSessionDialog = lazy(() => import('./end-session-dialog.tsx'))

/** A session that was begun, here or on another device: it goes on where it stands, or shows what it came to. */
export function DrawnSession({ id }: { id: string }) {
  const { data: read } = useSuspenseQuery(studySessionQuery(id))
  if (!read) {
    const notice = { title: 'Error', description: 'This study session is not there any more.', variant: 'destructive' } as const
    return <Leave to={paths.studyMode()} notice={notice} />
  }
  return (
    <>
      <PageTitle>{studyModeRules[read.session.mode].name}</PageTitle>
      {read.session.completedAt === null ? <OpenSession {...read} /> : <CompletedSession session={read.session} />}
    </>
  )
}

function OpenSession({ session, skew }: { session: Session; skew: number }) {
  const { id, mode, questions } = session
  const [asksToEnd, setAsksToEnd] = useState(false)
  const [isEnded, setEnded] = useState(false)
  const recordAnswer = useRecordAnswer(mode)
  if (isEnded) return <CompleteSession id={id} />
  return (
    <>
      <StudySession
        mode={mode}
        questions={questions}
        deadlineOf={deadlinesOf(session, skew)}
        studySessionId={id}
        send={recordAnswer}
        endButton={
          <IconButton label="End session" onClick={() => setAsksToEnd(true)}>
            <CircleStop aria-hidden className="size-5" />
          </IconButton>
        }
        end={() => <CompleteSession id={id} />}
      />
      <Suspense>
        {asksToEnd && (
          <EndSessionDialog
            unanswered={questions.filter(({ isAnswered }) => !isAnswered).length}
            onClose={() => setAsksToEnd(false)}
            onEnd={() => setEnded(true)}
          />
        )}
      </Suspense>
    </>
  )
}

function CompletedSession({ session: { mode, questions, score } }: { session: Session }) {
  const shown = questions.flatMap(({ question, result, isAnswered }) => (question ? [{ question, result, isAnswered }] : []))
  return (
    <SessionScore
      score={score && { total: questions.length, ...score }}
      // Of a timed exam all is told once it has ended.
      answers={<ScoreList questions={shown} showsPearls={mode !== 'practice'} />}
      wayOn={
        <LinkButton to={paths.studyMode()} size="lg" variant="secondary">
          Study Mode
        </LinkButton>
      }
    />
  )
}
