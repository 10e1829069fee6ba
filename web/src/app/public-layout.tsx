import { Outlet } from 'react-router-dom'
import { BrandMark } from '../page/brand-mark.tsx'
import { OfflineBanner } from '../page/offline-banner.tsx'
import { paths } from '../paths.ts'

export const PublicLayout = () => (
  <div className="flex min-h-dvh flex-col">
    <OfflineBanner />
    <header className="px-4 py-4 sm:px-6">
      {/* A full page load: the landing page for visitors is not part of the app. */}
      <a href={paths.home()} className="inline-block rounded-control">
        <BrandMark />
      </a>
    </header>
    <main className="grid flex-1 place-items-center px-4 pb-16 outline-none">
      <Outlet />
    </main>
  </div>
)
