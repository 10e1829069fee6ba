import { MAX_FACTOR_NAME_LENGTH, type UserRole } from '@medicready/domain/accounts/shown/rules'
import { CodeOnly, PasswordOnly } from '@medicready/domain/contract/accounts/forms'
import type { SecondFactors } from '@medicready/domain/contract/accounts/second-factors'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Fingerprint, Smartphone } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { authToken } from '../api/auth-token.ts'
import type { Response } from '../api/client.ts'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { Loaded } from '../api/loaded.tsx'
import { readQuery } from '../api/read.ts'
import { useUser } from '../api/session.ts'
import { useRefetching, useWrite } from '../api/write.ts'
import { PasswordField } from '../shared/account-fields.tsx'
import { Banner } from '../ui/banner.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { saveFile } from '../ui/save-file.ts'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf, dayOf } from '../ui/words.ts'
import { passkeyFailure } from './session-commands.ts'

const holders: Record<UserRole, string> = {
  student: 'You',
  educator: 'Educators',
  tutor: 'Tutors',
  analyst: 'Analysts',
  admin: 'Administrators',
}

export function SecondFactorSection() {
  const { role, secondFactorRequired } = useUser()
  return (
    <Card
      heading="Second factor"
      lead="With a passkey or an authenticator app, a stolen password is not enough to get into your account."
      className="grid gap-4"
    >
      {secondFactorRequired && (
        <Banner tone="warn" title={`${holders[role]} need a second factor.`}>
          Add one here to open the pages of your role.
        </Banner>
      )}
      <Loaded skeleton={<SkeletonRows rows={2} className="h-16" />} failure="Your second factors could not be loaded.">
        <Factors />
      </Loaded>
    </Card>
  )
}

type Open = { what: 'passkey' | 'app' | 'codes' } | { what: 'remove'; factor: Factor } | { what: 'shown'; codes: readonly string[] }

const words: Record<Open['what'], { title: string; description: string }> = {
  passkey: {
    title: 'Add a passkey',
    description: 'Your device asks for your fingerprint, face, or PIN. All other devices are signed out.',
  },
  app: {
    title: 'Add an authenticator app',
    description: 'An app that shows a new code every 30 seconds. All other devices are signed out.',
  },
  codes: { title: 'Make new recovery codes', description: 'Your current codes will stop working.' },
  remove: { title: 'Remove it?', description: 'You no longer need it to sign in. All other devices are signed out.' },
  shown: {
    title: 'Your recovery codes',
    description: 'If you lose your device, you can use each code once in its place. We show them only now, so keep them somewhere safe.',
  },
}

function Factors() {
  const { factors, recoveryCodesLeft } = useSuspenseQuery(secondFactorsQuery).data
  const [open, setOpen] = useState<Open | null>(null)
  const close = () => setOpen(null)

  const added = (codes: readonly string[] | null) => {
    toast({ title: 'Second factor added', description: 'You need it to sign in from now on.' })
    setOpen(codes ? { what: 'shown', codes } : null)
  }

  return (
    <>
      {factors.length > 0 && (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {factors.map((factor) => (
            <FactorRow key={factor.id} factor={factor} onRemove={() => setOpen({ what: 'remove', factor })} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant={factors.length === 0 ? 'primary' : 'secondary'}
          onClick={() => setOpen({ what: 'passkey' })}
          label="Add a passkey"
        />
        <Button variant="secondary" onClick={() => setOpen({ what: 'app' })} label="Add an authenticator app" />
      </div>
      {factors.length > 0 && (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-sm text-muted">
            {recoveryCodesLeft === 0 ? 'You have no recovery codes.' : `You have ${countOf(recoveryCodesLeft, 'recovery code')} left.`}
          </p>
          <Button variant="secondary" size="sm" onClick={() => setOpen({ what: 'codes' })} label="Make new recovery codes" />
        </div>
      )}
      <Dialog open={open !== null} onOpenChange={(isOpen) => !isOpen && close()} {...words[open?.what ?? 'passkey']}>
        {open?.what === 'passkey' && <AddPasskey onAdded={added} />}
        {open?.what === 'app' && <AddAuthenticatorApp onAdded={added} />}
        {open?.what === 'codes' && <MakeCodes onMade={(codes) => setOpen({ what: 'shown', codes })} />}
        {open?.what === 'remove' && <Remove factor={open.factor} onRemoved={close} />}
        {open?.what === 'shown' && <RecoveryCodes codes={open.codes} onKept={close} />}
      </Dialog>
    </>
  )
}

const kinds = { passkey: { words: 'Passkey', icon: Fingerprint }, totp: { words: 'Authenticator app', icon: Smartphone } } as const

function FactorRow({ factor, onRemove }: { factor: Factor; onRemove: () => void }) {
  const { words, icon: Icon } = kinds[factor.kind]
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-pill bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-40 flex-1">
        <p className="font-medium break-words">{factor.name}</p>
        <p className="text-sm text-muted">
          {words}, added on {dayOf(factor.addedAt)}
        </p>
      </div>
      <Button variant="secondary" size="sm" aria-label={`Remove ${factor.name}`} onClick={onRemove} label="Remove" />
    </li>
  )
}

function MakeCodes({ onMade }: { onMade: (codes: readonly string[]) => void }) {
  const make = useWrite('POST /api/user/second-factors/recovery-codes', useRefetching(secondFactorsQuery.queryKey))
  const confirm = async (password: string) => onMade((await make.mutateAsync({ body: { password } })).recoveryCodes)
  return <ConfirmedForm label="Make new codes" busyLabel="Making..." onConfirm={confirm} failure={friendlyMessage} />
}

function Remove({ factor, onRemoved }: { factor: Factor; onRemoved: () => void }) {
  const remove = useWrite('POST /api/user/second-factors/{id}/remove', useRenewal())
  const confirm = async (password: string) => {
    await remove.mutateAsync({ params: { id: factor.id }, body: { password } })
    toast({ title: 'Removed', description: `${factor.name} no longer works for your account.` })
    onRemoved()
  }
  return (
    <ConfirmedForm
      label={`Remove ${factor.name}`}
      busyLabel="Removing..."
      variant="destructive"
      onConfirm={confirm}
      failure={friendlyMessage}
    />
  )
}

function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const text = `${PRODUCT_NAME} recovery codes, each works once:\n\n${codes.join('\n')}\n`

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Copied', description: 'Keep the codes where only you can find them.' })
    } catch {
      toast({ title: 'Error', description: 'We could not copy the codes. Please write them down.', variant: 'destructive' })
    }
  }

  return (
    <div className="grid gap-5">
      <ul aria-label="Recovery codes" className="grid gap-2 rounded-control bg-sunken p-4 font-mono sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => void copy()} label="Copy" />
        <Button
          variant="secondary"
          onClick={() => saveFile('recovery-codes.txt', new Blob([text], { type: 'text/plain' }))}
          label="Download"
        />
        <Button onClick={onKept} label="I have kept them" />
      </div>
    </div>
  )
}

function AddPasskey({ onAdded }: { onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const [name, setName] = useState('My passkey')
  const begin = useWrite('POST /api/user/second-factors/passkeys/begin')
  const add = useWrite('POST /api/user/second-factors/passkeys', useRenewal())

  const confirm = async (password: string) => {
    const { ticket, passkeyOptions } = await begin.mutateAsync({ body: { password } })
    const { makePasskey } = await import('./passkeys.ts')
    const passkey = await makePasskey(passkeyOptions)
    const { recoveryCodes } = await add.mutateAsync({ body: { ticket, name: name.trim() || 'My passkey', passkey } })
    onAdded(recoveryCodes)
  }

  return (
    <ConfirmedForm label="Continue" busyLabel="Waiting for your device..." onConfirm={confirm} failure={passkeyFailure}>
      <TextField label="Name" hint="A name to recognize it by" value={name} onChange={setName} maxLength={MAX_FACTOR_NAME_LENGTH} />
    </ConfirmedForm>
  )
}

const QrCode = lazyPart(() => import('./qr-code.tsx'))

type Begun = Response<'POST /api/user/second-factors/totp/begin'>

function AddAuthenticatorApp({ onAdded }: { onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = useWrite('POST /api/user/second-factors/totp/begin')
  if (begun) return <EnterCode begun={begun} onAdded={onAdded} />
  const confirm = async (password: string) => setBegun(await begin.mutateAsync({ body: { password } }))
  return <ConfirmedForm label="Continue" busyLabel="Loading..." onConfirm={confirm} failure={friendlyMessage} />
}

/** Groups of four are easier to type. */
const inGroups = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ')

function EnterCode({ begun, onAdded }: { begun: Begun; onAdded: (recoveryCodes: readonly string[] | null) => void }) {
  const add = useWrite('POST /api/user/second-factors/totp', useRenewal())
  const { form, field, isSending } = useForm({
    schema: CodeOnly,
    initial: { code: '' },
    send: async ({ code }) => {
      const { recoveryCodes } = await add.mutateAsync({ body: { ticket: begun.ticket, name: 'Authenticator app', code } })
      onAdded(recoveryCodes)
    },
    onRefused: (error, { showAt }) => showAt('code', friendlyMessage(error)),
  })
  const { ref } = form
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref])

  return (
    <form {...form} className="grid gap-5">
      <p className="text-sm">
        Scan this code with your authenticator app, or enter the key by hand. Then enter the code that the app shows.
      </p>
      <div className="flex flex-wrap items-center gap-4">
        <Part fallback={<div className="size-48 rounded-control bg-sunken" />}>
          <QrCode text={begun.uri} label="QR code for your authenticator app" />
        </Part>
        <p className="min-w-40 flex-1 text-sm text-muted">
          Key
          <code className="mt-1 block font-mono text-base break-words text-ink select-all">{inGroups(begun.secret)}</code>
        </p>
      </div>
      <TextField
        {...field('code')}
        label="Code"
        hint="Six digits"
        required
        autoComplete="one-time-code"
        inputMode="numeric"
        maxLength={10}
      />
      <Button type="submit" loading={isSending} busy="Adding..." label="Add authenticator app" />
    </form>
  )
}

type Factor = SecondFactors['factors'][number]

export const secondFactorsQuery = readQuery(['accounts', 'second-factors'], 'GET /api/user/second-factors')

/** Each change issues a new token for this session and signs out all other devices. */
function useRenewal() {
  const queries = useQueryClient()
  const onSuccess = ({ token }: { token: string }) => {
    authToken.keep(token)
    void queries.invalidateQueries({ queryKey: ['accounts'] })
  }
  return { onSuccess }
}

interface ConfirmedFormProps {
  label: string
  busyLabel: string
  variant?: 'primary' | 'destructive'
  children?: ReactNode
  onConfirm: (password: string) => Promise<unknown>
  failure: (error: unknown) => string
}

/** Asks for the password again, so that an unattended screen cannot make the change. */
function ConfirmedForm({ label, busyLabel, variant = 'primary', children, onConfirm, failure }: ConfirmedFormProps) {
  const { form, field, messageAt, isSending } = useForm({
    schema: PasswordOnly,
    initial: { password: '' },
    send: ({ password }) => onConfirm(password),
    onRefused: (error, { showAt }) =>
      showAt(error instanceof ApiError && error.code === 'passwordWrong' ? 'password' : 'root', failure(error)),
  })
  const refusal = messageAt('root')
  return (
    <form {...form} className="grid gap-5">
      {children}
      <PasswordField {...field('password')} />
      {refusal && (
        <p role="alert" className="text-sm text-bad">
          {refusal}
        </p>
      )}
      <Button type="submit" variant={variant} loading={isSending} busy={busyLabel} label={label} />
    </form>
  )
}
