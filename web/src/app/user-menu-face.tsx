import { ChevronDown } from 'lucide-react'
import type { User } from '../api/session.ts'
import { Avatar } from '../ui/avatar.tsx'
import { initialsOf } from '../ui/words.ts'

export const nameOf = ({ firstName, lastName, email }: User): string => (firstName && lastName ? `${firstName} ${lastName}` : email)

export const UserMenuFace = ({ user }: { user: User }) => (
  <span className="flex min-h-11 items-center gap-2 px-1.5 text-sm font-medium sm:pr-3">
    <Avatar initials={initialsOf(user.firstName, user.lastName) || initialsOf(user.email)} />
    <span className="max-w-48 truncate max-sm:sr-only">{nameOf(user)}</span>
    <ChevronDown aria-hidden className="size-4 text-muted max-sm:hidden" />
  </span>
)
