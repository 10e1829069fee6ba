import { lazy, type ReactNode, Suspense, useEffect } from 'react'

export interface DialogProps {
  open: boolean
  /** Called with false for Escape, the close button and a press outside. */
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** One sentence below the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons; they stay in sight while the content scrolls. */
  footer?: ReactNode
  size?: 'md' | 'lg'
  /** Hears before the focus moves in; call preventDefault and focus something yourself. */
  onOpenAutoFocus?: (event: Event) => void
}

const loadWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazy(async () => ({ default: (await loadWindow()).DialogWindow }))

/**
 * Asks or tells something before anything else goes on; the focus stays within and returns to where it was. A sheet at the bottom on phones.
 * Its code comes after the screen's own, so that a screen does not wait for a dialog that nobody has opened.
 */
export function Dialog(dialog: DialogProps) {
  useEffect(() => {
    // Only ahead of time: if it fails here, it is tried again when the dialog opens.
    loadWindow().catch(() => undefined)
  }, [])
  return (
    <Suspense fallback={null}>
      <DialogWindow {...dialog} />
    </Suspense>
  )
}
