import { PRODUCT_NAME } from '@medicready/domain/product'
import type { ReactNode } from 'react'
import { Outlet } from 'react-router-dom'
import { useSession } from '../api/session.ts'
import { OfflineBanner } from '../page/offline-banner.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { CenteredSpinner } from '../ui/skeleton.tsx'
import { FailedScreen } from './failed-page.tsx'
import { NavBar, OwnPlace } from './nav-bar.tsx'

const Notices = lazyPart(() => import('./notices.tsx'))
// Few see it: it is loaded on demand.
const DeletionBanner = lazyPart(() => import('./deletion-banner.tsx'))
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
          <title>{PRODUCT_NAME}</title>
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

interface SignedInFrameProps {
  whose: ReactNode
  notes?: ReactNode
  children: ReactNode
}

const SignedInFrame = ({ whose, notes, children }: SignedInFrameProps) => (
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
