import type { CallKey } from '@medicready/domain/contract/contract'
import { type QueryKey, type UseMutationOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { toast } from '../ui/toast.tsx'
import { api, type Response, type SendOptions, type Sent } from './client.ts'
import { ApiError, friendlyMessage, isSignedOut } from './errors.ts'
import { newUuid } from './new-uuid.ts'

export type WriteKey = Exclude<CallKey, `GET ${string}`>

/** For any failure of a write; the end of a session has its own notice. */
export function toastFailure(error: unknown, words = friendlyMessage(error), title = 'Error'): void {
  if (!isSignedOut(error)) toast({ title, description: words, variant: 'destructive' })
}

/** For writes that put these reads out of date. */
export function useRefetching(queryKey: QueryKey) {
  const queries = useQueryClient()
  return { onSuccess: () => queries.invalidateQueries({ queryKey }) }
}

/** Does what a press asks for; a failure is shown. */
export const attempt = (work: () => Promise<unknown>, failure?: string): Promise<unknown> =>
  work().catch((error: unknown) => toastFailure(error, failure))

const fileWords = ({ name, size, lastModified }: File) => ({ name, size, lastModified })

type Variables<Key extends CallKey> = object extends Sent<Key> ? undefined | Sent<Key> : Sent<Key>
type Options<Key extends WriteKey> = Omit<UseMutationOptions<Response<Key>, Error, Variables<Key>>, 'mutationFn'>

/**
 * A write as a mutation. While the outcome of a write is unknown (no answer, or a fault of the server), sending the
 * same again carries the same Idempotency-Key, so that it takes effect once however often the person presses.
 */
export function useWrite<Key extends WriteKey>(key: Key, options: Options<Key> = {}) {
  const undecided = useRef(new Map<string, string>())
  return useMutation<Response<Key>, Error, Variables<Key>>({
    ...options,
    mutationFn: async (sent) => {
      const what = JSON.stringify(sent ?? {}, (_, value) => (value instanceof File ? fileWords(value) : value))
      const idempotencyKey = undecided.current.get(what) ?? newUuid()
      undecided.current.set(what, idempotencyKey)
      const send = api as (key: Key, sent: Partial<Sent<Key>> & SendOptions) => Promise<Response<Key>>
      try {
        const answer = await send(key, { ...(sent as Partial<Sent<Key>>), idempotencyKey })
        undecided.current.delete(what)
        return answer
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) undecided.current.delete(what)
        throw error
      }
    },
  })
}
