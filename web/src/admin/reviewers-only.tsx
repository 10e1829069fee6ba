import { hasRight } from '@medicready/domain/accounts/rights'
import type { QueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { sessionQuery, useUser } from '../api/session.ts'
import { DeadEnd } from '../app/dead-end.tsx'
import { paths } from '../paths.ts'

/**
 * Screens of those who review questions. The services refuse everybody else anyway; this says so before anything is
 * asked.
 */
export const ReviewersOnly = ({ children }: { children: ReactNode }) =>
  hasRight(useUser().role, 'reviewQuestions') ? (
    children
  ) : (
    <DeadEnd title="Educator Access Required" icon={ShieldAlert} to={paths.dashboard()}>
      This page is for educators and administrators.
    </DeadEnd>
  )

/** Whether the reads of such a screen may be started. */
export async function isReviewer(queries: QueryClient): Promise<boolean> {
  const user = await queries.ensureQueryData(sessionQuery)
  return user !== null && hasRight(user.role, 'reviewQuestions')
}
