import type { DraftFinding } from '@medicready/domain/contract/questions/authoring'
import { useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { type ContentDraft, type ContentErrors, contentOf, draftErrors, inFields, refusedFields } from './content-draft.ts'
import { type DraftCheck, useDraftCheck } from './use-draft-check.ts'

interface Told {
  readonly fields: ContentErrors
  readonly general: readonly string[]
}
const nothing: Told = { fields: {}, general: [] }

/** A content that is being written: what stands in the form, and what was said of it. */
export interface DraftInWork {
  readonly draft: ContentDraft
  readonly change: (draft: ContentDraft) => void
  readonly errors: ContentErrors
  /** What belongs to no field. */
  readonly general: readonly string[]
  readonly warnings: readonly DraftFinding[]
  readonly check: DraftCheck
  readonly acceptWarnings: boolean
  readonly setAcceptWarnings: (accepted: boolean) => void
  /** The content as it is sent; null where a field is empty, which is then told at the field. */
  readonly whole: () => ReturnType<typeof contentOf> | null
  /** Shows what the service refused at the fields; false where its refusal is about something else. */
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
