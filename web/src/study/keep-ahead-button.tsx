import { sessionQuestions, studyModeRules } from '@medicready/domain/study/shown/modes'
import { useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { friendlyMessage, isSignedOut } from '../api/errors.ts'
import { rooms } from '../api/query-keys.ts'
import { useUser } from '../api/session.ts'
import { useWrite } from '../api/write.ts'
import { type KeptThing, keepFor, remove } from '../offline/kept-reads.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { beginFailure, noneForQuiz, noQuestions, type SessionWish } from './beginning.ts'
import { keptQuery, worthOfSession } from './keep-studies.ts'
import { openSessionsQuery, studySessionQuery } from './queries.ts'

export const roomOf = (bytes: number): string =>
  bytes < 999_500 ? `${Math.max(1, Math.round(bytes / 1000))} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`

export const keptWords = ({ bytes, pictures }: Pick<KeptThing, 'bytes' | 'pictures'>): string =>
  pictures === 0 ? roomOf(bytes) : `${roomOf(bytes)}, ${countOf(pictures, 'picture')}`

export function useKeeping() {
  const user = useUser()
  const queries = useQueryClient()
  const refresh = () => queries.invalidateQueries({ queryKey: keptQuery(user.id).queryKey })

  /** The number of kept questions; null after a failure, which has been reported. */
  const keepSession = async (id: string): Promise<number | null> => {
    try {
      const worth = worthOfSession(await queries.fetchQuery(studySessionQuery(id)), user)
      if (!worth || !(await keepFor(user.id, worth.name, worth.value, { isAsked: true, until: worth.until })))
        throw new Error('The browser keeps nothing.')
      await refresh()
      return worth.value.session.questions.length
    } catch (error) {
      if (isSignedOut(error)) return null
      toast({ title: 'Error', description: 'The questions could not be saved. Please try again.', variant: 'destructive' })
      return null
    }
  }
  const removeKept = async (names: readonly string[]): Promise<void> => {
    try {
      for (const name of names) await remove(user.id, name)
    } catch (error) {
      toast({ title: 'Error', description: friendlyMessage(error), variant: 'destructive' })
    }
    await refresh()
  }
  return { keepSession, removeKept }
}

/** Starts a session and keeps it on this device without opening it. */
export function useKeepAhead() {
  const { subscriptionTier } = useUser()
  const queries = useQueryClient()
  const { keepSession } = useKeeping()
  const begin = useWrite('POST /api/study-session/generate', {
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: rooms.study, refetchType: 'all' })
      // Offline, this list is how it is found again.
      await queries.fetchQuery({ ...openSessionsQuery, staleTime: 0 })
    },
  })
  const keepAhead = async ({ mode, count = sessionQuestions(subscriptionTier), quiz = null }: SessionWish): Promise<void> => {
    try {
      const { sessionId, questions } = await begin.mutateAsync({ body: { mode, count, quiz, about: null } })
      if (questions.length === 0) return toast(quiz ? noneForQuiz(count) : noQuestions)
      const kept = await keepSession(sessionId)
      if (kept === null) return
      toast({
        title: 'Saved on this device',
        description: `${studyModeRules[mode].name} has begun: ${countOf(kept, 'question')}, with or without a connection, until the end of tomorrow.`,
      })
    } catch (error) {
      if (!isSignedOut(error)) toast(beginFailure(error, mode, 'button'))
    }
  }
  return { keepAhead, isKeeping: begin.isPending }
}

interface KeepAheadButtonProps {
  wish: SessionWish
  name: string
  size?: 'sm'
  disabledReason?: string | undefined
}

export default function KeepAheadButton({ wish, name, ...look }: KeepAheadButtonProps) {
  const { keepAhead, isKeeping } = useKeepAhead()
  return (
    <Button
      icon={Download}
      variant="ghost"
      {...look}
      aria-label={`Keep for offline: ${name}`}
      loading={isKeeping}
      onClick={() => void keepAhead(wish)}
      label="Keep for offline"
    />
  )
}
