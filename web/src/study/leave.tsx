import { useEffect, useState } from 'react'
import { Navigate } from 'react-router-dom'
import { type ToastWords, toast } from '../ui/toast.tsx'

/** Says why there is no session, and goes where the next step is. */
export function Leave({ to, notice }: { to: string; notice: ToastWords }) {
  const [said] = useState(notice)
  useEffect(() => toast(said), [said])
  return <Navigate to={to} replace />
}
