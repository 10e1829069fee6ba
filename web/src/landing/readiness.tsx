import { Gauge } from 'lucide-react'
import { buttonClasses } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { column } from './layout.tsx'

/** Leads to the public page on how true our predictions have come. */
export const Readiness = () => (
  <section aria-labelledby="readiness" className={classList(column, 'pb-4')}>
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5 rounded-card border border-hairline bg-surface p-6 sm:p-8">
      <span className="grid size-12 shrink-0 place-items-center rounded-card bg-brand-soft text-brand">
        <Gauge aria-hidden className="size-6" />
      </span>
      <div className="grid min-w-56 flex-1 gap-1">
        <h2 id="readiness" className="text-xl font-semibold">
          Your chance to pass, and how often we were right
        </h2>
        <p className="text-muted">
          Every estimate comes with its likely range. We publish how it is computed, and what became of all the predictions before yours.
        </p>
      </div>
      <a href="/readiness" className={buttonClasses({ variant: 'secondary' })}>
        See our track record
      </a>
    </div>
  </section>
)
