import type { QueryClient } from '@tanstack/react-query'
import { lazy } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { freshSessionQuery, sessionQuery } from '../api/session.ts'
import { PageHead } from '../app/page-head.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { setTheme, useTheme } from '../ui/theme.ts'
import { AccountLinks } from './account-links.tsx'
import { agreementQuery } from './agreement-query.ts'
import { SettingsForm } from './settings-form.tsx'

const AgreementSection = lazy(() => import('./agreement-section.tsx'))

export const clientLoader = async (queries: QueryClient) => {
  await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(freshSessionQuery)
  void queries.prefetchQuery(agreementQuery)
}

/** How somebody wants the product to be. */
export default function SettingsPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Settings">How the app looks, how you study, and by which clock.</PageHead>
      <Appearance />
      <SettingsForm />
      <Loaded skeleton={<Skeleton className="h-28" />} failure="Your agreement could not be loaded.">
        <AgreementSection />
      </Loaded>
      <AccountLinks to={['profile', 'security']} />
    </div>
  )
}

/** Of this browser, and at once: nothing of it is sent. */
function Appearance() {
  const theme = useTheme()
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-semibold">Appearance</h2>
      <Switch
        label="Dark Mode"
        hint="Changes at once, on this device only."
        checked={theme === 'dark'}
        onChange={(dark) => setTheme(dark ? 'dark' : 'light')}
      />
    </Card>
  )
}
