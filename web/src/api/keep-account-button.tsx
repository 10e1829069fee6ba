import { useQueryClient } from '@tanstack/react-query'
import { Button, type ButtonLook } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { showOfAccount } from './save-settings.ts'
import { attempt, useWrite } from './write.ts'

export function useRequestDeletion() {
  const queries = useQueryClient()
  return useWrite('POST /api/user/deletion', { onSuccess: ({ eraseAt }) => showOfAccount(queries, { eraseAt }) })
}

function useKeepAccount() {
  const queries = useQueryClient()
  return useWrite('DELETE /api/user/deletion', { onSuccess: ({ eraseAt }) => showOfAccount(queries, { eraseAt }) })
}

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
