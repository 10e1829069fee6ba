import { sessionQuestions } from '@medicready/domain/study/shown/modes'
import type { QueryClient } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { newUuid } from '../api/new-uuid.ts'
import { sessionQuery } from '../api/session.ts'
import { paths } from '../paths.ts'
import { chooseMode } from './beginning.ts'

/** Chooses Practice Mode before the session page reads the choice. */
export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  if (user) chooseMode({ mode: 'practice', count: sessionQuestions(user.subscriptionTier), quiz: null }, newUuid())
}

export default function PracticePage() {
  return <Navigate to={paths.studySession()} replace />
}
