import { api } from '../api/client.ts'
import { toast } from '../ui/toast.tsx'
import { signByPasskey } from './passkey-prompt.ts'
import { passkeyFailure } from './passkey-words.ts'

/** Signs in by a passkey alone. Answers the session's token; null when nothing came of it, which is then said. */
export async function signInByPasskey(): Promise<string | null> {
  try {
    const { ticket, passkeyOptions } = await api('POST /api/auth/passkey')
    const passkey = await signByPasskey(passkeyOptions)
    return (await api('POST /api/auth/second-factor', { body: { ticket, passkey } })).token
  } catch (error) {
    toast({ title: 'Error', description: passkeyFailure(error), variant: 'destructive' })
    return null
  }
}
