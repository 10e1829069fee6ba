import { Button, type ButtonLook } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { useKeepAccount } from './deletion.ts'
import { friendlyMessage, isSignedOut } from './errors.ts'

interface KeepAccountButtonProps extends ButtonLook {
  /** The button goes with what it ends: where the focus is to be then. */
  onKept: () => void
}

/** Changes one's mind about leaving. */
export function KeepAccountButton({ onKept, ...look }: KeepAccountButtonProps) {
  const keep = useKeepAccount()
  const press = async () => {
    try {
      await keep.mutateAsync(undefined)
      toast({ title: 'Your account stays', description: 'Nothing was deleted. We are glad that you are staying.' })
      onKept()
    } catch (error) {
      if (!isSignedOut(error)) toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
    }
  }
  return (
    <Button variant="secondary" {...look} loading={keep.isPending} onClick={() => void press()}>
      Keep my account
    </Button>
  )
}
