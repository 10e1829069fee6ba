import { Button, type ButtonLook } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { useKeepAccount } from './deletion.ts'
import { attempt } from './write.ts'

interface KeepAccountButtonProps extends ButtonLook {
  /** The button disappears with what it ends: focus must move elsewhere. */
  onKept: () => void
}

export function KeepAccountButton({ onKept, ...look }: KeepAccountButtonProps) {
  const keep = useKeepAccount()
  const press = () =>
    attempt(async () => {
      await keep.mutateAsync(undefined)
      toast({ title: 'Your account stays', description: 'Nothing was deleted. We are glad that you are staying.' })
      onKept()
    })
  return <Button variant="secondary" {...look} loading={keep.isPending} onClick={() => void press()} label="Keep my account" />
}
