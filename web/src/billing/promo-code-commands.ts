import type { DiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isSignedOut, serverMessage } from '../api/errors.ts'
import { rooms } from '../api/rooms.ts'
import { sessionQuery } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.tsx'

/** So long is it shown that a free subscription is there, before its dashboard is. */
const ACTIVATED_MS = 1_500

interface Validation {
  readonly onValid: (code: DiscountCode) => void
  readonly refuse: (title: string, description: string) => void
}

/** Asks what a code gives. */
export function useValidateCode({ onValid, refuse }: Validation) {
  const validation = useWrite('POST /api/discount-codes/validate', {
    onSuccess: ({ discountCode, error }) => {
      if (discountCode) onValid(discountCode)
      else refuse('Invalid Code', error ?? 'This discount code is not valid')
    },
    onError: (error) => {
      if (!isSignedOut(error)) refuse('Error', serverMessage(error) ?? 'Failed to validate discount code')
    },
  })
  return { isPending: validation.isPending, validate: (code: string) => validation.mutate({ body: { code } }) }
}

/** Activates the free subscription of a code, and goes to the dashboard with it. */
export function useActivateCode() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const activation = useWrite('POST /api/discount-codes/use', {
    onSuccess: () => {
      setIsLeaving(true)
      toast({ title: 'Free Subscription Activated!', description: 'Everything of your new plan is open to you now.' })
      leaving.current = setTimeout(() => {
        // The frame shows the tier too; asked anew only now, so that this page does not change under the notice.
        for (const queryKey of [sessionQuery.queryKey, rooms.billing, rooms.study]) void queries.invalidateQueries({ queryKey })
        navigate(paths.dashboard())
      }, ACTIVATED_MS)
    },
    onError: (error) => {
      if (isSignedOut(error)) return
      toast({ title: 'Error', description: serverMessage(error) ?? 'Failed to activate subscription', variant: 'destructive' })
    },
  })
  const isPending = activation.isPending || isLeaving
  return { isPending, activate: (code: string) => isPending || activation.mutate({ body: { code } }) }
}
