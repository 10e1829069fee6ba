import { hasRight } from '@medicready/domain/accounts/rights'
import type { QueryClient } from '@tanstack/react-query'
import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { sessionQuery, useUser } from '../api/session.ts'
import { DeadEnd } from '../app/dead-end.tsx'
import { paths } from '../paths.ts'

/** Screens of those who run the business. The services refuse everybody else anyway; this says so before anything is asked. */
export const AdministratorsOnly = ({ children }: { children: ReactNode }) =>
  hasRight(useUser().role, 'runBusiness') ? (
    children
  ) : (
    <DeadEnd title="Admin Access Required" icon={ShieldAlert} to={paths.dashboard()}>
      This page is for administrators.
    </DeadEnd>
  )

/** Whether the reads of such a screen may be started. */
export async function isAdministrator(queries: QueryClient): Promise<boolean> {
  const user = await queries.ensureQueryData(sessionQuery)
  return user !== null && hasRight(user.role, 'runBusiness')
}
