import { hasRight, type Right } from '@medicready/domain/accounts/shown/rights'
import type { QueryClient } from '@tanstack/react-query'
import { KeyRound, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { sessionQuery, type User, useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { DeadEnd } from './dead-end.tsx'

const words: Record<Right, { title: string; text: string }> = {
  reviewQuestions: { title: 'Educator Access Required', text: 'This page is for educators and administrators.' },
  giveTutoring: { title: 'Tutor Access Required', text: 'This page is for tutors.' },
  analyzeData: { title: 'Analyst Access Required', text: 'This page is for analysts and administrators.' },
  runBusiness: { title: 'Admin Access Required', text: 'This page is for administrators.' },
}

/** The services check rights themselves; this explains it before anything is requested. */
export function RightRequired({ right, children }: { right: Right; children: ReactNode }) {
  const user = useUser()
  if (!hasRight(user.role, right))
    return (
      <DeadEnd title={words[right].title} icon={ShieldAlert} to={paths.dashboard()}>
        {words[right].text}
      </DeadEnd>
    )
  if (mayAct(user, right)) return children
  return (
    <DeadEnd title="Second Factor Required" icon={KeyRound} to={paths.security()} label="Add a second factor">
      This page requires a second factor.
    </DeadEnd>
  )
}

const mayAct = (user: User, right: Right): boolean => hasRight(user.role, right) && !user.secondFactorRequired

export async function mayRead(queries: QueryClient, right: Right): Promise<boolean> {
  const user = await queries.ensureQueryData(sessionQuery)
  return user !== null && mayAct(user, right)
}
