import type { Agreement } from '@medicready/domain/contract/legal/policy-notices'
import { type QueryClient, queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { read } from '../api/read.ts'
import { freshSessionQuery, sessionQuery } from '../api/session.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Switch } from '../ui/switch.tsx'
import { setTheme, useTheme } from '../ui/theme.ts'
import { calendarDayInWords, dayOf } from '../ui/words.ts'
import { AccountLinks } from './account-links.tsx'
import { SettingsForm } from './settings-form.tsx'

export const agreementQuery = queryOptions({
  queryKey: ['accounts', 'agreement'],
  queryFn: (query) => read(query, 'GET /api/user/agreement'),
})

export const clientLoader = async (queries: QueryClient) => {
  await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(freshSessionQuery)
  void queries.prefetchQuery(agreementQuery)
}

export default function SettingsPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Settings">How the app looks, how you study, and your time zone.</PageHead>
      <Appearance />
      <SettingsForm />
      <Loaded skeleton={<Skeleton className="h-28" />} failure="Your agreement could not be loaded.">
        <AgreementSection />
      </Loaded>
      <AccountLinks to={['profile', 'security']} />
    </div>
  )
}

/** Kept in this browser and applied at once; nothing is sent. */
function Appearance() {
  const theme = useTheme()
  return (
    <Card className="grid gap-3">
      <h2 className="text-lg font-semibold">Appearance</h2>
      <Switch
        label="Dark Mode"
        hint="Applies at once, on this device only."
        checked={theme === 'dark'}
        onChange={(dark) => setTheme(dark ? 'dark' : 'light')}
      />
    </Card>
  )
}

/** The agreement at registration, with links to its versions. Older accounts have none. */
export function AgreementSection() {
  const { agreement } = useSuspenseQuery(agreementQuery).data
  if (!agreement) return null
  return (
    <Card className="grid gap-2" aria-labelledby="agreement">
      <h2 id="agreement" className="text-lg font-semibold">
        Your agreement
      </h2>
      <p>
        You agreed to <Policies agreement={agreement} /> on {dayOf(agreement.agreedAt)}.
      </p>
      <p className="text-sm text-muted">What you ticked: “{agreement.statement}”</p>
    </Card>
  )
}

function Policies({ agreement: { policies, termsOf } }: { agreement: Agreement }) {
  if (policies.length === 0) return <>the terms of {calendarDayInWords(termsOf)}</>
  return policies.map(({ document, version, title }, index) => (
    <Fragment key={document}>
      {index > 0 && (index === policies.length - 1 ? ', and ' : ', ')}
      <Link to={paths.legal({ document, version: String(version) })} className="text-brand underline underline-offset-4">
        {title}
      </Link>{' '}
      (version {version})
    </Fragment>
  ))
}
