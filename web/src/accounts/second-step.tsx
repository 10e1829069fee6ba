import type { SecondStep } from '@medicready/domain/contract/accounts/second-factors'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { beginSession } from './commands.ts'
import { passkeyFailure } from './passkey-words.ts'

interface SecondStepProps {
  step: SecondStep
  onSignedIn: () => void
  /** Back to email and password. */
  onBack: () => void
}

type Typed = 'code' | 'recoveryCode'

const fields = {
  code: { label: 'Code', hint: 'Six digits, from your authenticator app', words: 'Please enter the six digits of the code' },
  recoveryCode: { label: 'Recovery code', hint: 'One of those that you kept; each works once', words: 'Please enter a recovery code' },
} as const

/** After the right password: whatever else the account asks for. */
export default function SecondStepForm({ step, onSignedIn, onBack }: SecondStepProps) {
  const { kinds, ticket, passkeyOptions } = step
  const [typed, setTyped] = useState<Typed | null>(kinds.includes('totp') ? 'code' : null)
  const [text, setText] = useState('')
  const [error, setError] = useState<string | undefined>()
  const [isPrompting, setIsPrompting] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  const send = useWrite('POST /api/auth/second-factor', { onSuccess: ({ token }) => beginSession(queries, token) })
  const busy = send.isPending || isPrompting

  // The focus follows what is asked for.
  useEffect(() => (typed === null ? heading : input).current?.focus(), [typed])

  const failed = (error: unknown, words: string) => {
    if (error instanceof ApiError && error.code === 'secondStepExpired') {
      toast({ title: 'Error', description: words, variant: 'destructive' })
      onBack()
    } else if (typed) {
      setError(words)
      input.current?.focus()
    } else toast({ title: 'Error', description: words, variant: 'destructive' })
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const value = text.trim()
    if (typed === null) return
    if (typed === 'code' ? !/^\d{6}$/.test(value.replaceAll(' ', '')) : value === '') {
      setError(fields[typed].words)
      input.current?.focus()
      return
    }
    try {
      await send.mutateAsync({ body: typed === 'code' ? { ticket, code: value.replaceAll(' ', '') } : { ticket, recoveryCode: value } })
      onSignedIn()
    } catch (error) {
      failed(error, friendlyMessage(error))
    }
  }

  const showPasskey = async () => {
    if (!passkeyOptions) return
    setIsPrompting(true)
    try {
      const { signByPasskey } = await import('./passkey-prompt.ts')
      await send.mutateAsync({ body: { ticket, passkey: await signByPasskey(passkeyOptions) } })
      onSignedIn()
    } catch (error) {
      failed(error, passkeyFailure(error))
    } finally {
      setIsPrompting(false)
    }
  }

  const choose = (next: Typed) => {
    setTyped(next)
    setText('')
    setError(undefined)
  }

  const field = typed && fields[typed]
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold tracking-tight outline-none">
        SECOND STEP
      </h1>
      <p className="mt-1 text-muted">Your account asks for more than the password.</p>
      <div className="mt-6 grid gap-4">
        {field && (
          <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5" aria-label="Second step">
            <Field label={field.label} hint={field.hint} error={error}>
              {(control) => (
                <Input
                  {...control}
                  ref={input}
                  value={text}
                  required
                  autoComplete={typed === 'code' ? 'one-time-code' : 'off'}
                  inputMode={typed === 'code' ? 'numeric' : 'text'}
                  autoCapitalize="none"
                  spellCheck={false}
                  maxLength={40}
                  onChange={({ target }) => {
                    setText(target.value)
                    setError(undefined)
                  }}
                />
              )}
            </Field>
            <Button type="submit" size="lg" wide loading={busy}>
              {busy ? 'Loading...' : 'CONFIRM'}
            </Button>
          </form>
        )}
        {passkeyOptions && (
          <Button variant={field ? 'secondary' : 'primary'} size="lg" wide loading={busy} onClick={() => void showPasskey()}>
            Use your passkey
          </Button>
        )}
        <div className="flex flex-wrap justify-center gap-x-2">
          {kinds.includes('totp') && typed !== 'code' && (
            <Button variant="link" size="sm" onClick={() => choose('code')}>
              Use your authenticator app
            </Button>
          )}
          {kinds.includes('recoveryCode') && typed !== 'recoveryCode' && (
            <Button variant="link" size="sm" onClick={() => choose('recoveryCode')}>
              Use a recovery code
            </Button>
          )}
          <Button variant="link" size="sm" onClick={onBack}>
            Back to Sign In
          </Button>
        </div>
      </div>
    </>
  )
}
