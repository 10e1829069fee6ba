import { useEffect } from 'react'
import type { DialogProps } from './dialog-window.tsx'
import { lazyPart, Part } from './part.tsx'

const loadWindow = () => import('./dialog-window.tsx')
const DialogWindow = lazyPart(async () => ({ default: (await loadWindow()).DialogWindow }))

/** Keeps the focus inside and returns it afterwards. Its code loads after the screen's own. */
export function Dialog(dialog: DialogProps) {
  useEffect(() => {
    // Only prefetched: if it fails here, it is tried again when the dialog opens.
    loadWindow().catch(() => undefined)
  }, [])
  return (
    <Part fallback={null}>
      <DialogWindow {...dialog} />
    </Part>
  )
}
