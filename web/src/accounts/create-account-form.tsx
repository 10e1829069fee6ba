import { AGREEMENT_STATEMENT, accountWords, MAX_NAME_LENGTH } from '@medicready/domain/accounts/shown/rules'
import { Registration } from '@medicready/domain/contract/accounts/forms'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { ApiError, serverMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { useWrite } from '../api/write.ts'
import { EmailField, NewPasswordField } from '../shared/account-fields.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import type { Credentials } from './session-commands.ts'

const CHECK_EMAIL_DURATION_MS = 10_000

/** The form requires the agreement, which the call leaves to its client. */
const RegistrationForm = z.extend(Registration, { agrees: z.literal(true, accountWords.agreementRequired) })

interface CreateAccountFormProps {
  initial: Credentials
  onFill: (credentials: Credentials) => void
  onCreated: (credentials: Credentials) => void
}

export default function CreateAccountForm({ initial, onFill, onCreated }: CreateAccountFormProps) {
  const register = useWrite('POST /api/auth/register')
  const { form, fields, field, isSending } = useForm({
    schema: RegistrationForm,
    initial: { firstName: '', lastName: '', ...initial, agrees: false },
    bodyOf: (typed) => ({
      ...typed,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      agreedTo: { statement: AGREEMENT_STATEMENT },
    }),
    send: async ({ agrees: _, ...body }) => {
      const { message } = await register.mutateAsync({ body })
      toast({ title: 'Check your email!', description: message, duration: CHECK_EMAIL_DURATION_MS })
      onCreated(body)
    },
    onRefused: (error, { showAt, focus }) => {
      const words = serverMessage(error) ?? (error instanceof ApiError ? 'Authentication failed' : 'Failed to register')
      if (error instanceof ApiError && error.code === 'passwordTooCommon') return showAt('password', words)
      focus('password')
      toast({ title: 'Error', description: words, variant: 'destructive' })
    },
  })
  const { email, password } = fields
  useEffect(() => onFill({ email, password }), [email, password, onFill])

  return (
    <form {...form} className="mt-6" aria-label="CREATE ACCOUNT">
      <fieldset disabled={isSending} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('firstName')} label="First name" required autoComplete="given-name" maxLength={MAX_NAME_LENGTH} />
          <TextField {...field('lastName')} label="Last name" required autoComplete="family-name" maxLength={MAX_NAME_LENGTH} />
        </div>
        <EmailField {...field('email')} />
        <NewPasswordField {...field('password')} label="Password" />
        <Checkbox {...field('agrees')} label={AGREEMENT_STATEMENT} />
        <Button type="submit" size="lg" wide loading={isSending} busy="Loading..." label="CREATE ACCOUNT" />
      </fieldset>
    </form>
  )
}
