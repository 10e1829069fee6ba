import { useEffect, useState } from 'react'
import { toastFailure, useWrite } from '../api/write.ts'
import { keep, ofThisTab } from '../ui/kept.ts'
import { useRefreshing } from './commands.ts'

/** Key of the id of the request that this tab went to pay for. */
export const PAID_REQUEST = 'tutoringPayment'

/** However often it is pressed, the payment page opens once. After the browser's Back the button works again. */
export function usePayment() {
  const [isLeaving, setIsLeaving] = useState(false)
  const { onError } = useRefreshing()
  const checkout = useWrite('POST /api/tutoring-requests/{id}/checkout', {
    onSuccess: ({ url }, { params }) => {
      setIsLeaving(true)
      keep(ofThisTab, PAID_REQUEST, params.id)
      window.location.assign(url)
    },
    onError: (error) => {
      toastFailure(error)
      onError()
    },
  })
  useEffect(() => {
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIsLeaving(false)
    }
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])
  const isPending = checkout.isPending || isLeaving
  return { isPending, pay: (id: string) => isPending || checkout.mutate({ params: { id } }) }
}
