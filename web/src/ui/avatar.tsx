import { classList } from './class-list.ts'

/** Hidden from screen readers, because the name is next to it. */
export const Avatar = ({ initials, size = 'sm' }: { initials: string; size?: 'sm' | 'lg' }) => (
  <span
    aria-hidden
    className={classList(
      'grid shrink-0 place-items-center rounded-pill bg-brand font-bold text-on-brand',
      size === 'sm' ? 'size-8 text-xs' : 'size-16 text-xl',
    )}
  >
    {initials}
  </span>
)
