import { tiers } from '@medicready/domain/billing/tiers'
import type { QueryClient } from '@tanstack/react-query'
import { achievementsQuery } from '../api/achievements.ts'
import { Loaded } from '../api/loaded.tsx'
import { freshSessionQuery, sessionQuery, useUser } from '../api/session.ts'
import { statsQuery } from '../api/stats.ts'
import { todayOf } from '../api/today.ts'
import { PageHead } from '../app/page-head.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { capitalized, dayOf, initialsOf } from '../ui/words.ts'
import { AccountLinks } from './account-links.tsx'
import { AchievementsSection } from './achievements-section.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadData } from './download-data.tsx'
import { EmailSection } from './email-section.tsx'
import { exportsQuery } from './exports.ts'
import { ProfileForm } from './profile-form.tsx'
import { StudyStatistics } from './study-statistics.tsx'

export const clientLoader = async (queries: QueryClient) => {
  const user = await queries.ensureQueryData(sessionQuery)
  void queries.prefetchQuery(freshSessionQuery)
  void queries.prefetchQuery(statsQuery(todayOf(user)))
  void queries.prefetchQuery(achievementsQuery)
  void queries.prefetchQuery(exportsQuery)
}

/** Who somebody is here, and how they have done. */
export default function ProfilePage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Profile">Who you are here, and how you have done so far.</PageHead>
      <AccountFacts />
      <ProfileForm />
      <EmailSection />
      <Loaded skeleton={<Skeleton className="h-40" />} failure="Your statistics could not be loaded.">
        <StudyStatistics />
      </Loaded>
      <Loaded skeleton={<Skeleton className="h-160" />} failure="Your achievements could not be loaded.">
        <AchievementsSection />
      </Loaded>
      <AccountLinks to={['settings', 'security']} />
      <DownloadData />
      <DeleteAccount />
    </div>
  )
}

function AccountFacts() {
  const { email, firstName, lastName, role, subscriptionTier, emailVerified, createdAt } = useUser()
  const facts: [term: string, fact: string][] = [
    ['Account Type', capitalized(role)],
    ['Subscription', tiers[subscriptionTier].label],
    ['Member Since', dayOf(createdAt)],
  ]
  return (
    <Card aria-labelledby="account" className="grid gap-5">
      <div className="flex items-center gap-4">
        <Avatar size="lg" initials={initialsOf(firstName, lastName) || initialsOf(email)} />
        <div className="min-w-0">
          <h2 id="account" className="text-lg font-semibold wrap-anywhere">
            {firstName && lastName ? `${firstName} ${lastName}` : 'Account'}
          </h2>
          <p className="text-sm wrap-anywhere text-muted">
            <span className="sr-only">Email:</span> {email}
          </p>
          <p className="mt-1">{emailVerified ? <Badge tone="ok">Email verified</Badge> : <Badge tone="warn">Email not verified</Badge>}</p>
        </div>
      </div>
      <dl className="grid gap-4 border-t border-hairline pt-5 sm:grid-cols-3">
        {facts.map(([term, fact]) => (
          <div key={term}>
            <dt className="text-sm text-muted">{term}</dt>
            <dd className="font-medium">{fact}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
