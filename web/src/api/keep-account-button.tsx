import { Button, type ButtonLook } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { useKeepAccount } from './deletion.ts'
import { friendlyMessage, isSignedOut } from './errors.ts'

interface KeepAccountButtonProps extends ButtonLook {
  /** The button disappears with what it ends: focus must move elsewhere. */
  onKept: () => void
}

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
