import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AnswerList } from '../answering/answer-list.tsx'
import { useUser } from '../api/session.ts'
import { todayOf } from '../api/today.ts'
import { paths } from '../paths.ts'
import { useRecordAnswer } from './commands.ts'
import { Leave } from './leave.tsx'
import { dailyQuestionsQuery } from './queries.ts'
import type { ScoredQuestion } from './score-list.tsx'
import { ofToday, sessionQuestions } from './session-questions.ts'
import { type Score, SessionScore } from './session-score.tsx'
import { StudySession } from './study-session.tsx'

/** Those that are withheld count as not right until they are told. */
const scoreOf = (questions: readonly ScoredQuestion[]): Score => ({
  total: questions.length,
  answered: questions.length,
  scored: questions.length,
  correct: questions.filter(({ result }) => result?.isCorrect).length,
})

/** Today's questions, one after the other. */
export function DailySession() {
  const user = useUser()
  // A session that runs over midnight stays with the questions that it began with, although each answer fetches those
  // of the day.
  const [today] = useState(() => todayOf(user))
  const { data: fetched } = useSuspenseQuery(dailyQuestionsQuery(today))
  const [begunWith, setBegunWith] = useState<readonly DailyQuestion[]>(fetched)
  const recordAnswer = useRecordAnswer('daily')
  const dailyQuestions = sessionQuestions(begunWith, fetched)
  if (dailyQuestions !== begunWith) setBegunWith(dailyQuestions)
  if (dailyQuestions.length === 0) return <Leave to={paths.home()} notice={{ title: 'No Questions Available' }} />
  return (
    <StudySession
      mode="daily"
      questions={dailyQuestions.map(ofToday)}
      studySessionId={null}
      send={recordAnswer}
      end={(questions) => <SessionScore score={scoreOf(questions)} answers={<AnswerList questions={questions} />} />}
    />
  )
}
