import type { ReactNode } from 'react'
import { classList } from '../ui/class-list.ts'

export const column = 'mx-auto w-full max-w-6xl px-4 sm:px-6'

interface SectionProps {
  id: string
  title: string
  introduction?: ReactNode
  raised?: boolean
  children: ReactNode
}

export const Section = ({ id, title, introduction, raised = false, children }: SectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className={classList(raised && 'border-y border-hairline bg-surface')}>
    <div className={classList(column, 'py-16 sm:py-20')}>
      <div className="mx-auto mb-10 grid max-w-2xl gap-3 text-center">
        <h2 id={`${id}-title`} className="text-2xl font-bold tracking-tight text-balance sm:text-3xl">
          {title}
        </h2>
        {introduction && <p className="text-balance text-muted">{introduction}</p>}
      </div>
      {children}
    </div>
  </section>
)
