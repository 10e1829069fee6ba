import { type PaidTier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/billing'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { isSignedOut, quietWhenSignedOut, serverMessage } from '../api/errors.ts'
import { useLeaving } from '../api/leaving.ts'
import { pagesQuery } from '../api/pages.ts'
import { rooms, sharedData } from '../api/query-keys.ts'
import { readQuery, readWithHeaders } from '../api/read.ts'
import { sessionQuery } from '../api/session.ts'
import { toastFailure, useWrite } from '../api/write.ts'
import { SIGN_IN_ADDRESS } from '../paths.ts'
import { toast } from '../ui/toast.tsx'
import { carriedPromoCode } from './checkout-choice.ts'

/** Payments and other windows change it. */
export const planQuery = { ...quietWhenSignedOut, ...sharedData, ...readQuery([...rooms.billing, 'plan'], 'GET /api/subscription') }

export const invoicesQuery = pagesQuery([...rooms.billing, 'invoices'], (query, page) =>
  readWithHeaders(query, 'GET /api/subscription/invoices', page),
)

export async function refreshTier(queries: QueryClient): Promise<void> {
  await queries.invalidateQueries({ queryKey: sessionQuery.queryKey })
  // Includes screens that are not shown, so that they do not open with old limits.
  await queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })
  await queries.invalidateQueries()
}

const refreshPlan = (queries: QueryClient) => queries.invalidateQueries({ queryKey: rooms.billing, refetchType: 'all' })

/** Buying a plan has its own message for visitors. */
const tellSignedOut = () => {
  const action = { label: 'Log in', onSelect: () => window.location.assign(SIGN_IN_ADDRESS) }
  toast({ title: 'Authentication Required', description: 'Please log in to upgrade your subscription.', variant: 'destructive', action })
}

export function useOpenPortal() {
  const { isLeaving, leaveTo } = useLeaving()
  const portal = useWrite('POST /api/subscription/portal', {
    onSuccess: ({ url }) => leaveTo(url),
    onError: (error) => toastFailure(error),
  })
  return { isPending: portal.isPending || isLeaving, press: () => portal.mutate(undefined) }
}

export function useCheckout() {
  const queries = useQueryClient()
  const { isLeaving, leaveTo } = useLeaving()
  const checkout = useWrite('POST /api/subscription/checkout', {
    ...quietWhenSignedOut,
    onSuccess: ({ url }) => leaveTo(url),
    onError: (error) => {
      if (isSignedOut(error)) return tellSignedOut()
      toastFailure(error, serverMessage(error) ?? 'Failed to process upgrade. Please try again.')
      // A plan may have been bought in another window meanwhile.
      void refreshPlan(queries)
    },
  })
  const isPending = checkout.isPending || isLeaving
  const press = (tier: PaidTier) => {
    const promoCode = carriedPromoCode()
    if (!isPending) checkout.mutate({ body: { tier, ...(promoCode !== null && { promoCode }) } })
  }
  return { isPending, press }
}

const ASK_AGAIN_MS = 1_000
const MOST_TRIES = 20

/** Polls, because the payment provider may take a while. Answers whether the change arrived. */
async function planBecomes(queries: QueryClient, isAsAsked: (plan: Subscription) => boolean): Promise<boolean> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    if (tries > 0) await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))
    const plan = await queries.fetchQuery({ ...planQuery, staleTime: 0 }).catch(() => null)
    if (plan && isAsAsked(plan)) return true
  }
  return false
}

interface Asked {
  readonly isAsAsked: (plan: Subscription) => boolean
  readonly title: string
  readonly description: string
  readonly onSettled?: () => void
}

function settling(queries: QueryClient, { isAsAsked, title, description, onSettled }: Asked) {
  return {
    onSuccess: async () => {
      const came = await planBecomes(queries, isAsAsked)
      toast(
        came ? { title, description } : { title: 'Under way', description: 'It appears here as soon as the payment provider confirms it.' },
      )
      onSettled?.()
      void refreshPlan(queries)
    },
    onError: (error: Error) => {
      toastFailure(error)
      onSettled?.()
      void refreshPlan(queries)
    },
  }
}

function usePlanAction(key: 'POST /api/subscription/cancel' | 'POST /api/subscription/resume', asked: Asked) {
  const { isPending, mutate } = useWrite(key, settling(useQueryClient(), asked))
  return { isPending, press: () => mutate(undefined) }
}

export const useCancelPlan = (onSettled: () => void) =>
  usePlanAction('POST /api/subscription/cancel', {
    isAsAsked: ({ may }) => !may.includes('cancel'),
    title: 'Plan cancelled',
    description: 'You will not be charged again. You keep full access until the period ends.',
    onSettled,
  })

export const useResumePlan = () =>
  usePlanAction('POST /api/subscription/resume', {
    isAsAsked: ({ may }) => !may.includes('resume'),
    title: 'Your plan continues',
    description: 'It renews as before.',
  })

export function useChangePlan(tier: PaidTier, onSettled?: () => void) {
  const settled = settling(useQueryClient(), {
    isAsAsked: ({ paidTier, scheduledChange }) => (scheduledChange?.tier ?? paidTier) === tier,
    title: 'Plan changed',
    description: `Your plan continues with ${tiers[tier].label}.`,
    ...(onSettled && { onSettled }),
  })
  const change = useWrite('POST /api/subscription/change', {
    ...quietWhenSignedOut,
    ...settled,
    onError: (error) => {
      if (isSignedOut(error)) tellSignedOut()
      settled.onError(error)
    },
  })
  return { isPending: change.isPending, press: () => change.mutate({ body: { tier } }) }
}

export function useMoneyBack(onSettled: () => void) {
  const settled = settling(useQueryClient(), {
    isAsAsked: ({ paidTier }) => paidTier === null,
    title: 'Your refund is on its way',
    description: 'Processing takes 5-7 business days.',
    onSettled,
  })
  const moneyBack = useWrite('POST /api/subscription/money-back', {
    ...settled,
    onSuccess: async ({ refund }) => {
      await settled.onSuccess()
      if (refund.isDelayed)
        toast({ title: 'Your plan has ended', description: 'Your payment is disputed. We refund it after your bank decides.' })
    },
  })
  return { isPending: moneyBack.isPending, press: () => moneyBack.mutate(undefined) }
}
