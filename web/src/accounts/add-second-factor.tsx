import { MAX_FACTOR_NAME_LENGTH } from '@medicready/domain/accounts/rules'
import { CodeOnly } from '@medicready/domain/contract/accounts/forms'
import { useEffect, useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Part } from '../ui/part.tsx'
import { TextField } from '../ui/text-field.tsx'
import { ConfirmedForm, useAddApp, useAddPasskey, useBeginApp, useBeginPasskey } from './second-factors.tsx'
import { passkeyFailure } from './session-commands.ts'

export function AddPasskey({ onAdded }: { onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const [name, setName] = useState('My passkey')
  const begin = useBeginPasskey()
  const add = useAddPasskey()

  const confirm = async (password: string) => {
    const { ticket, passkeyOptions } = await begin.mutateAsync({ body: { password } })
    const { makePasskey } = await import('./passkeys.ts')
    const passkey = await makePasskey(passkeyOptions)
    const { recoveryCodes } = await add.mutateAsync({ body: { ticket, name: name.trim() || 'My passkey', passkey } })
    onAdded(recoveryCodes)
  }

  return (
    <ConfirmedForm label="Continue" busyLabel="Waiting for your device..." onConfirm={confirm} failure={passkeyFailure}>
      <TextField label="Name" hint="A name to recognize it by" value={name} onChange={setName} maxLength={MAX_FACTOR_NAME_LENGTH} />
    </ConfirmedForm>
  )
}

const QrCode = lazyPart(() => import('./qr-code.tsx'))

interface Begun {
  ticket: string
  secret: string
  uri: string
}

export function AddAuthenticatorApp({ onAdded }: { onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = useBeginApp()
  if (begun) return <EnterCode begun={begun} onAdded={onAdded} />
  const confirm = async (password: string) => setBegun(await begin.mutateAsync({ body: { password } }))
  return <ConfirmedForm label="Continue" busyLabel="Loading..." onConfirm={confirm} failure={friendlyMessage} />
}

/** Groups of four are easier to type. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

function EnterCode({ begun, onAdded }: { begun: Begun; onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const add = useAddApp()
  const { form, field, isSending } = useForm({
    schema: CodeOnly,
    initial: { code: '' },
    send: async ({ code }) => {
      const { recoveryCodes } = await add.mutateAsync({ body: { ticket: begun.ticket, name: 'Authenticator app', code } })
      onAdded(recoveryCodes)
    },
    onRefused: (error, { showAt }) => showAt('code', friendlyMessage(error)),
  })
  const { ref } = form
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  return (
    <form {...form} className="grid gap-5">
      <p className="text-sm">
        Scan this code with your authenticator app, or enter the key by hand. Then enter the code that the app shows.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Part fallback={<div className="size-48 rounded-control bg-sunken" />}>
          <QrCode text={begun.uri} label="QR code for your authenticator app" />
        </Part>
        <p className="min-w-40 flex-1 text-sm text-muted">
          Key
          <code className="mt-1 block font-mono text-base break-words text-ink select-all">{inGroups(begun.secret)}</code>
        </p>
      </div>
      <TextField
        {...field('code')}
        label="Code"
        hint="Six digits"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
      />
      <Button type="submit" loading={isSending}>
        {isSending ? 'Adding...' : 'Add authenticator app'}
      </Button>
    </form>
  )
}
