import type { DraftFinding } from '@medicready/domain/contract/questions/authoring'
import type { DoubtedQuestionInFull, QuestionStatistics } from '@medicready/domain/contract/questions/review-requests'
import { askedItem, choicesOf, correctAnswerOf, type Item, keyOf } from '@medicready/domain/questions/item'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { changeDraft, emptyDraft } from '../../answering/answer-draft.ts'
import { draftOf } from '../../answering/item-answer.ts'
import { ItemView } from '../../answering/question-card.tsx'
import { api } from '../../api/client.ts'
import { ApiError } from '../../api/errors.ts'
import { rooms } from '../../api/query-keys.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type ContentDraft, type ContentErrors, contentOf, draftErrors, inFields, itemOf, refusedFields } from './content-draft.ts'
import { ContentEditor } from './content-editor.tsx'
import { drawingOf } from './picture-draft.ts'

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

interface DraftInWork {
  readonly draft: ContentDraft
  readonly change: (draft: ContentDraft) => void
  readonly errors: ContentErrors
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

interface DraftFieldsProps {
  work: DraftInWork
  revised?: { content: DoubtedQuestionInFull['content']; statistics: QuestionStatistics | undefined }
}

export const DraftFields = ({ work, revised }: DraftFieldsProps) => (
  <div className="grid gap-6">
    <ContentEditor draft={work.draft} errors={work.errors} onChange={work.change} chosenBy={revised ? sharesOf(revised) : nobody} />
    <QuestionPreview draft={work.draft} />
    <Findings work={work} />
  </div>
)

const nobody: ReadonlyMap<string, number> = new Map()

/** Percent by choice id. The statistics list choices in the order of the item. */
function sharesOf({ content, statistics }: NonNullable<DraftFieldsProps['revised']>): ReadonlyMap<string, number> {
  if (!statistics || statistics.answers === 0) return nobody
  return new Map(choicesOf(content.item).map(({ id }, index) => [id, statistics.choices[index]?.percent ?? 0]))
}

const words: Record<DraftInWork['check']['state'], string> = {
  unfinished: 'Fill in every field to check the question against the rules of the bank.',
  checking: 'Checking the rules of the bank…',
  checked: 'The question meets the rules of the bank.',
  failed: 'The rules of the bank could not be checked. They are checked again when you save.',
}

function Findings({ work }: { work: DraftInWork }) {
  const { general, warnings, check, errors } = work
  const count = Object.keys(errors).length + general.length
  const isClean = check.state === 'checked' && count === 0 && warnings.length === 0
  return (
    <div className="grid gap-3">
      {general.length > 0 && (
        <div data-refusal tabIndex={-1} role="alert">
          <Banner tone="bad" title="This does not meet the rules of the question bank.">
            {general.join('. ')}
          </Banner>
        </div>
      )}
      {warnings.length > 0 && (
        <>
          <Banner tone="warn" title="Please look again.">
            {warnings.map(({ message }) => message).join('. ')}
          </Banner>
          <Checkbox
            name="acceptWarnings"
            label="I have checked these and accept them"
            checked={work.acceptWarnings}
            onChange={work.setAcceptWarnings}
          />
        </>
      )}
      <p role="status" className="text-sm text-muted">
        {check.state !== 'checked' || isClean ? words[check.state] : `${count + warnings.length} to look at.`}
      </p>
    </div>
  )
}

const EMPTY = '(empty)'

/** Empty texts get a placeholder so that they can be told apart. */
const filledIn = (item: Item): Item =>
  JSON.parse(JSON.stringify(item, (name, value) => ((name === 'text' || name === 'unit') && value === '' ? EMPTY : value))) as Item

function QuestionPreview({ draft }: { draft: ContentDraft }) {
  const item = filledIn(itemOf(draft.item))
  const [answer, setAnswer] = useState(emptyDraft)
  const [isUncovered, setUncovered] = useState(false)
  const key = keyOf(item)
  return (
    <section aria-label="Preview" className="grid min-w-0 gap-4 rounded-card border border-dashed border-control p-4">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm font-semibold">As learners see it</p>
        <Button variant="ghost" size="sm" aria-pressed={isUncovered} onClick={() => setUncovered(!isUncovered)}>
          {isUncovered ? 'Cover the answer' : 'Show the answer'}
        </Button>
      </div>
      {draft.scenario && <p className="text-sm whitespace-pre-line text-muted">{draft.scenario.patient}</p>}
      <p className="max-w-[68ch] text-lg font-medium whitespace-pre-line">{draft.stem || 'The stem appears here.'}</p>
      {draft.picture && (
        <img
          src={drawingOf(draft.picture)}
          alt={draft.picture.alt || 'The picture of the question'}
          className="block w-full rounded-control"
        />
      )}
      <ItemView
        // A change of kind or cover starts with no answer.
        key={`${item.kind} ${isUncovered}`}
        item={askedItem(item)}
        draft={isUncovered ? draftOf(key) : answer}
        change={(change) => setAnswer((before) => changeDraft(before, change))}
        locked={isUncovered}
        outcome={isUncovered ? { isCorrect: true, right: draftOf(key) } : null}
        chosenBy={undefined}
      />
      {isUncovered && (
        <p className="text-sm whitespace-pre-line">
          <strong className="font-semibold">{correctAnswerOf(item)}</strong> {draft.explanation}
        </p>
      )}
    </section>
  )
}
