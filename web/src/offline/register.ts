import type { QueryClient } from '@tanstack/react-query'
import type { DataRouter } from 'react-router-dom'
import { followUpdates } from './updates.ts'

export async function registerServiceWorker(router: DataRouter, queryClient: QueryClient): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  followUpdates({ registration, router, isWriting: () => queryClient.isMutating() > 0 })
}
