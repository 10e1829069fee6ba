import { type LucideIcon, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { IconButton } from '../ui/icon-button.tsx'

interface PromptCardProps {
  icon: LucideIcon
  title: string
  children: ReactNode
  action?: { label: string; onSelect: () => void }
  onLater?: () => void
  onClose: () => void
}

/**
 * A question at the foot of the page, which nobody has to answer. It has a place of its own below the screen and takes
 * no focus, so that it stands in nobody's way: theme.css leaves room for it where the page is scrolled.
 */
export const PromptCard = ({ icon: Icon, title, children, action, onLater, onClose }: PromptCardProps) => (
  <section aria-label={title} data-prompt className="flex animate-fade justify-end px-4 pb-4 sm:px-6">
    <div className="pointer-events-auto flex w-full max-w-md flex-wrap items-center gap-x-4 gap-y-3 rounded-card border border-hairline bg-surface p-4 shadow-overlay dark:border-control">
      <div className="flex min-w-0 grow basis-60 gap-3">
        <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
        <div className="grid gap-0.5">
          <p className="text-sm font-semibold">{title}</p>
          <p className="text-sm text-muted">{children}</p>
        </div>
      </div>
      <div className="flex grow items-center justify-end gap-2">
        {action && (
          <Button size="sm" onClick={action.onSelect}>
            {action.label}
          </Button>
        )}
        {onLater && (
          <Button size="sm" variant="ghost" onClick={onLater}>
            Later
          </Button>
        )}
        <IconButton label="Close" onClick={onClose} className="-my-2 -mr-2 text-muted hover:text-ink">
          <X aria-hidden className="size-4" />
        </IconButton>
      </div>
    </div>
  </section>
)
