import { sessionQuestions } from '@medicready/domain/study/shown/modes'
import type { QueryClient } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { newUuid } from '../api/new-uuid.ts'
import { sessionQuery } from '../api/session.ts'
import { paths } from '../paths.ts'
import { chooseMode } from './beginning.ts'

export const ExamPage = () => <Navigate to={paths.practiceExams()} replace />

export const TutorPage = () => <Navigate to={paths.studyMode({ mode: 'tutor' })} replace />

export const PracticePage = () => <Navigate to={paths.studySession()} replace />

/** Chooses Practice Mode before the session page reads the choice. */
export async function choosePractice(queries: QueryClient): Promise<void> {
  const user = await queries.ensureQueryData(sessionQuery)
  if (user) chooseMode({ mode: 'practice', count: sessionQuestions(user.subscriptionTier), quiz: null }, newUuid())
}
