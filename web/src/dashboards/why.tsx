import { CircleQuestionMark } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { classList } from '../ui/class-list.ts'
import { lazyPart, Part } from '../ui/part.tsx'
import { useTooltip } from '../ui/tooltip.tsx'
import { useAsOf } from './address.ts'
import { type Facts, partsOf } from './why-part.ts'

const WhyDialog = lazyPart(async () => ({ default: (await import('./why-dialog.tsx')).WhyDialog }))
const QUESTION = 'Why this number?'

interface WhyProps {
  term: string
  facts: Facts
  /** Needed unless the number is simply the sum of its parts: "MRR divided by subscribers." */
  how?: string | undefined
}

function useWhy({ term, facts, how }: WhyProps) {
  const asOf = useAsOf()
  const [isOpen, setOpen] = useState(false)
  const dialog = isOpen && (
    <Part fallback={null}>
      <WhyDialog term={term} how={how} parts={partsOf(facts).map((part) => ({ ...asOf, ...part }))} onClose={() => setOpen(false)} />
    </Part>
  )
  return { dialog, open: () => setOpen(true) }
}

interface FigureProps {
  term: string
  value: ReactNode
  note?: ReactNode
}

export function WhyFigure({ note, value, ...why }: WhyProps & FigureProps) {
  const { term } = why
  const { dialog, open } = useWhy(why)
  return (
    <div className="grid content-start gap-0.5">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="flex items-center gap-1 text-xl font-semibold tabular-nums sm:text-2xl">
        {value}
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

export function WhyNumbers(why: WhyProps) {
  const { dialog, open } = useWhy(why)
  return (
    <>
      <button
        type="button"
        {...useTooltip('Why these numbers?')}
        aria-label={`Why these numbers? ${why.term}`}
        onClick={open}
        className="grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink print:hidden"
      >
        <CircleQuestionMark aria-hidden className="size-4" />
      </button>
      {dialog}
    </>
  )
}

export const Figures = ({ className, children }: { className?: string; children: ReactNode }) => (
  <dl className={classList('grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-4', className)}>{children}</dl>
)

export const PlainFigure = ({ term, value, note }: FigureProps) => (
  <div className="grid content-start gap-0.5">
    <dt className="text-sm text-muted">{term}</dt>
    <dd className="min-h-7 text-xl font-semibold tabular-nums sm:text-2xl">{value}</dd>
    {note && <dd className="text-xs text-muted tabular-nums">{note}</dd>}
  </div>
)

export function WhyNumber({ children, ...why }: WhyProps & { children: string }) {
  const { dialog, open } = useWhy(why)
  return (
    <>
      <button
        type="button"
        {...useTooltip(QUESTION)}
        aria-label={`${children}, ${why.term}. ${QUESTION}`}
        onClick={open}
        className="min-h-6 rounded-control underline decoration-control decoration-dotted underline-offset-4 hover:text-brand"
      >
        {children}
      </button>
      {dialog}
    </>
  )
}
