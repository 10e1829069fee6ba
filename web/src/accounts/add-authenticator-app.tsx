import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { ConfirmedForm } from './confirmed-form.tsx'
import { useAddApp, useBeginApp } from './second-factors.ts'

const QrCode = lazy(() => import('./qr-code.tsx'))

interface Begun {
  ticket: string
  secret: string
  uri: string
}

/** Adds an authenticator app: the password, then a code that the app shows. */
export function AddAuthenticatorApp({ onAdded }: { onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = useBeginApp()
  if (begun) return <EnterCode begun={begun} onAdded={onAdded} />
  const confirm = async (password: string) => setBegun(await begin.mutateAsync({ body: { password } }))
  return <ConfirmedForm label="Continue" busyLabel="Loading..." onConfirm={confirm} failure={friendlyMessage} />
}

/** As it is read out and typed: in groups of four. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

function EnterCode({ begun, onAdded }: { begun: Begun; onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | undefined>()
  const input = useRef<HTMLInputElement>(null)
  const add = useAddApp()
  useEffect(() => input.current?.focus(), [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const digits = code.replaceAll(' ', '')
    try {
      if (!/^\d{6}$/.test(digits)) throw new Error('Please enter the six digits that the app shows')
      const { recoveryCodes } = await add.mutateAsync({ body: { ticket: begun.ticket, name: 'Authenticator app', code: digits } })
      onAdded(recoveryCodes)
    } catch (error) {
      setError(/^\d{6}$/.test(digits) ? friendlyMessage(error) : 'Please enter the six digits that the app shows')
      input.current?.focus()
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      <p className="text-sm">Scan this with your authenticator app, or type the key into it. Then enter the code that the app shows.</p>
      <div className="flex flex-wrap items-center gap-4">
        <Suspense fallback={<div className="size-48 rounded-control bg-sunken" />}>
          <QrCode text={begun.uri} label="QR code for your authenticator app" />
        </Suspense>
        <p className="min-w-40 flex-1 text-sm text-muted">
          Key
          <code className="mt-1 block font-mono text-base break-words text-ink select-all">{inGroups(begun.secret)}</code>
        </p>
      </div>
      <Field label="Code" hint="Six digits" error={error}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            required
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setError(undefined)
            }}
          />
        )}
      </Field>
      <Button type="submit" loading={add.isPending}>
        {add.isPending ? 'Adding...' : 'Add authenticator app'}
      </Button>
    </form>
  )
}
