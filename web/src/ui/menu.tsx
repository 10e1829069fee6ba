import type { LucideIcon } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactElement, type ReactNode, startTransition, useState } from 'react'
import { Link } from 'react-router-dom'
import { classList } from './class-list.ts'

interface MenuProps {
  /** Must pass props and ref on to a real button. */
  trigger: ReactElement
  children: ReactNode
}

export function Menu({ trigger, children }: MenuProps) {
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

export const MenuItem = ({ icon: Icon, label, onSelect, staysOpen = false }: MenuItemProps) => (
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

export const MenuLink = ({ icon: Icon, to, label }: { icon: LucideIcon; to: string; label: string }) => (
  <Radix.Item asChild>
    <Link to={to} className={classList(item, 'no-underline')}>
      <Icon aria-hidden className="size-4 text-muted" />
      {label}
    </Link>
  </Radix.Item>
)

export const MenuSeparator = () => <Radix.Separator className="my-1.5 h-px bg-hairline" />
