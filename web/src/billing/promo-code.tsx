import { CODE_MAX_LENGTH, discountInWords } from '@medicready/domain/billing/discount-rules'
import type { DiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import { useQueryClient } from '@tanstack/react-query'
import { TicketPercent } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { isSignedOut, serverMessage } from '../api/errors.ts'
import { rooms } from '../api/query-keys.ts'
import { sessionQuery } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Field, Input } from '../ui/field.tsx'
import { toast } from '../ui/toast.tsx'
import { carriedPromoCode, carryPromoCode } from './checkout-choice.ts'

const ACTIVATED_MS = 1_500

interface Validation {
  readonly onValid: (code: DiscountCode) => void
  readonly refuse: (title: string, description: string) => void
}

function useValidateCode({ onValid, refuse }: Validation) {
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
    onError: (error) => {
      if (isSignedOut(error)) return
      toast({ title: 'Error', description: serverMessage(error) ?? 'Failed to activate subscription', variant: 'destructive' })
    },
  })
  const isPending = activation.isPending || isLeaving
  return { isPending, activate: (code: string) => isPending || activation.mutate({ body: { code } }) }
}

const ENTER_CODE = 'Please enter a discount code'

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
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const refuse = (title: string, description: string) => {
    setError(description)
    toast({ title, description, variant: 'destructive' })
    input.current?.focus()
  }
  const { isPending, validate } = useValidateCode({ onValid, refuse })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (isPending) return
    if (code.trim() === '') refuse('Enter Code', ENTER_CODE)
    else validate(code.trim())
  }
  return (
    <form noValidate onSubmit={send} className="flex max-w-xl flex-wrap items-start gap-3">
      <div className="min-w-48 flex-1">
        <Field label="Enter a promo code" error={error}>
          {(control) => (
            <Input
              {...control}
              ref={input}
              name="promoCode"
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={CODE_MAX_LENGTH}
              value={code}
              onChange={({ target }) => {
                setCode(target.value.toUpperCase())
                setError(undefined)
              }}
            />
          )}
        </Field>
      </div>
      {/* Aligned with the field, below its label. */}
      <Button type="submit" variant="secondary" className="mt-6.5" loading={isPending} busy="Checking..." label="Apply" />
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
