import type { QueryClient } from '@tanstack/react-query'
import { PageHead } from '../app/page-head.tsx'
import { AccountLinks } from './account-links.tsx'
import { devicesQuery } from './devices.ts'
import { PasswordSection } from './password-section.tsx'
import { SecondFactorSection } from './second-factor-section.tsx'
import { secondFactorsQuery } from './second-factors.ts'
import { SignedInDevices } from './signed-in-devices.tsx'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(secondFactorsQuery)
  void queries.prefetchQuery(devicesQuery)
}

/** How a person signs in, and where they are signed in. */
export default function SecurityPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Security">How you sign in, and where you are signed in.</PageHead>
      <PasswordSection />
      <SecondFactorSection />
      <SignedInDevices />
      <AccountLinks to={['profile', 'settings']} />
    </div>
  )
}
