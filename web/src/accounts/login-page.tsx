import { MAX_NAME_LENGTH } from '@medicready/domain/accounts/rules'
import type { SecondStep } from '@medicready/domain/contract/second-factors'
import { type FormEvent, lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, serverMessage } from '../api/errors.ts'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useLogin, usePasskeySignIn, useRegister, useResendVerification } from './commands.ts'
import type { Credentials, FormErrors, Registration } from './form-rules.ts'

/** Most people never see it. */
const SecondStepForm = lazy(() => import('./second-step.tsx'))

const loadRules = () => import('./form-rules.ts')

type Mode = 'signIn' | 'createAccount'

const words = {
  signIn: {
    title: 'SIGN IN',
    lead: 'Your questions are waiting.',
    switchTo: 'createAccount',
    switchLead: 'New here?',
    switchLabel: 'Create an account',
  },
  createAccount: {
    title: 'CREATE ACCOUNT',
    lead: 'Free to start, one question a day.',
    switchTo: 'signIn',
    switchLead: 'Already have an account?',
    switchLabel: 'Sign in',
  },
} as const

const CHECK_EMAIL_DURATION_MS = 10_000
/** A notice that asks for a press stays long enough to be read and pressed. */
const RESEND_OFFER_DURATION_MS = 10_000

/** The server's words; else that it refused; else that nothing came back. */
const failureWords = (error: Error, noAnswer: string) =>
  serverMessage(error) ?? (error instanceof ApiError ? 'Authentication failed' : noAnswer)

/** Sign in, or create an account. */
export default function LoginPage() {
  const [mode, setMode] = useState<Mode>('signIn')
  const [fields, setFields] = useState<Registration>({ email: '', password: '', firstName: '', lastName: '' })
  const [errors, setErrors] = useState<FormErrors<Registration>>({})
  const form = useRef<HTMLFormElement>(null)
  const navigate = useNavigate()
  const login = useLogin()
  const register = useRegister()
  const resend = useResendVerification()
  const passkey = usePasskeySignIn(() => welcome())
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null)

  const welcome = () => {
    toast({ title: 'Welcome back!', description: 'You have successfully logged in.' })
    navigate(paths.home())
  }

  const signIn = (credentials: Credentials) =>
    login.mutate(
      { body: credentials },
      {
        onSuccess: (answer) => (answer.ok ? welcome() : setSecondStep(answer.secondFactor)),
        onError: (error) => {
          if (error instanceof ApiError && error.body?.emailNotVerified)
            toast({
              title: 'Email not verified',
              description: failureWords(error, 'Failed to login'),
              variant: 'destructive',
              duration: RESEND_OFFER_DURATION_MS,
              action: { label: 'Resend Email', onSelect: () => resendTo(credentials) },
            })
          else toast({ title: 'Error', description: failureWords(error, 'Failed to login'), variant: 'destructive' })
        },
      },
    )

  const resendTo = (credentials: Credentials) =>
    resend.mutate(
      { body: credentials },
      {
        onSuccess: () => toast({ title: 'Email sent!', description: 'Verification email has been resent. Please check your inbox.' }),
        onError: (error) =>
          toast({ title: 'Error', description: serverMessage(error) ?? 'Failed to resend verification email', variant: 'destructive' }),
      },
    )

  const createAccount = (account: Registration) =>
    register.mutate(
      { body: { ...account, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone } },
      {
        onSuccess: () => {
          toast({
            title: 'Check your email!',
            description: 'We sent you a verification link. Please check your inbox to verify your account.',
            duration: CHECK_EMAIL_DURATION_MS,
          })
          setMode('signIn')
          setFields((filled) => ({ ...filled, password: '' }))
        },
        onError: (error) => toast({ title: 'Error', description: failureWords(error, 'Failed to register'), variant: 'destructive' }),
      },
    )

  useEffect(() => {
    // Only ahead of time: if it fails here, it is tried again with the form.
    loadRules().catch(() => undefined)
  }, [])

  const busy = login.isPending || register.isPending
  const failed = login.isError || register.isError
  // A disabled form drops the focus; after a refusal it goes back to where the correction is made.
  useEffect(() => {
    if (failed && !busy) form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus()
  }, [failed, busy])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Without the rules, which come after the screen's own code, the server judges alone.
    const rules = await loadRules().catch(() => null)
    const found: FormErrors<Registration> = (mode === 'signIn' ? rules?.credentialErrors(fields) : rules?.registrationErrors(fields)) ?? {}
    setErrors(found)
    const [firstWrong] = (['firstName', 'lastName', 'email', 'password'] as const).filter((name) => found[name])
    if (firstWrong) {
      form.current?.querySelector<HTMLInputElement>(`[name="${firstWrong}"]`)?.focus()
      return
    }
    const credentials = { email: fields.email.trim(), password: fields.password }
    if (mode === 'signIn') signIn(credentials)
    else createAccount({ ...credentials, firstName: fields.firstName.trim(), lastName: fields.lastName.trim() })
  }

  const switchMode = () => {
    setMode(words[mode].switchTo)
    setErrors({})
    login.reset()
    register.reset()
  }

  /** Value, error and change of one field; its error goes as soon as it is corrected. */
  const input = (name: keyof Registration) => ({
    name,
    value: fields[name],
    required: true,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      setFields((filled) => ({ ...filled, [name]: target.value }))
      setErrors(({ [name]: _, ...others }) => others)
    },
  })

  if (secondStep)
    return (
      <Card className="w-full max-w-md sm:p-8">
        <PageTitle>Sign In</PageTitle>
        <Suspense fallback={null}>
          <SecondStepForm step={secondStep} onSignedIn={welcome} onBack={() => setSecondStep(null)} />
        </Suspense>
      </Card>
    )

  const { title, lead, switchLead, switchLabel } = words[mode]
  return (
    <div className="grid w-full max-w-md gap-4">
      <PageTitle>{mode === 'signIn' ? 'Sign In' : 'Create Account'}</PageTitle>
      <Card className="sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
        <p className="mt-1 text-muted">{lead}</p>
        <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6" aria-label={title}>
          <fieldset disabled={busy} className="grid gap-5">
            {mode === 'createAccount' && (
              <div className="grid gap-5 sm:grid-cols-2">
                <Field label="First name" error={errors.firstName}>
                  {(control) => <Input {...control} {...input('firstName')} autoComplete="given-name" maxLength={MAX_NAME_LENGTH} />}
                </Field>
                <Field label="Last name" error={errors.lastName}>
                  {(control) => <Input {...control} {...input('lastName')} autoComplete="family-name" maxLength={MAX_NAME_LENGTH} />}
                </Field>
              </div>
            )}
            <Field label="Email" error={errors.email}>
              {(control) => <Input {...control} {...input('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />}
            </Field>
            <Field label="Password" error={errors.password} {...(mode === 'createAccount' && { hint: 'At least 6 characters' })}>
              {(control) => (
                <Input
                  {...control}
                  {...input('password')}
                  type="password"
                  autoComplete={mode === 'signIn' ? 'current-password' : 'new-password'}
                  maxLength={200}
                />
              )}
            </Field>
            <Button type="submit" size="lg" wide loading={busy}>
              {busy ? 'Loading...' : title}
            </Button>
          </fieldset>
        </form>
        {mode === 'signIn' && (
          <Button variant="secondary" size="lg" wide className="mt-3" loading={passkey.isPending} onClick={() => passkey.mutate()}>
            Use a passkey
          </Button>
        )}
        <p className="mt-5 flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
          {switchLead}
          <Button variant="link" size="sm" onClick={switchMode}>
            {switchLabel}
          </Button>
        </p>
      </Card>
      {/* A full page load: the landing page for visitors is not part of the app. */}
      <a href={paths.home()} className={buttonClasses({ variant: 'ghost' })}>
        Back to Home
      </a>
    </div>
  )
}
