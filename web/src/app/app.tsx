import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, StrictMode, useEffect } from 'react'
import { RenderedAt } from '../api/rendered-at.ts'
import { Toaster } from '../ui/toast.tsx'
import { Tooltips } from '../ui/tooltip.tsx'

interface AppProps {
  queries: QueryClient
  renderedAt: number | null
  onStart?: () => void
  children: ReactNode
}

export function App({ queries, renderedAt, onStart, children }: AppProps) {
  useEffect(() => onStart?.(), [onStart])
  return (
    <StrictMode>
      <RenderedAt value={renderedAt}>
        <QueryClientProvider client={queries}>
          {children}
          <Toaster />
          <Tooltips />
        </QueryClientProvider>
      </RenderedAt>
    </StrictMode>
  )
}
