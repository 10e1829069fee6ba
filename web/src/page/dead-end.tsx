import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from '../ui/button.tsx'
import { Card, IconDisc } from '../ui/card.tsx'
import { PageTitle } from './page-head.tsx'

interface DeadEndProps {
  title: string
  icon: LucideIcon
  children: ReactNode
  to: string
  label?: string
}

export const DeadEnd = ({ title, icon: Icon, children, to, label = 'Back to Dashboard' }: DeadEndProps) => (
  <Card className="mx-auto grid max-w-md justify-items-center gap-4 text-center">
    <PageTitle>{title}</PageTitle>
    <IconDisc icon={Icon} />
    <h1 className="text-2xl font-semibold">{title}</h1>
    <p className="text-muted">{children}</p>
    <LinkButton to={to} label={label} />
  </Card>
)
