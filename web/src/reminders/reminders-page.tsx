import type { QueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { freshSessionQuery, sessionQuery } from '../api/session.ts'
import { PageHead } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { DailyEmail } from './daily-email.tsx'
import { NotificationDevices } from './notification-devices.tsx'
import { Preferences } from './preferences.tsx'
import { pushDevicesQuery, thisDeviceQuery } from './push-devices.ts'
import { remindersQuery } from './queries.ts'

export const clientLoader = async (queries: QueryClient) => {
  await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(freshSessionQuery)
  void queries.prefetchQuery(remindersQuery)
  void queries.prefetchQuery(pushDevicesQuery)
  void queries.prefetchQuery(thisDeviceQuery)
}

/** The reminder settings, the devices, and the daily email. */
export default function RemindersPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Reminders">What we remind you about, how, and when. Changes are saved automatically.</PageHead>
      <DailyEmail />
      <Loaded skeleton={<Skeleton className="h-40" />} failure="Your devices could not be loaded.">
        <NotificationDevices />
      </Loaded>
      <Loaded skeleton={<Skeleton className="h-120" />} failure="Your reminders could not be loaded.">
        <Preferences />
      </Loaded>
      <p className="text-sm text-muted">
        All times are in your time zone, which you can change under{' '}
        <Link to={paths.settings()} className="text-brand underline underline-offset-4">
          Settings
        </Link>
        . We always send emails about your account, your plan, and your tutoring.
      </p>
    </div>
  )
}
