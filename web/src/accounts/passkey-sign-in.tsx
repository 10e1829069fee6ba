import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { beginSession } from './commands.ts'
import { passkeyFailure } from './passkey-words.ts'

async function signInByPasskey(): Promise<string> {
  const { signByPasskey } = await import('./passkey-prompt.ts')
  const { ticket, passkeyOptions } = await api('POST /api/auth/passkey')
  const passkey = await signByPasskey(passkeyOptions)
  return (await api('POST /api/auth/second-factor', { body: { ticket, passkey } })).token
}

/** Signs in by a passkey alone. */
export default function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const queries = useQueryClient()
  const signIn = useMutation({
    mutationFn: signInByPasskey,
    onSuccess: (token) => {
      beginSession(queries, token)
      onSignedIn()
    },
    onError: (error) => toast({ title: 'Error', description: passkeyFailure(error), variant: 'destructive' }),
  })
  return (
    <Button variant="secondary" size="lg" wide loading={signIn.isPending} onClick={() => signIn.mutate()}>
      Use a passkey
    </Button>
  )
}
