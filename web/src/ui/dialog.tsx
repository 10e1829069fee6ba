import { useEffect } from 'react'
import type { DialogProps } from './dialog-window.tsx'
import { lazyPart } from './lazy-part.ts'
import { Part } from './part.tsx'

const loadWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazyPart(async () => ({ default: (await loadWindow()).DialogWindow }))

/**
 * Asks or tells something before anything else goes on; the focus stays within and returns to where it was. A sheet at
 * the bottom on phones. Its code comes after the screen's own, so that a screen does not wait for a dialog that is
 * still closed.
 */
export function Dialog(dialog: DialogProps) {
  useEffect(() => {
    // Only ahead of time: if it fails here, it is tried again when the dialog opens.
    loadWindow().catch(() => undefined)
  }, [])
  return (
    <Part fallback={null}>
      <DialogWindow {...dialog} />
    </Part>
  )
}
