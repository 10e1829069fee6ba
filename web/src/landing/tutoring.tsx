import { HOURLY_PRICE } from '@medicready/domain/tutoring/rules'
import { Presentation } from 'lucide-react'
import { buttonClasses } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { column } from './layout.tsx'

export const Tutoring = () => (
  <section aria-labelledby="tutoring" className={classList(column, 'pb-16 sm:pb-20')}>
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5 rounded-card border border-hairline bg-surface p-6 sm:p-8">
      <span className="grid size-12 shrink-0 place-items-center rounded-card bg-brand-soft text-brand">
        <Presentation aria-hidden className="size-6" />
      </span>
      <div className="grid min-w-56 flex-1 gap-1">
        <h2 id="tutoring" className="text-xl font-semibold">
          Stuck? Ask a paramedic.
        </h2>
        <p className="text-muted">
          One-to-one tutoring for ${HOURLY_PRICE / 100} an hour, online or in person, with a tutor who knows the field.
        </p>
      </div>
      <a href="/tutoring" className={buttonClasses({ variant: 'secondary' })}>
        See how tutoring works
      </a>
    </div>
  </section>
)
