import { CircleQuestionMark } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { classList } from '../../ui/class-list.ts'
import { useTooltip } from '../../ui/tooltip.tsx'
import { useAsOf } from './as-of.ts'
import type { Why } from './why-part.ts'

const WhyDialog = lazy(async () => ({ default: (await import('./why-dialog.tsx')).WhyDialog }))
const QUESTION = 'Why this number?'

function useWhy(term: string, why: Why) {
  const asOf = useAsOf()
  const [isOpen, setOpen] = useState(false)
  const parts = why.parts.map((part) => ({ ...asOf, ...part }))
  const dialog = isOpen && (
    <Suspense fallback={null}>
      <WhyDialog term={term} how={why.how} parts={parts} onClose={() => setOpen(false)} />
    </Suspense>
  )
  return { dialog, open: () => setOpen(true) }
}

interface WhyFigureProps {
  term: string
  why: Why
  /** One line below, such as what it was before. */
  note?: ReactNode
  /** The number. */
  children: ReactNode
}

/** A number that matters, and the way to the facts behind it; stands in `Figures`. */
export function WhyFigure({ term, why, note, children }: WhyFigureProps) {
  const { dialog, open } = useWhy(term, why)
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="flex items-center gap-1 text-xl font-semibold tabular-nums sm:text-2xl">
        {children}
        <button
          type="button"
          {...useTooltip(QUESTION)}
          aria-label={`${QUESTION} ${term}`}
          onClick={open}
          className="grid size-7 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink print:hidden"
        >
          <CircleQuestionMark aria-hidden className="size-4" />
        </button>
      </dd>
      {note && <dd className="text-xs text-muted tabular-nums">{note}</dd>}
      {dialog}
    </div>
  )
}

/** The way to the facts behind the numbers of a chart, beside its heading. */
export function WhyNumbers({ term, why }: { term: string; why: Why }) {
  const { dialog, open } = useWhy(term, why)
  return (
    <>
      <button
        type="button"
        {...useTooltip('Why these numbers?')}
        aria-label={`Why these numbers? ${term}`}
        onClick={open}
        className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink print:hidden"
      >
        <CircleQuestionMark aria-hidden className="size-4" />
      </button>
      {dialog}
    </>
  )
}

/** Numbers side by side, without boxes: `<Figures><WhyFigure …/></Figures>`. */
export const Figures = ({ className, children }: { className?: string; children: ReactNode }) => (
  <dl className={classList('grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4', className)}>{children}</dl>
)

/** A number without facts of its own to list; stands in `Figures`. */
export const PlainFigure = ({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="min-h-7 text-xl font-semibold tabular-nums sm:text-2xl">{children}</dd>
    {note && <dd className="text-xs text-muted tabular-nums">{note}</dd>}
  </div>
)

/** A number in a table or a sentence; pressed, it shows the facts behind it. `term` names it: "Revenue, Mar 2026". */
export function WhyNumber({ term, why, children }: { term: string; why: Why; children: string }) {
  const { dialog, open } = useWhy(term, why)
  return (
    <>
      <button
        type="button"
        {...useTooltip(QUESTION)}
        aria-label={`${children}, ${term}. ${QUESTION}`}
        onClick={open}
        className="min-h-6 rounded-control underline decoration-control decoration-dotted underline-offset-4 hover:text-brand"
      >
        {children}
      </button>
      {dialog}
    </>
  )
}
