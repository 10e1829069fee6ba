import { forgetTab } from '../ui/kept.ts'
import { authToken } from './auth-token.ts'
import { useWrite } from './write.ts'

/** Ends the session and loads the landing page anew, so that nothing of this person stays in memory or the browser. */
export function useSignOut(): () => void {
  const { mutate } = useWrite('POST /api/auth/logout', {
    onSuccess: async () => {
      authToken.clear()
      forgetTab()
      await (await import('../offline/forget-kept.ts')).forgetKept()
      window.location.assign('/')
    },
    onError: (error) => console.error('Signing out failed', error),
  })
  return () => mutate(undefined)
}
