import { ChevronDown } from 'lucide-react'

/** The face of the user menu's button: the name, or its first letter on a phone. Shown while the menu loads, too. */
export const UserMenuFace = ({ name }: { name: string }) => (
  <span className="flex min-h-11 items-center gap-2 px-1.5 text-sm font-medium sm:px-3">
    <span aria-hidden className="grid size-8 place-items-center rounded-pill bg-brand text-xs font-bold text-on-brand sm:hidden">
      {name.slice(0, 1).toUpperCase()}
    </span>
    <span className="max-w-48 truncate max-sm:sr-only">{name}</span>
    <ChevronDown aria-hidden className="size-4 text-muted max-sm:hidden" />
  </span>
)
