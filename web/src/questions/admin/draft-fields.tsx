import type { DoubtedQuestionInFull, QuestionStatistics } from '@medicready/domain/contract/questions/review-requests'
import { askedItem, choicesOf, correctAnswerOf, type Item, keyOf } from '@medicready/domain/questions/item'
import { useState } from 'react'
import { changeDraft, emptyDraft } from '../../answering/answer-draft.ts'
import { draftOf } from '../../answering/item-answer.ts'
import { ItemView } from '../../answering/question-card.tsx'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { type ContentDraft, itemOf } from './content-draft.ts'
import { ContentEditor } from './content-editor.tsx'
import { drawingOf } from './picture-draft.ts'
import type { DraftInWork } from './use-draft.ts'

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
