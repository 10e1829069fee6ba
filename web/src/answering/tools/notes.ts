import { useEffect, useMemo } from 'react'
import { api } from '../../api/client.ts'
import { useUser } from '../../api/session.ts'
import { keep, ofThisBrowser, readKept } from '../../ui/kept.ts'
import { createNoteKeeper, type Draft, type NoteKeeper } from './note-keeper.ts'

/** Keepers live on when their panel closes, so that what was written last is still saved. */
const keepers = new Map<string, NoteKeeper>()

function keeperOf(userId: string, questionId: string): NoteKeeper {
  const key = `note:${userId}:${questionId}`
  const known = keepers.get(key)
  if (known) return known
  const params = { id: questionId }
  const keeper = createNoteKeeper({
    read: () => api('GET /api/questions/{id}/note', { params }),
    write: (text, version) =>
      text === null
        ? api('DELETE /api/questions/{id}/note', { params, query: { version } })
        : api('PUT /api/questions/{id}/note', { params, body: { text, version } }),
    draft: {
      read: () => readKept(ofThisBrowser, key) as Draft | null,
      keep: (draft) => keep(ofThisBrowser, key, draft),
    },
  })
  keepers.set(key, keeper)
  return keeper
}

/** The caller's note on a question, which follows what other windows save; not asked for unless it is `shown`. */
export function useNote(questionId: string, shown = true): NoteKeeper {
  const { id: userId } = useUser()
  const keeper = useMemo(() => keeperOf(userId, questionId), [userId, questionId])
  useEffect(() => {
    if (!shown) return
    const look = () => {
      if (document.visibilityState === 'visible') void keeper.load()
      else keeper.flush()
    }
    void keeper.load()
    document.addEventListener('visibilitychange', look)
    window.addEventListener('online', keeper.flush)
    return () => {
      keeper.flush()
      document.removeEventListener('visibilitychange', look)
      window.removeEventListener('online', keeper.flush)
    }
  }, [keeper, shown])
  return keeper
}
