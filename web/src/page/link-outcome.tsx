import { CircleAlert, CircleCheck, type LucideIcon } from 'lucide-react'
import { type ReactNode, type Ref, useEffect, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Card } from '../ui/card.tsx'
import { Spinner } from '../ui/skeleton.tsx'
import { PageTitle } from './page-head.tsx'

interface LinkOutcomeProps {
  title: string
  tone: 'waiting' | 'good' | 'bad'
  words: string
  icon?: LucideIcon
  headingRef?: Ref<HTMLHeadingElement>
  children?: ReactNode
}

export function LinkOutcome({ title, tone, words, icon, headingRef, children }: LinkOutcomeProps) {
  const Icon = icon ?? (tone === 'good' ? CircleCheck : CircleAlert)
  return (
    <Card className="grid w-full max-w-md justify-items-center gap-4 text-center sm:p-8">
      <PageTitle>{title}</PageTitle>
      <div className="grid h-12 place-items-center">
        {tone === 'waiting' ? (
          <Spinner size="lg" label={title} />
        ) : (
          <Icon aria-hidden className={`size-12 ${tone === 'good' ? 'text-ok' : 'text-bad'}`} />
        )}
      </div>
      <div aria-live="polite" className="grid gap-2">
        <h1 ref={headingRef} tabIndex={-1} className="text-2xl font-bold tracking-tight">
          {title}
        </h1>
        <p className="text-balance text-muted">{words}</p>
      </div>
      {children}
    </Card>
  )
}

/** The token leaves the address bar at once, so that it is in no history and no bookmark. */
export function useLinkToken(): string {
  const [search] = useSearchParams()
  const [token] = useState(() => search.get('token') ?? '')
  useEffect(() => {
    if (window.location.search !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return token
}
