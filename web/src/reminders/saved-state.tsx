import { Check } from 'lucide-react'

/** What became of the latest change. It is read out when it changes. */
export const SavedState = ({ state }: { state: 'unchanged' | 'saving' | 'saved' | 'failed' }) => (
  <p role="status" className="flex min-h-5 items-center gap-1.5 text-sm text-muted">
    {state === 'saving' && 'Saving...'}
    {state === 'saved' && (
      <>
        <Check aria-hidden className="size-4 text-ok" />
        Saved.
      </>
    )}
    {state === 'failed' && <span className="text-bad">Not saved.</span>}
  </p>
)

/** How it stands with a change that is sent at once. */
export const savedState = ({ status }: { status: 'idle' | 'pending' | 'success' | 'error' }) =>
  (({ idle: 'unchanged', pending: 'saving', success: 'saved', error: 'failed' }) as const)[status]
