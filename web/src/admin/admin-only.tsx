import { ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useUser } from '../api/session.ts'
import { paths } from '../app/paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { PageTitle } from '../ui/page-title.tsx'

/** Screens of administrators. The services refuse everybody else anyway; this says so before anything is asked. */
export const AdminOnly = ({ children }: { children: ReactNode }) =>
  useUser().role === 'admin' ? (
    children
  ) : (
    <Card className="mx-auto grid max-w-md justify-items-center gap-4 text-center">
      <PageTitle>Admin Access Required</PageTitle>
      <span className="grid size-12 place-items-center rounded-pill bg-sunken text-muted">
        <ShieldAlert aria-hidden className="size-6" />
      </span>
      <h1 className="text-2xl font-semibold">Admin Access Required</h1>
      <p className="text-muted">This page is for administrators.</p>
      <LinkButton to={paths.dashboard()}>Back to Dashboard</LinkButton>
    </Card>
  )
