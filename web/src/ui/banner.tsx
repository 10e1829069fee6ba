import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classList } from './class-list.ts'

const tones: Record<'brand' | 'warn' | 'bad', { look: string; icon: LucideIcon }> = {
  brand: { look: 'bg-brand-soft text-brand', icon: Info },
  warn: { look: 'bg-warn-soft text-warn', icon: TriangleAlert },
  bad: { look: 'bg-bad-soft text-bad', icon: CircleAlert },
}

interface BannerProps {
  tone?: keyof typeof tones
  title: string
  children?: ReactNode
  action?: ReactNode
}

export function Banner({ tone = 'brand', title, children, action }: BannerProps) {
  const { look, icon: Icon } = tones[tone]
  return (
    <div className={classList('flex flex-wrap items-center gap-x-4 gap-y-3 rounded-card px-4 py-3', look)}>
      <div className="flex min-w-0 grow basis-56 gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
        <p className="text-sm">
          <strong className="font-semibold">{title}</strong> {children && <span className="text-ink">{children}</span>}
        </p>
      </div>
      {action}
    </div>
  )
}
