import { Download } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import type { SessionWish } from './beginning.ts'
import { useKeepAhead } from './use-keep-ahead.ts'

interface KeepAheadButtonProps {
  wish: SessionWish
  /** What is kept, for who does not see where the button stands. */
  name: string
  size?: 'sm'
  disabledReason?: string | undefined
}

/** Has a session begin and be kept on this device, to be answered later, also without a connection. */
export default function KeepAheadButton({ wish, name, ...look }: KeepAheadButtonProps) {
  const { keepAhead, isKeeping } = useKeepAhead()
  return (
    <Button variant="ghost" {...look} aria-label={`Keep for offline: ${name}`} loading={isKeeping} onClick={() => void keepAhead(wish)}>
      <Download aria-hidden className="size-4" />
      Keep for offline
    </Button>
  )
}
