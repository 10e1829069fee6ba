import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button, IconButton } from './button.tsx'
import { classList } from './class-list.ts'
import { createStore } from './store.ts'

export interface ToastWords {
  title: string
  description?: string
  /** `destructive` is announced at once. */
  variant?: 'default' | 'destructive'
  /** In milliseconds; 5000 when left out. Pauses while hovered or focused. */
  duration?: number
  action?: { label: string; onSelect: () => void }
}

type Shown = ToastWords & { id: number }

const shown = createStore<Shown | null>(null)
let latestId = 0

/** A new toast replaces the current one. */
export const toast = (words: ToastWords): void => {
  latestId += 1
  shown.set({ ...words, id: latestId })
}

const dismissToast = (): void => shown.set(null)

const DEFAULT_DURATION = 5000

export function Toaster() {
  const current = shown.useValue()
  return (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 top-14 z-60 flex justify-center p-4 sm:justify-end print:hidden"
    >
      {current && <Toast key={current.id} {...current} />}
    </section>
  )
}

function Toast({ id, title, description, variant = 'default', duration = DEFAULT_DURATION, action }: Shown) {
  const [held, setHeld] = useState(false)
  useEffect(() => {
    if (held) return
    const timer = setTimeout(() => {
      if (shown.read()?.id === id) dismissToast()
    }, duration)
    return () => clearTimeout(timer)
  }, [held, id, duration])

  const failed = variant === 'destructive'
  const holding = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  }
  const Icon = failed ? CircleAlert : CircleCheck
  return (
    <div
      role={failed ? 'alert' : 'status'}
      {...holding}
      className="pointer-events-auto flex w-full max-w-md animate-enter items-start gap-3 rounded-card border border-hairline bg-surface p-4 shadow-overlay dark:border-control"
    >
      <Icon aria-hidden className={classList('mt-0.5 size-5 shrink-0', failed ? 'text-bad' : 'text-ok')} />
      <div className="grid flex-1 gap-1">
        <p className="text-sm font-semibold">{title}</p>
        {description && <p className="text-sm text-muted">{description}</p>}
        {action && (
          <Button
            variant="secondary"
            size="sm"
            className="mt-2 justify-self-start"
            onClick={() => {
              dismissToast()
              action.onSelect()
            }}
            label={action.label}
          />
        )}
      </div>
      <IconButton icon={X} small label="Dismiss" onClick={dismissToast} className="-m-2 text-muted hover:text-ink" />
    </div>
  )
}
