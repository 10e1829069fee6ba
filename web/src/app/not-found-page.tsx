import { Link, useLocation } from 'react-router-dom'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { everyScreen } from '../screens.ts'
import { LinkButton, TextLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

const addresses = everyScreen.flatMap(({ at }) => at).filter((address) => !address.includes(':') && !address.startsWith('/admin'))

const waysOn = [
  { to: paths.studyMode(), words: 'Study Mode' },
  { to: paths.analytics(), words: 'Analytics' },
  { to: paths.practiceExams(), words: 'Practice Exams' },
  { to: paths.subscription(), words: 'Subscription' },
  { to: paths.settings(), words: 'Settings' },
]

export default function NotFoundPage() {
  const { pathname } = useLocation()
  const meant = nearestAddress(pathname, addresses)
  return (
    <Card className="mx-auto grid max-w-md justify-items-start gap-4">
      <PageTitle>Page Not Found</PageTitle>
      <h1 className="text-2xl font-semibold">404 Page Not Found</h1>
      <p className="text-muted">
        There is no page at <code className="rounded-control bg-sunken px-1.5 py-0.5 text-sm break-all">{pathname}</code>. It may have
        moved, or the address may have a typo.
      </p>
      {meant && (
        <p>
          Did you mean <TextLink to={meant}>{meant}</TextLink>?
        </p>
      )}
      <LinkButton to={paths.home()} label="Back to Dashboard" />
      <ul aria-label="Other pages" className="flex flex-wrap gap-x-4 gap-y-1">
        {waysOn.map(({ to, words }) => (
          <li key={to}>
            <Link to={to} className="inline-flex min-h-8 items-center font-medium text-brand underline underline-offset-4">
              {words}
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** With more typing errors than this, another address was meant. */
const MOST_FAULTS = 3

export function nearestAddress(path: string, addresses: readonly string[]): string | null {
  const given = path.toLowerCase().replace(/\/+$/, '')
  const near = addresses
    .map((address) => ({ address, faults: faultsBetween(given, address) }))
    .filter(({ address, faults }) => faults <= Math.min(MOST_FAULTS, Math.floor((address.length - 1) / 2)))
    .toSorted((one, other) => one.faults - other.faults)
  return near[0]?.address ?? null
}

/** Levenshtein distance. */
function faultsBetween(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [index, wanted] of [...other].entries())
      next.push(Math.min((row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1, (row[index] ?? 0) + (letter === wanted ? 0 : 1)))
    row = next
  }
  return row.at(-1) ?? 0
}
