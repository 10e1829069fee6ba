import { hasRight } from '@medicready/domain/accounts/shown/rights'
import { tiers } from '@medicready/domain/billing/shown/tiers'
import { useInfiniteQuery } from '@tanstack/react-query'
import {
  Bell,
  ChartColumnBig,
  CircleUser,
  ClipboardCheck,
  CreditCard,
  FlaskConical,
  LibraryBig,
  LogOut,
  type LucideIcon,
  MessageSquareWarning,
  Moon,
  Presentation,
  Scale,
  Settings,
  Sun,
  UserCog,
  UsersRound,
} from 'lucide-react'
import { useState } from 'react'
import { ConnectionError, friendlyMessage } from '../api/errors.ts'
import { ownReviewRequestsQuery } from '../api/own-reads.ts'
import { type User, useUser } from '../api/session.ts'
import { waitingAnswers } from '../offline/waiting.ts'
import { paths } from '../paths.ts'
import { type InMenu, linksIn } from '../screens.ts'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../ui/menu.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { setTheme, useTheme } from '../ui/theme.ts'
import { toast } from '../ui/toast.tsx'
import { nameOf, UserMenuFace } from './user-menu-face.tsx'

const LogOutDialog = lazyPart(() => import('./log-out-dialog.tsx'))

const icons: Record<InMenu<'account'>, LucideIcon> = {
  profile: CircleUser,
  settings: Settings,
  reminders: Bell,
  subscription: CreditCard,
  tutoring: Presentation,
  legal: Scale,
}

export function UserMenu({ user }: { user: User }) {
  const theme = useTheme()
  const [asks, setAsks] = useState<'beforeLogOut' | 'whenLost' | null>(null)
  const logOut = async () => {
    if (!navigator.onLine || waitingAnswers.read().some(({ refusal }) => refusal === null)) return setAsks('beforeLogOut')
    try {
      await (await import('../offline/log-out.ts')).logOut()
    } catch (error) {
      if (error instanceof ConnectionError) setAsks('whenLost')
      else toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
    }
  }
  return (
    <>
      <Menu
        trigger={
          <button type="button" className="rounded-control transition-colors hover:bg-sunken data-[state=open]:bg-sunken">
            <UserMenuFace user={user} />
          </button>
        }
      >
        <p className="truncate px-3 py-2 text-sm text-muted sm:hidden">
          {nameOf(user)} · {tiers[user.subscriptionTier].label}
        </p>
        {linksIn('account').map(({ name, to, label }) => (
          <MenuLink key={name} icon={icons[name]} to={to} label={label} />
        ))}
        <MenuSeparator />
        <QuestionAndRoleLinks />
        <MenuItem
          icon={theme === 'dark' ? Sun : Moon}
          staysOpen
          onSelect={() => setTheme(theme === 'dark' ? 'light' : 'dark')}
          label={theme === 'dark' ? 'Light theme' : 'Dark theme'}
        />
        <MenuSeparator />
        <MenuItem icon={LogOut} onSelect={() => void logOut()} label="Log out" />
      </Menu>
      <Part>{asks && <LogOutDialog isLost={asks === 'whenLost'} onClose={() => setAsks(null)} />}</Part>
    </>
  )
}

function QuestionAndRoleLinks() {
  const { role } = useUser()
  const reviews = hasRight(role, 'reviewQuestions')
  const analyzes = hasRight(role, 'analyzeData')
  // Fetched when the menu opens; until then the menu does without.
  const { data: requests = [] } = useInfiniteQuery(ownReviewRequestsQuery)
  return (
    <>
      {reviews && (
        <>
          <MenuLink icon={ClipboardCheck} to={paths.adminReviewRequests()} label="Review Requests" />
          <MenuLink icon={LibraryBig} to={paths.adminQuestions()} label="All Questions" />
        </>
      )}
      {role === 'tutor' && <MenuLink icon={UsersRound} to={paths.tutorDesk()} label="Your Students" />}
      {analyzes && <MenuLink icon={FlaskConical} to={paths.lab()} label="Data Lab" />}
      {hasRight(role, 'runBusiness') && (
        <>
          <MenuLink icon={ChartColumnBig} to={paths.admin()} label="Admin Dashboard" />
          <MenuLink icon={UserCog} to={paths.adminRoles()} label="Roles" />
        </>
      )}
      {requests.length > 0 && <MenuLink icon={MessageSquareWarning} to={paths.reviewRequests()} label="My Review Requests" />}
      {(reviews || analyzes || role === 'tutor' || requests.length > 0) && <MenuSeparator />}
    </>
  )
}
