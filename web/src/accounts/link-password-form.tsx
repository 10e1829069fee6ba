import { accountWords, MAX_PASSWORD_LENGTH } from '@medicready/domain/accounts/rules'
import type { FormEvent } from 'react'
import { friendlyMessage } from '../api/errors.ts'
import { PageTitle } from '../app/page-title.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { useForm } from './use-form.ts'

interface LinkPasswordFormProps {
  title: string
  /** Why the password is asked for. */
  lead: string
  label: string
  submitLabel: string
  /** Follows the link with the password. Rejects with what the server says against it. */
  onSubmit: (password: string) => Promise<void>
  isSending: boolean
}

/** Asks for a password before a link takes effect, in a browser that does not know who follows it. */
export function LinkPasswordForm({ title, lead, label, submitLabel, onSubmit, isSending }: LinkPasswordFormProps) {
  const { form, fields, errors, check, input } = useForm({ password: '' })

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending || !check(fields.password === '' ? { password: accountWords.passwordMissing } : {})) return
    try {
      await onSubmit(fields.password)
    } catch (error) {
      check({ password: friendlyMessage(error) })
    }
  }

  return (
    <Card className="w-full max-w-md sm:p-8">
      <PageTitle>{title}</PageTitle>
      <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
      <p className="mt-1 text-muted">{lead}</p>
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6 grid gap-5" aria-label={title}>
        <Field label={label} error={errors.password}>
          {(control) => (
            <Input {...control} {...input('password')} type="password" autoComplete="current-password" maxLength={MAX_PASSWORD_LENGTH} />
          )}
        </Field>
        <Button type="submit" size="lg" wide loading={isSending}>
          {isSending ? 'Loading...' : submitLabel}
        </Button>
      </form>
    </Card>
  )
}
