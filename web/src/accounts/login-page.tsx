import type { SecondStep } from '@medicready/domain/contract/accounts/second-factors'
import { useEffect, useState } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router-dom'
import { ApiError, serverMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { useWrite } from '../api/write.ts'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { EmailField, PasswordField } from '../shared/account-fields.tsx'
import { Button, buttonClasses } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { toast } from '../ui/toast.tsx'
import { type Credentials, useLogin, usePasskeySignIn } from './session-commands.ts'

const CreateAccountForm = lazyPart(() => import('./create-account-form.tsx'))

const SecondStepForm = lazyPart(() => import('./second-step.tsx'))

/** Loaded after the page, which is the first that a visitor opens. */
const loadSchema = async () => (await import('@medicready/domain/contract/accounts/forms')).SignIn

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
        <Part fallback={null}>
          <SecondStepForm step={secondStep} onSignedIn={welcome} onBack={() => setSecondStep(null)} />
        </Part>
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
          <Part fallback={<div className="min-h-96" />}>
            <CreateAccountForm
              initial={credentials}
              onFill={setCredentials}
              onCreated={({ email }) => {
                setCredentials({ email, password: '' })
                setMode('signIn')
              }}
            />
          </Part>
        )}
        {mode === 'signIn' && (
          <Button
            variant="secondary"
            size="lg"
            wide
            className="mt-3"
            loading={passkey.isPending}
            onClick={() => passkey.mutate()}
            label="Use a passkey"
          />
        )}
        <p className="mt-5 flex flex-wrap items-center justify-center gap-x-1 text-sm text-muted">
          {switchLead}
          <Button variant="link" size="sm" onClick={() => setMode(switchTo)} label={switchLabel} />
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

const failureWords = (error: unknown) => serverMessage(error) ?? (error instanceof ApiError ? 'Authentication failed' : 'Failed to login')

const RESEND_OFFER_DURATION_MS = 10_000

interface SignInFormProps {
  initial: Credentials
  onFill: (credentials: Credentials) => void
  onSignedIn: () => void
  /** The password was right; the account needs a second factor. */
  onSecondStep: (step: SecondStep) => void
}

function SignInForm({ initial, onFill, onSignedIn, onSecondStep }: SignInFormProps) {
  const login = useLogin()
  const resend = useWrite('POST /api/auth/resend-verification')

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

  const { form, fields, field, isSending } = useForm({
    schema: loadSchema,
    initial,
    send: async (body) => {
      const answer = await login.mutateAsync({ body })
      if (answer.ok) onSignedIn()
      else onSecondStep(answer.secondFactor)
    },
    onRefused: (error, { focus }) => {
      focus('password')
      const notVerified = error instanceof ApiError && error.body?.emailNotVerified
      toast({
        title: notVerified ? 'Email not verified' : 'Error',
        description: failureWords(error),
        variant: 'destructive',
        ...(notVerified && {
          duration: RESEND_OFFER_DURATION_MS,
          action: { label: 'Resend Email', onSelect: () => resendTo({ email: fields.email.trim(), password: fields.password }) },
        }),
      })
    },
  })
  const { email, password } = fields
  useEffect(() => onFill({ email, password }), [email, password, onFill])

  return (
    <form {...form} className="mt-6" aria-label={words.signIn.title}>
      <fieldset disabled={isSending} className="grid gap-5">
        <EmailField {...field('email')} />
        <div className="grid gap-1.5">
          <PasswordField {...field('password')} label="Password" />
          <Link to={paths.forgotPassword()} className="justify-self-end py-1 text-sm text-brand underline-offset-4 hover:underline">
            Forgot your password?
          </Link>
        </div>
        <Button type="submit" size="lg" wide loading={isSending} busy="Loading..." label={words.signIn.title} />
      </fieldset>
    </form>
  )
}
