import { CODE_MAX_LENGTH, discountInWords } from '@medicready/domain/billing/shown/discount-rules'
import type { DiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { useQueryClient } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isSignedOut, serverMessage } from '../api/errors.ts'
import { useForm } from '../api/form.ts'
import { rooms } from '../api/query-keys.ts'
import { sessionQuery } from '../api/session.ts'
import { toastFailure, useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { TextField } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { carriedPromoCode, carryPromoCode } from './checkout-choice.ts'

const ACTIVATED_MS = 1_500

const loadSchema = async () => (await import('@medicready/domain/contract/billing/forms')).TypedCode

function useActivateCode() {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isLeaving, setIsLeaving] = useState(false)
  useEffect(() => () => clearTimeout(leaving.current), [])
  const activation = useWrite('POST /api/discount-codes/use', {
    onSuccess: () => {
      setIsLeaving(true)
      toast({ title: 'Free Subscription Activated!', description: 'Your new plan is active.' })
      leaving.current = setTimeout(() => {
        // The frame shows the tier too. Refetched only now, so that this page does not change under the notice.
        for (const queryKey of [sessionQuery.queryKey, rooms.billing, rooms.study]) void queries.invalidateQueries({ queryKey })
        navigate(paths.dashboard())
      }, ACTIVATED_MS)
    },
    onError: (error) => toastFailure(error, serverMessage(error) ?? 'Failed to activate subscription'),
  })
  const isPending = activation.isPending || isLeaving
  return { isPending, activate: (code: string) => isPending || activation.mutate({ body: { code } }) }
}

export function PromoCode() {
  const [applied, setApplied] = useState<DiscountCode | null>(null)
  const [carried, setCarried] = useState(carriedPromoCode)
  const isShown = applied !== null || carried !== null
  const remove = () => {
    carryPromoCode(null)
    setApplied(null)
    setCarried(null)
  }
  const apply = (code: DiscountCode) => {
    setApplied(code)
    carryPromoCode(code.discountType === 'free_subscription' ? null : code.code)
  }
  return (
    <Card heading="Promo Code" className="grid gap-3">
      {isShown ? <Applied code={applied} letters={applied?.code ?? carried ?? ''} onRemove={remove} /> : <CodeForm onValid={apply} />}
    </Card>
  )
}

function CodeForm({ onValid }: { onValid: (code: DiscountCode) => void }) {
  const validation = useWrite('POST /api/discount-codes/validate')
  const { form, field, set, isSending } = useForm({
    schema: loadSchema,
    initial: { code: '' },
    send: async (body, { showAt }) => {
      const { discountCode, error } = await validation.mutateAsync({ body })
      if (discountCode) return onValid(discountCode)
      const description = error ?? 'This discount code is not valid'
      showAt('code', description)
      toast({ title: 'Invalid Code', description, variant: 'destructive' })
    },
    onFault: (description) => toast({ title: 'Enter Code', description, variant: 'destructive' }),
    onRefused: (error, { showAt }) => {
      const description = serverMessage(error) ?? 'Failed to validate discount code'
      if (!isSignedOut(error)) showAt('code', description)
      toastFailure(error, description)
    },
  })
  return (
    <form {...form} className="flex max-w-xl flex-wrap items-start gap-3">
      <div className="min-w-48 flex-1">
        <TextField
          {...field('code')}
          label="Enter a promo code"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={CODE_MAX_LENGTH}
          onChange={(typed) => set({ code: typed.toUpperCase() })}
        />
      </div>
      {/* Aligned with the field, below its label. */}
      <Button type="submit" variant="secondary" className="mt-6.5" loading={isSending} busy="Checking..." label="Apply" />
    </form>
  )
}

interface AppliedProps {
  /** Null for a code entered before this page was loaded; the checkout shows what it gives. */
  code: DiscountCode | null
  letters: string
  onRemove: () => void
}

function Applied({ code, letters, onRemove }: AppliedProps) {
  const start = useRef<HTMLParagraphElement>(null)
  const { isPending, activate } = useActivateCode()
  const isFree = code?.discountType === 'free_subscription'
  useEffect(() => {
    // The focused field is gone.
    if (code !== null) start.current?.focus()
  }, [code])
  return (
    <div className="flex flex-wrap items-center justify-between gap-4">
      <div className="flex items-start gap-3">
        <TicketPercent aria-hidden className="mt-0.5 size-5 shrink-0 text-ok" />
        <div className="grid gap-0.5">
          <p ref={start} tabIndex={-1} className="font-semibold break-all outline-none">
            {letters}
            {code && <span className="font-normal"> · {discountInWords(code)}</span>}
          </p>
          {code && <p className="text-sm">{code.name}</p>}
          {code?.description && <p className="text-sm text-muted">{code.description}</p>}
          <p className="text-sm text-muted">
            {isFree ? 'No card is needed. It ends automatically.' : 'The discount applies at checkout, to your first payment.'}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="ghost" onClick={onRemove} label="Remove the code" />
        {isFree && <Button onClick={() => activate(letters)} loading={isPending} busy="Activating..." label="Activate" />}
      </div>
    </div>
  )
}
