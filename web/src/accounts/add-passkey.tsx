import { MAX_FACTOR_NAME_LENGTH } from '@medicready/domain/accounts/rules'
import { useState } from 'react'
import { TextField } from '../ui/text-field.tsx'
import { ConfirmedForm } from './confirmed-form.tsx'
import { passkeyFailure } from './passkey-words.ts'
import { useAddPasskey, useBeginPasskey } from './second-factors.ts'

/** Adds a passkey of this device, or of one beside it. */
export function AddPasskey({ onAdded }: { onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const [name, setName] = useState('My passkey')
  const begin = useBeginPasskey()
  const add = useAddPasskey()

  const confirm = async (password: string) => {
    const { ticket, passkeyOptions } = await begin.mutateAsync({ body: { password } })
    const { makePasskey } = await import('./passkey-prompt.ts')
    const passkey = await makePasskey(passkeyOptions)
    const { recoveryCodes } = await add.mutateAsync({ body: { ticket, name: name.trim() || 'My passkey', passkey } })
    onAdded(recoveryCodes)
  }

  return (
    <ConfirmedForm label="Continue" busyLabel="Waiting for your device..." onConfirm={confirm} failure={passkeyFailure}>
      <TextField label="Name" hint="So that you know it among others" value={name} onChange={setName} maxLength={MAX_FACTOR_NAME_LENGTH} />
    </ConfirmedForm>
  )
}
