import { AGREEMENT_STATEMENT, accountWords, asPersonName } from '@medicready/domain/accounts/rules'
import { type FormEvent, useEffect, useState } from 'react'
import { ApiError, serverMessage } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { type Credentials, registrationErrors } from './form-rules.ts'
import { NewPasswordField } from './new-password-field.tsx'
import { useRegister } from './registration-commands.ts'
import { useForm } from './use-form.ts'

const CHECK_EMAIL_DURATION_MS = 10_000

interface CreateAccountFormProps {
  initial: Credentials
  /** What is typed is kept when the form gives way to the other. */
  onFill: (credentials: Credentials) => void
  onCreated: (credentials: Credentials) => void
}

/** Creates an account, which can be used once its address is verified. */
export default function CreateAccountForm({ initial, onFill, onCreated }: CreateAccountFormProps) {
  const { form, fields, errors, check, input } = useForm({ firstName: '', lastName: '', ...initial })
  const [agrees, setAgrees] = useState(false)
  const [agreementError, setAgreementError] = useState<string>()
  const register = useRegister()
  const { email, password } = fields
  useEffect(() => onFill({ email, password }), [email, password, onFill])

  const { isPending, isError } = register
  // A disabled form drops the focus; after a refusal it goes back to where the correction is made.
  useEffect(() => {
    if (isError && !isPending) form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus()
  }, [isError, isPending, form])

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAgreementError(agrees ? undefined : accountWords.agreementRequired)
    if (!check(registrationErrors(fields))) return
    if (!agrees) {
      form.current?.querySelector<HTMLInputElement>('[name="agrees"]')?.focus()
      return
    }
    const account = {
      email: email.trim(),
      password,
      firstName: asPersonName(fields.firstName),
      lastName: asPersonName(fields.lastName),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      agreedTo: { statement: AGREEMENT_STATEMENT },
    }
    register.mutate(
      { body: account },
      {
        onSuccess: ({ message }) => {
          toast({ title: 'Check your email!', description: message, duration: CHECK_EMAIL_DURATION_MS })
          onCreated(account)
        },
        onError: (error) => {
          const words = serverMessage(error) ?? (error instanceof ApiError ? 'Authentication failed' : 'Failed to register')
          if (error instanceof ApiError && error.code === 'passwordTooCommon') check({ password: words })
          else toast({ title: 'Error', description: words, variant: 'destructive' })
        },
      },
    )
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="mt-6" aria-label="CREATE ACCOUNT">
      <fieldset disabled={isPending} className="grid gap-5">
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="First name" error={errors.firstName}>
            {(control) => <Input {...control} {...input('firstName')} autoComplete="given-name" maxLength={60} />}
          </Field>
          <Field label="Last name" error={errors.lastName}>
            {(control) => <Input {...control} {...input('lastName')} autoComplete="family-name" maxLength={60} />}
          </Field>
        </div>
        <Field label="Email" error={errors.email}>
          {(control) => <Input {...control} {...input('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />}
        </Field>
        <NewPasswordField label="Password" error={errors.password} input={input('password')} />
        <Checkbox
          name="agrees"
          label={AGREEMENT_STATEMENT}
          checked={agrees}
          error={agreementError}
          onChange={(checked) => {
            setAgrees(checked)
            setAgreementError(undefined)
          }}
        />
        <Button type="submit" size="lg" wide loading={isPending}>
          {isPending ? 'Loading...' : 'CREATE ACCOUNT'}
        </Button>
      </fieldset>
    </form>
  )
}
