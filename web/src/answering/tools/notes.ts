import type { Note } from '@medicready/domain/contract/questions/notes'
import { NOTE_MAX_LENGTH } from '@medicready/domain/questions/shown/review-rules'
import { useEffect, useMemo } from 'react'
import { api } from '../../api/client.ts'
import { ApiError, friendlyMessage } from '../../api/errors.ts'
import { useUser } from '../../api/session.ts'
import { keep, ofThisBrowser, readKept } from '../../ui/kept.ts'
import { createStore } from '../../ui/store.ts'

/** Keepers outlive their panel, so that the last words are still saved. */
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

/** Follows what other windows save; fetched only while `shown`. */
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

export interface NoteOnScreen {
  readonly text: string
  /** What the server has; null until that is known. */
  readonly saved: Note | null
  readonly situation:
    | 'loading'
    | 'saved'
    | 'saving'
    | 'failed'
    /** Another window has saved something else: `saved` holds it. */
    | 'changedElsewhere'
  readonly reason: string | null
}

export interface Draft {
  readonly text: string
  readonly version: number
}

interface NoteKeeperParts {
  read: () => Promise<Note>
  /** Null deletes it. */
  write: (text: string | null, version: number) => Promise<Note>
  draft: { read: () => Draft | null; keep: (draft: Draft | null) => void }
}

export const SAVE_AFTER_MS = 800
export const TRY_AGAIN_MS = 5_000

export type NoteKeeper = ReturnType<typeof createNoteKeeper>

/** Keeps unsaved text across reloads, and never overwrites what another window has saved. */
export function createNoteKeeper({ read, write, draft }: NoteKeeperParts) {
  const state = createStore<NoteOnScreen>({ text: '', saved: null, situation: 'loading', reason: null })
  let timer: ReturnType<typeof setTimeout> | undefined
  let isSending = false

  const change = (part: Partial<NoteOnScreen>) => state.set({ ...state.read(), ...part })
  const isSaved = ({ text, saved }: NoteOnScreen) => saved !== null && text.trim() === (saved.text ?? '')
  const later = (milliseconds: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => void save(), milliseconds)
  }

  const failed = (error: unknown) => {
    change({ situation: 'failed', reason: friendlyMessage(error) })
    // A refusal by the server will not change on a retry.
    if (!(error instanceof ApiError) || error.status >= 500 || error.status === 429) later(TRY_AGAIN_MS)
  }

  const settle = (saved: Note, sent: string) => {
    change({ saved, reason: null })
    const { text } = state.read()
    // Another window may have continued from what was sent here before the answer came.
    if ((saved.text ?? '') !== sent && (saved.text ?? '') !== text.trim()) return change({ situation: 'changedElsewhere' })
    if (isSaved(state.read())) {
      draft.keep(null)
      return change({ situation: 'saved' })
    }
    draft.keep({ text, version: saved.version })
    later(SAVE_AFTER_MS)
  }

  async function save(): Promise<void> {
    clearTimeout(timer)
    const { text, saved, situation } = state.read()
    if (isSending || situation === 'changedElsewhere') return
    if (saved === null) return load()
    if (isSaved(state.read())) return settle(saved, saved.text ?? '')
    isSending = true
    const sent = text.trim()
    try {
      settle(await write(sent === '' ? null : sent, saved.version), sent)
    } catch (error) {
      if (error instanceof ApiError && error.code === 'noteChanged') await compare()
      else failed(error)
    } finally {
      isSending = false
    }
  }

  async function compare(): Promise<void> {
    try {
      const saved = await read()
      change({ saved, situation: 'changedElsewhere', reason: null })
      if (isSaved(state.read())) settle(saved, saved.text ?? '')
    } catch (error) {
      failed(error)
    }
  }

  /** Takes the server's version unless something was written here. */
  async function load(): Promise<void> {
    const { saved: before, situation } = state.read()
    if (isSending || situation === 'changedElsewhere' || (before !== null && situation === 'saving')) return
    try {
      const saved = await read()
      const unsaved = before === null ? draft.read() : null
      const written = unsaved?.text ?? state.read().text
      const isUntouched = unsaved === null && (before === null ? written === '' : written.trim() === (before.text ?? ''))
      if (isUntouched) return change({ text: saved.text ?? '', saved, situation: 'saved', reason: null })
      change({ text: written, saved, reason: null })
      if (isSaved(state.read())) return settle(saved, saved.text ?? '')
      const goesOn = (unsaved?.version ?? before?.version ?? 0) === saved.version
      change({ situation: goesOn ? 'saving' : 'changedElsewhere' })
      if (goesOn) later(0)
    } catch (error) {
      const unsaved = draft.read()
      change({ text: unsaved?.text ?? state.read().text })
      failed(error)
    }
  }

  return {
    useState: state.useValue,
    read: state.read,
    load,
    flush: () => {
      if (!['loading', 'saved'].includes(state.read().situation)) void save()
    },
    write: (text: string) => {
      const { saved, situation } = state.read()
      change({ text: text.slice(0, NOTE_MAX_LENGTH) })
      draft.keep({ text: state.read().text, version: saved?.version ?? draft.read()?.version ?? 0 })
      if (situation === 'changedElsewhere') return
      change({ situation: 'saving' })
      later(SAVE_AFTER_MS)
    },
    keepOwn: () => {
      change({ situation: 'saving' })
      void save()
    },
    takeOther: () => {
      const { saved } = state.read()
      change({ text: saved?.text ?? '' })
      if (saved) settle(saved, saved.text ?? '')
    },
  }
}
