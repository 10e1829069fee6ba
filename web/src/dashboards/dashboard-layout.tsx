import { hasRight } from '@medicready/domain/accounts/shown/rights'
import { CalendarClock, Mail, ScrollText, UserCog } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { Link, Outlet, useLocation, useSearchParams } from 'react-router-dom'
import { useUser } from '../api/session.ts'
import { RightRequired } from '../page/right-required.tsx'
import { paths } from '../paths.ts'
import { linksIn } from '../screens.ts'
import { Button } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { fieldFrame } from '../ui/field.tsx'
import { calendarDayInWords } from '../ui/words.ts'
import { type AsOf, asOfIn, FIRST_DAY, useAsOf, utcToday, withAsOf } from './address.ts'

function AsOfControl() {
  const id = useId()
  const [search, setSearch] = useSearchParams()
  const { asOf } = asOfIn(search)
  const show = (day: string | null) => {
    const changed = new URLSearchParams(search)
    if (day === null || day === utcToday()) changed.delete('asOf')
    else changed.set('asOf', day)
    setSearch(changed, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="flex items-center gap-1.5 text-sm text-muted">
        <CalendarClock aria-hidden className="size-4" />
        As of
      </label>
      <input
        // Keeps partial input until it is a day.
        key={asOf ?? 'today'}
        id={id}
        type="date"
        aria-describedby={`${id}-hint`}
        min={FIRST_DAY}
        max={utcToday()}
        defaultValue={asOf ?? utcToday()}
        className={classList(fieldFrame, 'min-h-9 w-auto! text-sm! tabular-nums')}
        onChange={({ target }) => {
          if (target.value !== '' && target.validity.valid) show(target.value)
        }}
      />
      <span id={`${id}-hint`} className="text-xs text-muted">
        UTC days
      </span>
      {asOf !== undefined && <Button variant="link" size="sm" className="-mx-2" onClick={() => show(null)} label="Back to today" />}
    </div>
  )
}

function AsOfNotice() {
  const [search] = useSearchParams()
  const { asOf } = asOfIn(search)
  return (
    <p role="status" className={classList('text-sm', asOf !== undefined && 'rounded-control bg-warn-soft px-3 py-2 text-warn')}>
      {asOf !== undefined && `Shown as it stood at the end of ${calendarDayInWords(asOf)} (UTC).`}
    </p>
  )
}

const dashboardTabs = linksIn('tab')

/** Null for the audit. */
function tabAt(pathname: string): (typeof dashboardTabs)[number] | null {
  const address = pathname === paths.admin() ? paths.adminStudents() : pathname
  return dashboardTabs.find(({ to }) => address === to || address.startsWith(`${to}/`)) ?? null
}

export function DashboardLayout() {
  const { pathname } = useLocation()
  const runsBusiness = hasRight(useUser().role, 'runBusiness')
  if (!runsBusiness && pathname.startsWith(paths.adminReviewRequests())) return <ReviewsAlone />
  return (
    <RightRequired right="runBusiness">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <DashboardHead />
        <AsOfNotice />
        <Outlet />
      </div>
    </RightRequired>
  )
}

const ReviewsAlone = () => (
  <RightRequired right="reviewQuestions">
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <div className="ml-auto">
        <AsOfControl />
      </div>
      <AsOfNotice />
      <Outlet />
    </div>
  </RightRequired>
)

const linkLook = 'inline-flex min-h-9 items-center gap-1.5 text-brand underline-offset-4 hover:underline'

const DashboardHead = () => {
  const asOf = useAsOf()
  return (
    <header className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="mr-auto font-semibold">Admin Business Dashboard</p>
        <span className="flex gap-4 text-sm">
          <Link to={paths.adminContactRequests()} className={linkLook}>
            <Mail aria-hidden className="size-4" />
            Messages
          </Link>
          <Link to={withAsOf(paths.adminAudit(), asOf)} className={linkLook}>
            <ScrollText aria-hidden className="size-4" />
            Audit
          </Link>
          <Link to={paths.adminRoles()} className={linkLook}>
            <UserCog aria-hidden className="size-4" />
            Roles
          </Link>
        </span>
        <AsOfControl />
      </div>
      <DashboardTabs asOf={asOf} />
    </header>
  )
}

/** Links instead of ARIA tabs: each screen has its own address, and navigation moves the focus to its heading. */
function DashboardTabs({ asOf }: { asOf: AsOf }) {
  const { pathname } = useLocation()
  const here = tabAt(pathname)
  const current = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (here) current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [here])
  return (
    <nav aria-label="Dashboard" className="relative w-0 min-w-full overflow-x-auto border-b border-hairline print:hidden">
      <ul className="flex">
        {dashboardTabs.map((tab) => (
          <li key={tab.to}>
            <Link
              ref={tab === here ? current : null}
              to={withAsOf(tab.to, asOf)}
              aria-current={tab === here ? 'page' : undefined}
              className={classList(
                'flex min-h-11 items-center border-b-2 px-3 text-sm font-medium whitespace-nowrap -outline-offset-2 transition-colors',
                tab === here ? 'border-brand text-brand' : 'border-transparent text-muted hover:border-control hover:text-ink',
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
