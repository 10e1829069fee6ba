import { LoaderCircle, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type MouseEvent, useId } from 'react'
import { Link, type LinkProps } from 'react-router-dom'
import { classList } from './class-list.ts'
import { useTooltip } from './tooltip.tsx'

export interface ButtonLook {
  variant?: 'primary' | 'secondary' | 'ghost' | 'link' | 'destructive' | undefined
  size?: 'sm' | 'md' | 'lg' | undefined
  wide?: boolean | undefined
}

const variants = {
  primary: 'bg-brand text-on-brand hover:bg-brand-strong border-transparent',
  secondary: 'bg-surface text-ink border-control hover:bg-sunken',
  ghost: 'bg-transparent text-ink border-transparent hover:bg-sunken',
  link: 'bg-transparent text-brand border-transparent underline-offset-4 hover:underline',
  destructive: 'bg-bad text-on-bad border-transparent hover:brightness-95',
}

const sizes = {
  sm: 'min-h-9 px-3 text-sm gap-1.5',
  md: 'min-h-11 px-4 text-sm gap-2',
  lg: 'min-h-12 px-6 text-base gap-2',
}

export const buttonClasses = ({ variant = 'primary', size = 'md', wide = false }: ButtonLook = {}) =>
  classList(
    'inline-flex items-center justify-center rounded-control border py-1.5 text-center font-semibold no-underline transition-[background-color,scale,opacity] select-none active:scale-[0.98]',
    'aria-disabled:cursor-not-allowed aria-disabled:opacity-55 aria-disabled:active:scale-100',
    variants[variant],
    sizes[size],
    wide && 'w-full',
  )

interface Words {
  icon?: LucideIcon | undefined
  label?: string | undefined
}

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, ButtonLook, Words {
  /** Shows a spinner and ignores presses. */
  loading?: boolean
  /** The label while `loading`. */
  busy?: string
  /** The button stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined
  onRefused?: (() => void) | undefined
}

export function Button(props: ButtonProps) {
  const { variant, size, wide, loading = false, disabledReason, onRefused, className, onClick, type = 'button', ...others } = props
  const { icon: Icon, label, busy = label, children, ...rest } = others
  const reasonId = useId()
  const blocked = loading || disabledReason !== undefined
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (!blocked) return onClick?.(event)
    event.preventDefault()
    if (disabledReason) onRefused?.()
  }
  return (
    <>
      <button
        {...rest}
        {...useTooltip(disabledReason)}
        type={type}
        className={classList(buttonClasses({ variant, size, wide }), className)}
        aria-disabled={blocked || undefined}
        aria-busy={loading || undefined}
        {...(disabledReason && { 'aria-describedby': reasonId })}
        onClick={press}
      >
        {loading && <LoaderCircle aria-hidden className="size-4 animate-spin" />}
        {Icon && <Icon aria-hidden className="size-4" />}
        {loading ? busy : label}
        {children}
      </button>
      {disabledReason && (
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      )}
    </>
  )
}

export const LinkButton = ({ variant, size, wide, className, icon: Icon, label, children, ...link }: LinkProps & ButtonLook & Words) => (
  <Link {...link} className={classList(buttonClasses({ variant, size, wide }), className)}>
    {Icon && <Icon aria-hidden className="size-4" />}
    {label}
    {children}
  </Link>
)

export const TextLink = (link: LinkProps) => <Link {...link} className="font-medium text-brand underline underline-offset-4" />

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  icon?: LucideIcon | undefined
  /** A smaller icon. */
  small?: boolean
  /** Announced, and shown as the tooltip. */
  label: string
  /** If the label names a state that the icon shows already. */
  tooltip?: string
}

export const IconButton = (props: IconButtonProps) => {
  const { icon: Icon, small = false, label, tooltip = label, className = 'text-muted', type = 'button', children, ...rest } = props
  return (
    <button
      {...rest}
      {...useTooltip(tooltip)}
      type={type}
      aria-label={label}
      className={classList(
        'grid min-h-11 min-w-11 shrink-0 place-items-center rounded-control transition-colors not-disabled:hover:bg-sunken disabled:cursor-default',
        className,
      )}
    >
      {Icon && <Icon aria-hidden className={small ? 'size-4' : 'size-5'} />}
      {children}
    </button>
  )
}
