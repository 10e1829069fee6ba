import { tiers } from '@medicready/domain/billing/shown/tiers'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { BookOpen, ChartNoAxesCombined, LayoutDashboard, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { type User, useSession } from '../api/session.ts'
import { BrandMark } from '../page/brand-mark.tsx'
import { OfflineBanner } from '../page/offline-banner.tsx'
import { DocumentTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { type InMenu, linksIn } from '../screens.ts'
import { Badge } from '../ui/badge.tsx'
import { classList } from '../ui/class-list.ts'
import { lazyPart, Part } from '../ui/part.tsx'
import { CenteredSpinner } from '../ui/skeleton.tsx'
import { FailedScreen } from './failed-page.tsx'
import { UserMenuFace } from './user-menu-face.tsx'

const Notices = lazyPart(() => import('./notices.tsx'))
const DeletionBanner = lazyPart(async () => ({ default: (await import('./account-notices.tsx')).DeletionBanner }))
const WaitingAnswers = lazyPart(() => import('./waiting-answers.tsx'))
const AccountNotices = lazyPart(() => import('./account-notices.tsx'))
const LandingPage = lazyPart(async () => ({ default: (await import('../landing/landing-in-app.tsx')).LandingInApp }))

export function SignedInLayout() {
  const session = useSession()
  switch (session.state) {
    case 'loading':
      return (
        <main>
          <CenteredSpinner />
        </main>
      )
    case 'unknown':
      return (
        <>
          <OfflineBanner />
          <main className="px-4">
            <FailedScreen error={session.error} retry={session.retry} />
          </main>
        </>
      )
    case 'signedOut':
      return (
        <Part fallback={<CenteredSpinner />}>
          <DocumentTitle>{PRODUCT_NAME}</DocumentTitle>
          <LandingPage />
        </Part>
      )
    case 'signedIn':
      return (
        <SignedInFrame
          whose={<OwnPlace user={session.user} />}
          notes={
            <Part fallback={null}>
              {session.user.eraseAt !== null && <DeletionBanner eraseAt={session.user.eraseAt} />}
              <WaitingAnswers />
              <AccountNotices />
            </Part>
          }
        >
          <Outlet />
        </SignedInFrame>
      )
  }
}

const SignedInFrame = ({ whose, notes, children }: { whose: ReactNode; notes?: ReactNode; children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 print:hidden rounded-control bg-ink px-4 py-3 text-sm font-semibold text-bg focus-visible:translate-y-0"
    >
      Skip to the content
    </a>
    <OfflineBanner />
    <NavBar>{whose}</NavBar>
    {notes}
    <main
      id="main"
      tabIndex={-1}
      className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8 print:max-w-none print:p-0"
    >
      {children}
    </main>
    <Part fallback={null}>
      <Notices />
    </Part>
  </div>
)

/** Not needed for the first paint of a screen. */
const UserMenu = lazyPart(async () => ({ default: (await import('./user-menu.tsx')).UserMenu }))

const looks: Record<InMenu<'main'>, { icon: LucideIcon; at: string[] }> = {
  home: { icon: LayoutDashboard, at: [paths.home(), paths.dashboard()] },
  studyMode: { icon: BookOpen, at: [paths.studyMode(), paths.studySession()] },
  analytics: { icon: ChartNoAxesCombined, at: [paths.analytics()] },
}

const tierTones = { free: 'neutral', basic: 'brand', premium: 'warn' } as const

function NavBar({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <header className="sticky top-0 z-30 border-b border-hairline bg-surface in-[:fullscreen]:hidden print:hidden">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center gap-2 px-4 sm:gap-4 sm:px-6">
        <Link to={paths.home()} className="flex rounded-control max-sm:sr-only [&_span>span]:max-md:sr-only">
          <BrandMark />
        </Link>
        <nav aria-label="Main" className="flex min-w-0 flex-1">
          <ul className="flex gap-1">
            {linksIn('main').map(({ name, to, label }) => {
              const { icon: Icon, at } = looks[name]
              const here = at.includes(pathname)
              return (
                <li key={to}>
                  <Link
                    to={to}
                    aria-current={here ? 'page' : undefined}
                    className={classList(
                      'flex min-h-11 items-center justify-center rounded-control text-xs font-medium transition-colors max-md:flex-col max-md:gap-0.5 max-md:px-1.5 md:gap-2 md:px-3 md:text-sm',
                      here ? 'bg-brand-soft text-brand' : 'text-muted hover:bg-sunken hover:text-ink',
                    )}
                  >
                    <Icon aria-hidden className="size-4" />
                    {label}
                  </Link>
                </li>
              )
            })}
          </ul>
        </nav>
        {children}
      </div>
    </header>
  )
}

const OwnPlace = ({ user }: { user: User }) => (
  <>
    <Badge tone={tierTones[user.subscriptionTier]} className="tracking-wide max-[26rem]:sr-only">
      {tiers[user.subscriptionTier].label.toUpperCase()}
    </Badge>
    <Part fallback={<UserMenuFace user={user} />}>
      <UserMenu user={user} />
    </Part>
  </>
)
