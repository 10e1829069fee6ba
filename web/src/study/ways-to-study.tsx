import { ChevronRight, LoaderCircle, Lock, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { classList } from '../ui/class-list.ts'

interface WayShown {
  title: string
  text: string
  note?: string
  icon: LucideIcon
}

export interface WayToStudy extends WayShown {
  to: string
  locked?: boolean
}

interface WayToBegin extends WayShown {
  onPress: () => void
  busy: boolean
}

export const WaysToStudy = ({ ways }: { ways: readonly (WayToStudy | WayToBegin)[] }) => (
  <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]">
    {ways.map((way) => (
      <li key={way.title}>
        {'to' in way ? (
          <Link to={way.to} className={look}>
            <Way {...way} sign={way.locked ? Lock : ChevronRight} />
          </Link>
        ) : (
          <button
            type="button"
            aria-disabled={way.busy || undefined}
            aria-busy={way.busy || undefined}
            onClick={way.busy ? undefined : way.onPress}
            className={classList(look, 'w-full text-left')}
          >
            <Way {...way} text={way.busy ? 'LOADING...' : way.text} sign={way.busy ? Spinner : ChevronRight} />
          </button>
        )}
      </li>
    ))}
  </ul>
)

const look =
  'flex h-full min-h-16 items-center gap-3 rounded-control border border-hairline px-4 py-3 transition-colors hover:border-control hover:bg-sunken'

const Spinner = () => <LoaderCircle aria-hidden className="size-4 shrink-0 animate-spin text-muted" />

const Way = ({ title, text, note, icon: Icon, sign: Sign }: WayShown & { sign: LucideIcon | typeof Spinner }) => (
  <>
    <Icon aria-hidden className="size-5 shrink-0 text-brand" />
    <span className="grid flex-1">
      <span className="font-semibold">{title}</span>
      <span className="text-sm text-muted">{text}</span>
      {note && <span className="text-sm font-medium tabular-nums">{note}</span>}
    </span>
    <Sign aria-hidden className="size-4 shrink-0 text-muted" />
  </>
)
