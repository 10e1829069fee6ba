import type { SecondStep } from '@medicready/domain/contract/accounts/second-factors'
import { type FormEvent, lazy, Suspense, useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError, serverMessage } from '../api/errors.ts'
import { PageTitle } from '../app/page-title.tsx'
import { paths } from '../paths.ts'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { useLogin, usePasskeySignIn, useResendVerification } from './commands.ts'
import type { Credentials } from './form-rules.ts'
import { useForm } from './use-form.ts'

/** Who comes to sign in need not wait for it. */
const CreateAccountForm = lazy(() => import('./create-account-form.tsx'))

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

/** Sign in, or create an account: who comes by `?create` has none yet. */
export default function LoginPage() {
  const [search] = useSearchParams()
  const [mode, setMode] = useState<Mode>(search.has('create') ? 'createAccount' : 'signIn')
  const [credentials, setCredentials] = useState<Credentials>({ email: '', password: '' })
  const passkey = usePasskeySignIn(() => welcome())
  const [secondStep, setSecondStep] = useState<SecondStep | null>(null)
  const navigate = useNavigate()

  const welcome = () => {
    toast({ title: 'Welcome back!', description: 'You have successfully logged in.' })
    navigate(paths.home())
  }

  if (secondStep)
    return (
      <Card className="w-full max-w-md sm:p-8">
        <PageTitle>Sign In</PageTitle>
        <Suspense fallback={null}>
          <SecondStepForm step={secondStep} onSignedIn={welcome} onBack={() => setSecondStep(null)} />
        </Suspense>
      </Card>
    )

  const { title, lead, switchTo, switchLead, switchLabel } = words[mode]
  return (
    <div className="grid w-full max-w-md gap-4">
      <PageTitle>{mode === 'signIn' ? 'Sign In' : 'Create Account'}</PageTitle>
      <Card className="sm:p-8">
        <h1 className="text-2xl font-bold tracking-tight">{title}</h1>
        <p className="mt-1 text-muted">{lead}</p>
        {mode === 'signIn' ? (
          <SignInForm initial={credentials} onFill={setCredentials} onSignedIn={welcome} onSecondStep={setSecondStep} />
        ) : (
          <Suspense fallback={<div className="min-h-96" />}>
            <CreateAccountForm
              initial={credentials}
              onFill={setCredentials}
              onCreated={({ email }) => {
                setCredentials({ email, password: '' })
                setMode('signIn')
              }}
            />
          </Suspense>
        )}
        {mode === 'signIn' && (
          <Button variant="secondary" size="lg" wide className="mt-3" loading={passkey.isPending} onClick={() => passkey.mutate()}>
            Use a passkey
          </Button>
        )}
        <p className="mt-5 flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
          {switchLead}
          <Button variant="link" size="sm" onClick={() => setMode(switchTo)}>
            {switchLabel}
          </Button>
        </p>
      </Card>
      <div className="flex justify-center gap-2">
        {/* A full page load: the landing page for visitors is not part of the app. */}
        <a href={paths.home()} className={buttonClasses({ variant: 'ghost' })}>
          Back to Home
        </a>
        <Link to={paths.legal()} className={buttonClasses({ variant: 'ghost' })}>
          Legal
        </Link>
      </div>
    </div>
  )
}

/** The server's words; else that it refused; else that nothing came back. */
const failureWords = (error: Error) => serverMessage(error) ?? (error instanceof ApiError ? 'Authentication failed' : 'Failed to login')

/** A notice that asks for a press stays long enough to be read and pressed. */
const RESEND_OFFER_DURATION_MS = 10_000

interface SignInFormProps {
  initial: Credentials
  /** What is typed is kept when the form gives way to the other. */
  onFill: (credentials: Credentials) => void
  onSignedIn: () => void
  /** The password was right, and something else has to be shown besides. */
  onSecondStep: (step: SecondStep) => void
}

function SignInForm({ initial, onFill, onSignedIn, onSecondStep }: SignInFormProps) {
  const { form, fields, errors, check, input } = useForm({ ...initial })
  const login = useLogin()
  const resend = useResendVerification()
  useEffect(() => onFill(fields), [fields, onFill])

  const resendTo = (body: Credentials) =>
    resend.mutate(
      { body },
      {
        onSuccess: ({ success, message }) =>
          toast(
            success
              ? { title: 'Email sent!', description: 'Verification email has been resent. Please check your inbox.' }
              : { title: 'Please wait', description: message },
          ),
        onError: (error) =>
          toast({ title: 'Error', description: serverMessage(error) ?? 'Failed to resend verification email', variant: 'destructive' }),
      },
    )

  const signIn = (body: Credentials) =>
    login.mutate(
      { body },
      {
        onSuccess: (answer) => (answer.ok ? onSignedIn() : onSecondStep(answer.secondFactor)),
        onError: (error) => {
          if (error instanceof ApiError && error.body?.emailNotVerified)
            toast({
              title: 'Email not verified',
              description: failureWords(error),
              variant: 'destructive',
              duration: RESEND_OFFER_DURATION_MS,
              action: { label: 'Resend Email', onSelect: () => resendTo(body) },
            })
          else toast({ title: 'Error', description: failureWords(error), variant: 'destructive' })
        },
      },
    )

  const { isPending, isError } = login
  // A disabled form drops the focus; after a refusal it goes back to where the correction is made.
  useEffect(() => {
    if (isError && !isPending) form.current?.querySelector<HTMLInputElement>('[name="password"]')?.focus()
  }, [isError, isPending, form])

  useEffect(() => {
    // Only ahead of time: if it fails here, it is tried again with the form.
    loadRules().catch(() => undefined)
  }, [])

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    // Without the rules, which come after the screen's own code, the server judges alone.
    const rules = await loadRules().catch(() => null)
    if (check(rules?.credentialErrors(fields) ?? {})) signIn({ email: fields.email.trim(), password: fields.password })
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6" aria-label={words.signIn.title}>
      <fieldset disabled={isPending} className="grid gap-5">
        <Field label="Email" error={errors.email}>
          {(control) => <Input {...control} {...input('email')} type="email" autoComplete="email" inputMode="email" maxLength={254} />}
        </Field>
        <div className="grid gap-1.5">
          <Field label="Password" error={errors.password}>
            {(control) => <Input {...control} {...input('password')} type="password" autoComplete="current-password" maxLength={200} />}
          </Field>
          <Link to={paths.forgotPassword()} className="justify-self-end py-1 text-sm text-brand underline-offset-4 hover:underline">
            Forgot your password?
          </Link>
        </div>
        <Button type="submit" size="lg" wide loading={isPending}>
          {isPending ? 'Loading...' : words.signIn.title}
        </Button>
      </fieldset>
    </form>
  )
}
