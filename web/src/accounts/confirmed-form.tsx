import { MAX_PASSWORD_LENGTH } from '@medicready/domain/accounts/rules'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Field, Input } from '../ui/field.tsx'

interface ConfirmedFormProps {
  label: string
  busyLabel: string
  variant?: 'primary' | 'destructive'
  /** More fields, above the password. */
  children?: ReactNode
  /** Rejects when nothing came of it. */
  onConfirm: (password: string) => Promise<unknown>
  /** The words for a failure. */
  failure: (error: unknown) => string
}

/** Asks for the password once more, before what somebody at an open screen shall not do. */
export function ConfirmedForm({ label, busyLabel, variant = 'primary', children, onConfirm, failure }: ConfirmedFormProps) {
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ password?: string; form?: string }>({})
  const [isBusy, setIsBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (password === '') {
      setErrors({ password: 'Please enter your password' })
      input.current?.focus()
      return
    }
    setErrors({})
    setIsBusy(true)
    try {
      await onConfirm(password)
    } catch (error) {
      const isPassword = error instanceof ApiError && error.code === 'passwordWrong'
      setErrors({ [isPassword ? 'password' : 'form']: failure(error) })
      if (isPassword) input.current?.focus()
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-5">
      {children}
      <Field label="Your password" error={errors.password}>
        {(control) => (
          <Input
            {...control}
            ref={input}
            type="password"
            autoComplete="current-password"
            required
            maxLength={MAX_PASSWORD_LENGTH}
            value={password}
            onChange={({ target }) => {
              setPassword(target.value)
              setErrors({})
            }}
          />
        )}
      </Field>
      {errors.form && (
        <p role="alert" className="text-sm text-bad">
          {errors.form}
        </p>
      )}
      <Button type="submit" variant={variant} loading={isBusy}>
        {isBusy ? busyLabel : label}
      </Button>
    </form>
  )
}
