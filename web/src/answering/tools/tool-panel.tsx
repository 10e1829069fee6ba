import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { IconButton } from '../../ui/icon-button.tsx'

interface ToolPanelProps {
  title: string
  onClose: () => void
  children: ReactNode
}

/**
 * A window beside the question, which stays in reach: at the right of wide screens, at the bottom of small ones, where
 * theme.css makes room for it. The focus goes in when it opens; Escape closes it and gives the focus back.
 */
export function ToolPanel({ title, onClose, children }: ToolPanelProps) {
  const id = useId()
  const panel = useRef<HTMLDivElement>(null)
  const opener = useRef<Element | null>(null)
  useEffect(() => {
    opener.current = document.activeElement
    const first = panel.current?.querySelector<HTMLElement>('[data-tool-content] :is(input, textarea, button, [data-first])')
    ;(first ?? panel.current)?.focus({ preventScroll: true })
    return () => {
      // What is left by hand keeps the focus where it went.
      const left = document.activeElement
      if (left === null || left === document.body || panel.current?.contains(left) || !left.isConnected)
        (opener.current instanceof HTMLElement ? opener.current : null)?.focus({ preventScroll: true })
    }
  }, [])
  const hear = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    event.preventDefault()
    onClose()
  }
  return createPortal(
    <div
      ref={panel}
      role="dialog"
      aria-labelledby={id}
      tabIndex={-1}
      data-tool-panel
      onKeyDown={hear}
      className="fixed inset-x-0 bottom-0 z-30 flex max-h-(--tool-panel-height) animate-enter flex-col rounded-t-card border border-hairline bg-surface shadow-overlay outline-none lg:inset-x-auto lg:top-20 lg:right-4 lg:bottom-4 lg:max-h-none lg:w-88 lg:rounded-card"
    >
      <div className="flex items-center justify-between gap-3 border-b border-hairline py-1 pr-1 pl-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        <IconButton label={`Close ${title}`} tooltip="Close" onClick={onClose}>
          <X aria-hidden className="size-5" />
        </IconButton>
      </div>
      <div data-tool-content className="min-h-0 flex-1 overflow-y-auto p-4">
        {children}
      </div>
    </div>,
    document.getElementById('main') ?? document.body,
  )
}
