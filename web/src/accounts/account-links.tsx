import { ChevronRight, CircleUser, Settings, ShieldCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'

const screens = {
  profile: { icon: CircleUser, label: 'Profile', words: 'Your name, email address, and data' },
  settings: { icon: Settings, label: 'Settings', words: 'How you study, your exam date, and your time zone' },
  security: { icon: ShieldCheck, label: 'Security', words: 'How you sign in and where you are signed in' },
} as const

export const AccountLinks = ({ to }: { to: readonly (keyof typeof screens)[] }) => (
  <Card aria-label="More about your account" className="py-2 sm:py-2">
    <ul className="divide-y divide-hairline">
      {to.map((screen) => {
        const { icon: Icon, label, words } = screens[screen]
        return (
          <li key={screen}>
            <Link
              to={paths[screen]()}
              className="-mx-2 flex min-h-16 items-center gap-4 rounded-control px-2 py-3 no-underline hover:bg-sunken"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-muted" />
              <span className="grid flex-1">
                <span className="font-medium">{label}</span>
                <span className="text-sm text-muted">{words}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted" />
            </Link>
          </li>
        )
      })}
    </ul>
  </Card>
)
