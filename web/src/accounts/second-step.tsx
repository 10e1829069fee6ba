import { CodeOnly, RecoveryCodeOnly } from '@medicready/domain/contract/accounts/forms'
import type { SecondStep } from '@medicready/domain/contract/accounts/second-factors'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { useWrite } from '../api/write.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { beginSession, passkeyFailure } from './session-commands.ts'

interface SecondStepProps {
  step: SecondStep
  onSignedIn: () => void
  onBack: () => void
}

const kindsOfCode = {
  code: { schema: CodeOnly, label: 'Code', hint: 'Six digits, from your authenticator app' },
  recoveryCode: { schema: RecoveryCodeOnly, label: 'Recovery code', hint: 'One of your saved codes. Each works once' },
} as const
type Typed = keyof typeof kindsOfCode

const isExpired = (error: unknown): boolean => error instanceof ApiError && error.code === 'secondStepExpired'

export default function SecondStepForm({ step, onSignedIn, onBack }: SecondStepProps) {
  const { kinds, ticket, passkeyOptions } = step
  const [typed, setTyped] = useState<Typed | null>(kinds.includes('totp') ? 'code' : null)
  const [isPrompting, setIsPrompting] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const queries = useQueryClient()
  const sendProof = useWrite('POST /api/auth/second-factor', { onSuccess: ({ token }) => beginSession(queries, token) })
  const { form, field, reset } = useForm<Record<Typed, string>, Partial<Record<Typed, string>>>({
    schema: kindsOfCode[typed ?? 'code'].schema,
    initial: { code: '', recoveryCode: '' },
    send: async (code) => {
      await sendProof.mutateAsync({ body: { ticket, ...code } })
      onSignedIn()
    },
    onRefused: (error, { showAt }) => {
      if (typed && !isExpired(error)) showAt(typed, friendlyMessage(error))
      else giveUp(error, friendlyMessage(error))
    },
  })
  const busy = sendProof.isPending || isPrompting
  const { ref } = form

  // The focus follows the question.
  useEffect(() => (typed === null ? heading.current : ref.current?.querySelector('input'))?.focus(), [typed, ref])

  const giveUp = (error: unknown, description: string) => {
    toast({ title: 'Error', description, variant: 'destructive' })
    if (isExpired(error)) onBack()
  }

  const showPasskey = async () => {
    if (!passkeyOptions) return
    setIsPrompting(true)
    try {
      const { signByPasskey } = await import('./passkeys.ts')
      await sendProof.mutateAsync({ body: { ticket, passkey: await signByPasskey(passkeyOptions) } })
      onSignedIn()
    } catch (error) {
      giveUp(error, passkeyFailure(error))
    } finally {
      setIsPrompting(false)
    }
  }

  const choose = (next: Typed) => {
    setTyped(next)
    reset()
  }

  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-bold tracking-tight outline-none">
        SECOND STEP
      </h1>
      <p className="mt-1 text-muted">Your account needs a second factor.</p>
      <div className="mt-6 grid gap-4">
        {typed && (
          <form {...form} className="grid gap-5" aria-label="Second step">
            <TextField
              {...field(typed)}
              key={typed}
              label={kindsOfCode[typed].label}
              hint={kindsOfCode[typed].hint}
              required
              autoComplete={typed === 'code' ? 'one-time-code' : 'off'}
              inputMode={typed === 'code' ? 'numeric' : 'text'}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={40}
            />
            <Button type="submit" size="lg" wide loading={busy} busy="Loading..." label="CONFIRM" />
          </form>
        )}
        {passkeyOptions && (
          <Button
            variant={typed ? 'secondary' : 'primary'}
            size="lg"
            wide
            loading={busy}
            onClick={() => void showPasskey()}
            label="Use your passkey"
          />
        )}
        <div className="flex flex-wrap justify-center gap-x-2">
          {kinds.includes('totp') && typed !== 'code' && (
            <Button variant="link" size="sm" onClick={() => choose('code')} label="Use your authenticator app" />
          )}
          {kinds.includes('recoveryCode') && typed !== 'recoveryCode' && (
            <Button variant="link" size="sm" onClick={() => choose('recoveryCode')} label="Use a recovery code" />
          )}
          <Button variant="link" size="sm" onClick={onBack} label="Back to Sign In" />
        </div>
      </div>
    </>
  )
}
