import { X } from 'lucide-react'
import * as Radix from 'radix-ui/dialog'
import { type ReactNode, useRef } from 'react'
import { IconButton } from './button.tsx'
import { classList } from './class-list.ts'

export interface DialogProps {
  open: boolean
  /** False on Escape, the close button and a press outside. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  children?: ReactNode
  /** Buttons, which stay in view while the content scrolls. */
  footer?: ReactNode
  size?: 'md' | 'lg' | 'xl'
  /** To focus something else, call preventDefault first. */
  onOpenAutoFocus?: (event: Event) => void
}

const widths = { md: 'sm:max-w-lg', lg: 'sm:max-w-2xl', xl: 'sm:max-w-[94vw]' }

export function DialogWindow({ open, onOpenChange, title, description, children, footer, size = 'md', onOpenAutoFocus }: DialogProps) {
  const opener = useRef<Element | null>(null)
  const window = useRef<HTMLDivElement | null>(null)
  const takeFocus = (event: Event) => {
    opener.current = document.activeElement
    onOpenAutoFocus?.(event)
    if (event.defaultPrevented) return
    // Not the close button, whose tooltip would take the first Escape.
    event.preventDefault()
    window.current?.focus()
  }
  // If the opener is gone, such as a replaced button, the screen's heading takes the focus.
  const returnFocus = (event: Event) => {
    event.preventDefault()
    const openerStands = opener.current?.isConnected && opener.current !== document.body
    const target = openerStands ? opener.current : document.querySelector('main h1')
    if (!(target instanceof HTMLElement)) return
    if (!openerStands) target.tabIndex = -1
    target.focus({ preventScroll: true })
  }
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        {/* Not Radix.Overlay, whose style element the security policy refuses: theme.css locks scrolling. */}
        <div data-scrim className="fixed inset-0 z-40 animate-fade bg-scrim" />
        <Radix.Content
          {...(description === undefined && { 'aria-describedby': undefined })}
          ref={window}
          onOpenAutoFocus={takeFocus}
          onCloseAutoFocus={returnFocus}
          className={classList(
            'fixed inset-x-0 bottom-0 z-50 mx-auto flex max-h-[92dvh] w-full animate-enter flex-col rounded-t-card border border-hairline bg-surface shadow-overlay outline-none',
            'sm:inset-y-0 sm:my-auto sm:h-fit sm:max-h-[86dvh] sm:rounded-card',
            widths[size],
          )}
        >
          <header className="flex items-start gap-4 px-5 pt-5 sm:px-6 sm:pt-6">
            <div className="grid flex-1 gap-1">
              <Radix.Title className="text-xl font-semibold">{title}</Radix.Title>
              {description !== undefined && <Radix.Description className="text-sm text-muted">{description}</Radix.Description>}
            </div>
            <Radix.Close asChild>
              <IconButton icon={X} label="Close" className="-m-2 text-muted hover:text-ink" />
            </Radix.Close>
          </header>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-5 sm:px-6">{children}</div>
          {footer && (
            <footer className="flex flex-col-reverse gap-3 border-t border-hairline px-5 py-4 sm:flex-row sm:justify-end sm:px-6">
              {footer}
            </footer>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
