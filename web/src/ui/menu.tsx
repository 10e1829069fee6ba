import type { LucideIcon } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import { type ReactElement, type ReactNode, startTransition, useState } from 'react'
import { Link } from 'react-router-dom'
import { classList } from './class-list.ts'

interface MenuProps {
  /** The button that opens it. It must pass on props and ref to a real button. */
  trigger: ReactElement
  children: ReactNode
}

/** A few commands or links behind one button. */
export function Menu({ trigger, children }: MenuProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    // In parts, between which the browser shows the press.
    <Radix.Root modal={false} open={isOpen} onOpenChange={(open) => startTransition(() => setOpen(open))}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* Not in a portal: there it would stand outside of every landmark. */}
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
  icon?: LucideIcon
  children: ReactNode
  onSelect: () => void
  /** Leaves the menu open after the press, as for a setting. */
  staysOpen?: boolean
}

/** A command of a Menu. */
export const MenuItem = ({ icon: Icon, children, onSelect, staysOpen = false }: MenuItemProps) => (
  <Radix.Item
    className={item}
    onSelect={(event) => {
      if (staysOpen) event.preventDefault()
      onSelect()
    }}
  >
    {Icon && <Icon aria-hidden className="size-4 text-muted" />}
    {children}
  </Radix.Item>
)

/** A link of a Menu. */
export const MenuLink = ({ icon: Icon, to, children }: { icon?: LucideIcon; to: string; children: ReactNode }) => (
  <Radix.Item asChild>
    <Link to={to} className={classList(item, 'no-underline')}>
      {Icon && <Icon aria-hidden className="size-4 text-muted" />}
      {children}
    </Link>
  </Radix.Item>
)

/** A line between groups of a Menu. */
export const MenuSeparator = () => <Radix.Separator className="my-1.5 h-px bg-hairline" />
