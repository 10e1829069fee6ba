import type { ComponentProps } from 'react'
import { classList } from './class-list.ts'
import { useTooltip } from './tooltip.tsx'

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Announced, and shown as the tooltip. */
  label: string
  /** If the label names a state that the icon shows already. */
  tooltip?: string
}

export const IconButton = ({ label, tooltip = label, className, type = 'button', ...rest }: IconButtonProps) => (
  <button
    {...rest}
    {...useTooltip(tooltip)}
    type={type}
    aria-label={label}
    className={classList(
      'grid min-h-11 min-w-11 shrink-0 place-items-center rounded-control transition-colors not-disabled:hover:bg-sunken disabled:cursor-default',
      className ?? 'text-muted',
    )}
  />
)
