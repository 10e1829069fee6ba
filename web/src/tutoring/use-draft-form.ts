import { type FormEvent, useRef, useState } from 'react'
import { ApiError } from '../api/errors.ts'
import { focusFirstFault } from '../ui/focus-first-fault.ts'
import { keep, ofThisTab, readKept } from '../ui/kept.ts'
import { tellFailure } from './commands.ts'

export type Faults<Draft> = Partial<Record<keyof Draft, string>>

interface DraftFormParts<Draft> {
  /** Under which the draft outlives a reload of the tab; null where it need not. */
  readonly keptAs: string | null
  readonly initial: () => Draft
  readonly faultsOf: (draft: Draft) => Faults<Draft>
  readonly send: (draft: Draft) => Promise<void>
}

/** A form whose faults are told beside its fields, which keeps what was typed until it is sent, and is sent once. */
export function useDraftForm<Draft extends object>({ keptAs, initial, faultsOf, send }: DraftFormParts<Draft>) {
  const [draft, setDraft] = useState(() => ({
    ...initial(),
    ...(keptAs !== null && (readKept(ofThisTab, keptAs) as Partial<Draft> | null)),
  }))
  const [faults, setFaults] = useState<Faults<Draft>>({})
  const form = useRef<HTMLFormElement>(null)
  /** Set at once, where state would only be seen with the next render: a double click sends once. */
  const isSending = useRef(false)
  const [isPending, setIsPending] = useState(false)
  const keepDraft = (kept: Draft | null) => {
    if (keptAs !== null) keep(ofThisTab, keptAs, kept)
  }

  const tell = (found: Faults<Draft>): boolean => {
    setFaults(found)
    const isFaulty = Object.keys(found).length > 0
    if (isFaulty) focusFirstFault(form.current)
    return isFaulty
  }

  /** What the server refuses, at its fields; false where it is about something else. */
  const tellRefusal = (error: unknown): boolean => {
    const issues = error instanceof ApiError && error.status === 400 ? (error.body?.issues ?? []) : []
    const known = issues.map(({ path, message }) => [path.split('.')[0] ?? '', message] as const).filter(([name]) => name in draft)
    return tell(Object.fromEntries(known.toReversed()) as Faults<Draft>)
  }

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending.current || tell(faultsOf(draft))) return
    isSending.current = true
    setIsPending(true)
    try {
      await send(draft)
      keepDraft(null)
    } catch (error) {
      if (!tellRefusal(error)) tellFailure(error)
    } finally {
      isSending.current = false
      setIsPending(false)
    }
  }

  return {
    draft,
    faults,
    isPending,
    /** A fault goes as soon as its field is corrected. */
    set: (changed: Partial<Draft>) => {
      const next = { ...draft, ...changed }
      setDraft(next)
      keepDraft(next)
      setFaults((told) => Object.fromEntries(Object.entries(told).filter(([name]) => !(name in changed))) as Faults<Draft>)
    },
    form: { ref: form, noValidate: true, onSubmit: (event: FormEvent) => void submit(event) },
  }
}
