import { askedItem, correctAnswerOf, type Item, keyOf } from '@medicready/domain/questions/item'
import { useState } from 'react'
import { changeDraft, emptyDraft } from '../answering/answer-draft.ts'
import { draftOf } from '../answering/item-answer.ts'
import { ItemView } from '../answering/item-view.tsx'
import { Button } from '../ui/button.tsx'
import { type ContentDraft, itemOf } from './content-draft.ts'
import { drawingOf } from './picture-draft.ts'

const EMPTY = '(empty)'

/** What is not written yet has a word in its place, so that it can be told from the rest. */
const filledIn = (item: Item): Item =>
  JSON.parse(JSON.stringify(item, (name, value) => ((name === 'text' || name === 'unit') && value === '' ? EMPTY : value))) as Item

/** The question as learners see it, with what stands in the form now. It can be tried, and answers nothing. */
export function QuestionPreview({ draft }: { draft: ContentDraft }) {
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
      <p className="max-w-[68ch] text-lg font-medium whitespace-pre-line">{draft.stem || 'The stem stands here.'}</p>
      {draft.picture && (
        <img
          src={drawingOf(draft.picture)}
          alt={draft.picture.alt || 'The picture of the question'}
          className="block w-full rounded-control"
        />
      )}
      <ItemView
        // Another kind, or other parts, are answered anew.
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
