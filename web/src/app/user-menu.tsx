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
import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactElement, type ReactNode, startTransition, useState } from 'react'
import { Link } from 'react-router-dom'
import { ConnectionError, friendlyMessage } from '../api/errors.ts'
import { ownReviewRequestsQuery } from '../api/own-reads.ts'
import { type User, useUser } from '../api/session.ts'
import { waitingAnswers } from '../offline/waiting.ts'
import { paths } from '../paths.ts'
import { type InMenu, linksIn } from '../screens.ts'
import { classList } from '../ui/class-list.ts'
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

interface MenuProps {
  /** Must pass props and ref on to a real button. */
  trigger: ReactElement
  children: ReactNode
}

function Menu({ trigger, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    // A transition, so that the press is painted first.
    <Radix.Root modal={false} open={isOpen} onOpenChange={(open) => startTransition(() => setOpen(open))}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Not in a portal, where it would be outside of every landmark. */}
      <Radix.Content
        align="end"
        sideOffset={8}
        collisionPadding={8}
        className="z-40 min-w-56 animate-enter rounded-card border border-hairline bg-surface p-1.5 shadow-overlay"
      >
        {children}
      </Radix.Content>
    </Radix.Root>
  )
}

const item = 'flex min-h-11 w-full items-center gap-3 rounded-control px-3 text-sm outline-none data-highlighted:bg-sunken'

interface MenuItemProps {
  icon: LucideIcon
  label: string
  onSelect: () => void
  staysOpen?: boolean
}

const MenuItem = ({ icon: Icon, label, onSelect, staysOpen = false }: MenuItemProps) => (
  <Radix.Item
    className={item}
    onSelect={(event) => {
      if (staysOpen) event.preventDefault()
      onSelect()
    }}
  >
    <Icon aria-hidden className="size-4 text-muted" />
    {label}
  </Radix.Item>
)

const MenuLink = ({ icon: Icon, to, label }: { icon: LucideIcon; to: string; label: string }) => (
  <Radix.Item asChild>
    <Link to={to} className={classList(item, 'no-underline')}>
      <Icon aria-hidden className="size-4 text-muted" />
      {label}
    </Link>
  </Radix.Item>
)

const MenuSeparator = () => <Radix.Separator className="my-1.5 h-px bg-hairline" />
