import { Outlet } from 'react-router-dom'
import { useSession } from '../api/session.ts'
import { BrandMark } from '../page/brand-mark.tsx'
import { OfflineBanner } from '../page/offline-banner.tsx'
import { PublicFooter } from '../page/public-footer.tsx'
import { SignedInLayout } from './signed-in-layout.tsx'

export function OpenLayout() {
  const { state } = useSession()
  return state === 'loading' || state === 'signedIn' ? <SignedInLayout /> : <VisitorLayout />
}

const VisitorLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <OfflineBanner />
    <header className="border-b border-hairline bg-surface">
      <div className="mx-auto flex min-h-16 w-full max-w-6xl items-center px-4 sm:px-6">
        {/* A full page load: the landing page for visitors is not part of the app. */}
        <a href="/" className="flex rounded-control">
          <BrandMark />
        </a>
      </div>
    </header>
    <main className="mx-auto w-full max-w-6xl flex-1 px-4 py-6 outline-none sm:px-6 sm:py-8 print:max-w-none print:p-0">
      <Outlet />
    </main>
    <PublicFooter />
  </div>
)
