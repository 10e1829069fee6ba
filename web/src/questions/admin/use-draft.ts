import type { DraftFinding } from '@medicready/domain/contract/questions/authoring'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { rooms } from '../../api/rooms.ts'
import { type ContentDraft, type ContentErrors, contentOf, draftErrors, inFields, refusedFields } from './content-draft.ts'

const PAUSE_MILLISECONDS = 600

interface DraftCheck {
  /** `unfinished`: the rules are checked once every field is filled in. */
  readonly state: 'unfinished' | 'checking' | 'checked' | 'failed'
  readonly findings: readonly DraftFinding[]
}

/** Runs the server's rules on the draft after each pause in typing. Saves nothing. */
function useDraftCheck(draft: ContentDraft, questionId: string | null): DraftCheck {
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

interface Told {
  readonly fields: ContentErrors
  readonly general: readonly string[]
}
const nothing: Told = { fields: {}, general: [] }

export interface DraftInWork {
  readonly draft: ContentDraft
  readonly change: (draft: ContentDraft) => void
  readonly errors: ContentErrors
  /** Messages without a field. */
  readonly general: readonly string[]
  readonly warnings: readonly DraftFinding[]
  readonly check: DraftCheck
  readonly acceptWarnings: boolean
  readonly setAcceptWarnings: (accepted: boolean) => void
  /** Null if a local check fails; the messages then show at the fields. */
  readonly whole: () => ReturnType<typeof contentOf> | null
  /** False if the refusal is not about fields. */
  readonly refused: (error: unknown) => boolean
}

export function useDraft(initial: () => ContentDraft, questionId: string | null): DraftInWork {
  const [draft, setDraft] = useState(initial)
  const [told, setTold] = useState(nothing)
  const [acceptWarnings, setAcceptWarnings] = useState(false)
  const check = useDraftCheck(draft, questionId)
  const found = inFields(check.findings.filter(({ level }) => level === 'error'))
  return {
    draft,
    change: (changed) => {
      setDraft(changed)
      setTold(nothing)
    },
    errors: { ...found.fields, ...told.fields },
    general: [...new Set([...told.general, ...found.general])],
    warnings: check.findings.filter(({ level }) => level === 'warning'),
    check,
    acceptWarnings,
    setAcceptWarnings,
    whole: () => {
      const fields = draftErrors(draft)
      setTold({ fields, general: [] })
      return Object.keys(fields).length === 0 ? contentOf(draft) : null
    },
    refused: (error) => {
      const issues = error instanceof ApiError && error.status === 400 ? (error.body?.issues ?? []) : []
      if (issues.length === 0) return false
      setTold(refusedFields(issues))
      return true
    },
  }
}
