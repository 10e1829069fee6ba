import type { ReactNode } from 'react'
import { classList } from './class-list.ts'

const tones = {
  neutral: 'bg-sunken text-ink',
  brand: 'bg-brand-soft text-brand',
  ok: 'bg-ok-soft text-ok',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
}

interface BadgeProps {
  tone?: keyof typeof tones
  children: ReactNode
  className?: string
}

export const Badge = ({ tone = 'neutral', children, className }: BadgeProps) => (
  <span className={classList('inline-flex items-center gap-1 rounded-pill px-2.5 py-0.5 text-xs font-semibold', tones[tone], className)}>
    {children}
  </span>
)
