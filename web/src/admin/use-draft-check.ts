import type { DraftFinding } from '@medicready/domain/contract/questions/authoring'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../api/client.ts'
import { rooms } from '../api/rooms.ts'
import { type ContentDraft, contentOf, draftErrors } from './content-draft.ts'

/** So long nobody types before the rules are asked. */
const PAUSE_MILLISECONDS = 600

export interface DraftCheck {
  /** `unfinished`: the rules are asked once every field is filled in. */
  readonly state: 'unfinished' | 'checking' | 'checked' | 'failed'
  readonly findings: readonly DraftFinding[]
}

/** What the rules of the bank say of a draft, asked whenever whoever writes pauses. Nothing is written by it. */
export function useDraftCheck(draft: ContentDraft, questionId: string | null): DraftCheck {
  const [settled, setSettled] = useState(draft)
  useEffect(() => {
    const pause = setTimeout(() => setSettled(draft), PAUSE_MILLISECONDS)
    return () => clearTimeout(pause)
  }, [draft])
  const isWhole = Object.keys(draftErrors(settled)).length === 0
  const content = contentOf(settled)
  const { data, isError } = useQuery({
    queryKey: [...rooms.admin, 'draftCheck', questionId, JSON.stringify(content)],
    queryFn: ({ signal }) => api('POST /api/admin/questions/check', { body: { questionId, content: { ...content } }, signal }),
    enabled: isWhole,
    staleTime: 0,
    retry: false,
    placeholderData: (before) => before,
  })
  if (!isWhole) return { state: 'unfinished', findings: [] }
  if (isError) return { state: 'failed', findings: [] }
  return { state: data && settled === draft ? 'checked' : 'checking', findings: data?.findings ?? [] }
}
