import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUser } from '../api/session.ts'
import { DeadEnd } from '../app/dead-end.tsx'
import { paths } from '../paths.ts'

/** Screens of administrators. The services refuse everybody else anyway; this says so before anything is asked. */
export const AdminOnly = ({ children }: { children: ReactNode }) =>
  useUser().role === 'admin' ? (
    children
  ) : (
    <DeadEnd title="Admin Access Required" icon={ShieldAlert} to={paths.dashboard()}>
      This page is for administrators.
    </DeadEnd>
  )
