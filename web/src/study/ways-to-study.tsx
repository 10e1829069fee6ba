import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'

export interface WayToStudy {
  title: string
  text: string
  to: string
  icon: LucideIcon
}

/** Ways to study, as links. */
export const WaysToStudy = ({ ways }: { ways: readonly WayToStudy[] }) => (
  <ul className="grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(16rem,1fr))]">
    {ways.map(({ title, text, to, icon: Icon }) => (
      <li key={to}>
        <Link
          to={to}
          className="flex h-full min-h-16 items-center gap-3 rounded-control border border-hairline px-4 py-3 transition-colors hover:border-control hover:bg-sunken"
        >
          <Icon aria-hidden className="size-5 shrink-0 text-brand" />
          <span className="grid flex-1">
            <span className="font-semibold">{title}</span>
            <span className="text-sm text-muted">{text}</span>
          </span>
          <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
        </Link>
      </li>
    ))}
  </ul>
)
