import type { SignedInDevice } from '@medicready/domain/contract/accounts/accounts'
import { PasswordChange } from '@medicready/domain/contract/accounts/forms'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useRef, useState } from 'react'
import { authToken } from '../api/auth-token.ts'
import { ApiError, friendlyMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { Loaded } from '../api/loaded.tsx'
import { readQuery } from '../api/read.ts'
import { attempt, useRefetching, useWrite } from '../api/write.ts'
import { PageHead } from '../page/page-head.tsx'
import { NewPasswordField, PasswordField } from '../shared/account-fields.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { ActionDialog } from '../ui/dialog.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { agoOf, countOf, dayOf } from '../ui/words.ts'
import { AccountLinks } from './account-links.tsx'
import { SecondFactorSection, secondFactorsQuery } from './second-factor-section.tsx'

export const clientLoader = async (queries: QueryClient) => {
  void queries.prefetchQuery(secondFactorsQuery)
  void queries.prefetchQuery(devicesQuery)
}

export default function SecurityPage() {
  return (
    <div className="mx-auto grid max-w-3xl gap-6">
      <PageHead title="Security">How you sign in and where you are signed in.</PageHead>
      <PasswordSection />
      <SecondFactorSection />
      <SignedInDevices />
      <AccountLinks to={['profile', 'settings']} />
    </div>
  )
}

function PasswordSection() {
  const queries = useQueryClient()
  const change = useWrite('POST /api/user/password', {
    // All other sessions have ended; this one gets a new token.
    onSuccess: async ({ token }) => {
      authToken.keep(token)
      await queries.invalidateQueries({ queryKey: devicesQuery.queryKey })
    },
  })
  const { form, field, reset, isSending } = useForm({
    schema: PasswordChange,
    initial: { currentPassword: '', newPassword: '' },
    send: async (body) => {
      const { message } = await change.mutateAsync({ body })
      reset()
      toast({ title: 'Password changed', description: message })
    },
    onRefused: (error, { showAt }) => {
      const isAboutNew = error instanceof ApiError && error.code === 'passwordTooCommon'
      showAt(isAboutNew ? 'newPassword' : 'currentPassword', friendlyMessage(error))
    },
  })
  return (
    <Card heading="Password" lead="Changing it signs you out on all other devices." className="grid gap-4">
      <form {...form} className="grid gap-4 sm:max-w-sm" aria-label="Change password">
        <PasswordField {...field('currentPassword')} label="Current password" />
        <NewPasswordField {...field('newPassword')} />
        <Button type="submit" className="justify-self-start" loading={isSending} busy="Changing..." label="Change Password" />
      </form>
    </Card>
  )
}

/** An older list may miss a sign-in. */
const STALE_AFTER_MS = 10_000

const devicesQuery = { ...readQuery(['accounts', 'devices'], 'GET /api/user/sessions'), staleTime: STALE_AFTER_MS }

const LOOPBACK = /^(127\.|0:0:0:0::\/64$)/
const LOCAL = /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][0-9a-f]{2}:|fe80:)/

/** The common part of its addresses. */
export function networkWords(network: string): string {
  if (LOOPBACK.test(network)) return `the computer that runs ${PRODUCT_NAME}`
  const [shared] = /^[\da-f.:]+?(?=\.0\/24$|::\/64$)/.exec(network) ?? []
  if (!shared) return 'an unknown network'
  const common = network.includes(':') ? `${shared}:…` : `${shared}.…`
  return LOCAL.test(network) ? `a local network, ${common}` : `addresses ${common}`
}

const isHandheld = (device: string): boolean => /\b(iPhone|iPad|Android)$/.test(device)

function SignedInDevices() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <Card className="grid gap-4">
      <div>
        <h2 ref={heading} tabIndex={-1} className="text-lg font-semibold outline-none">
          Where you are signed in
        </h2>
        <p className="mt-1 text-sm text-muted">If you do not recognize a device, sign it out and change your password.</p>
      </div>
      <Loaded skeleton={<SkeletonRows rows={2} className="h-16" />} failure="Your devices could not be loaded.">
        <Devices onGone={() => heading.current?.focus()} />
      </Loaded>
    </Card>
  )
}

function Devices({ onGone }: { onGone: () => void }) {
  const { data: devices, dataUpdatedAt } = useSuspenseQuery(devicesQuery)
  const others = devices.filter(({ isCurrent }) => !isCurrent)
  return (
    <>
      <ul className="divide-y divide-hairline border-y border-hairline">
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} now={dataUpdatedAt} onGone={onGone} />
        ))}
      </ul>
      {others.length === 0 ? <p className="text-sm text-muted">You are signed in on this device only.</p> : <EndOthers />}
    </>
  )
}

function DeviceRow({ device, now, onGone }: { device: SignedInDevice; now: number; onGone: () => void }) {
  const endSession = useWrite('DELETE /api/user/sessions/{id}', useRefetching(devicesQuery.queryKey))
  const Icon = isHandheld(device.device) ? Smartphone : Monitor

  const signOut = () =>
    attempt(async () => {
      await endSession.mutateAsync({ params: { id: device.id } })
      toast({ title: 'Signed out', description: `${device.device} must sign in again.` })
      // The button is gone with its device, so the focus moves to the list.
      onGone()
    })

  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <span className="grid size-10 shrink-0 place-items-center rounded-pill bg-sunken text-muted">
        <Icon aria-hidden className="size-5" />
      </span>
      <div className="min-w-52 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium">
          {device.device}
          {device.isCurrent && <Badge tone="brand">This device</Badge>}
        </p>
        <p className="text-sm break-words text-muted">
          Last used {agoOf(device.lastUsedAt, now)} from {networkWords(device.network)}. Signed in on {dayOf(device.startedAt)}.
        </p>
      </div>
      {!device.isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Sign out ${device.device}`}
          loading={endSession.isPending}
          onClick={() => void signOut()}
          busy="Signing out..."
          label="Sign out"
        />
      )}
    </li>
  )
}

function EndOthers() {
  const [isAsking, setIsAsking] = useState(false)
  const endOthers = useWrite('DELETE /api/user/sessions', useRefetching(devicesQuery.queryKey))

  const signOut = () =>
    attempt(async () => {
      const { ended } = await endOthers.mutateAsync(undefined)
      setIsAsking(false)
      toast({ title: 'Signed out', description: `${countOf(ended, 'other device')} signed out.` })
    })

  return (
    <div>
      <Button variant="secondary" onClick={() => setIsAsking(true)} label="Sign out all other devices" />
      <ActionDialog
        open={isAsking}
        title="Sign out all other devices?"
        description="They must sign in again. This device stays signed in."
        keep="Cancel"
        confirm="Sign out all others"
        busy="Signing out..."
        isDestructive
        isPending={endOthers.isPending}
        onClose={() => setIsAsking(false)}
        onConfirm={() => void signOut()}
      />
    </div>
  )
}
