import { useSession } from '../api/session.ts'
import { CenteredSpinner } from '../ui/spinner.tsx'
import { PublicLayout } from './public-layout.tsx'
import { SignedInLayout } from './signed-in-layout.tsx'

/** Around the screens that are the same for everybody: whoever is signed in keeps the bar that leads on. */
export function OpenLayout() {
  const session = useSession()
  switch (session.state) {
    case 'loading':
      return (
        <main>
          <CenteredSpinner />
        </main>
      )
    case 'signedIn':
      return <SignedInLayout />
    default:
      return <PublicLayout />
  }
}
