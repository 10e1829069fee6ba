import { type ComponentProps, lazy, type ReactNode, Suspense, useEffect, useEffectEvent, useRef } from 'react'
import type { Answering } from './answering.ts'
import { useChosenBy } from './chosen-by.tsx'
import { draftOf } from './item-answer.ts'
import { ItemView, PictureMarkers } from './item-view.tsx'
import { QuestionPicture } from './question-picture.tsx'
import type { AllTools } from './tools/all-tools.tsx'

/**
 * They help with the question, and are not waited for: they come while it is on its way itself. Where their code does
 * not come, the question stands without.
 */
const tools: Promise<AllTools> = import('./tools/all-tools.tsx').then(
  (loaded) => loaded.default,
  () => ({ ToolBar: () => null, StemText: ({ question }) => question.stem }),
)
const ToolBar = lazy(async () => ({ default: (await tools).ToolBar }))
const StemText = lazy(async () => ({ default: (await tools).StemText }))

interface QuestionCardProps {
  answering: Answering
  /** Whether the stem takes the focus, so that a question that follows another is read out. */
  takesFocus?: boolean
  /** Badges and buttons above the stem. */
  header?: ReactNode
}

/** A question: its stem as the heading of the screen, and what it asks for, which is locked once there is an answer. */
export function QuestionCard({ answering, takesFocus = false, header }: QuestionCardProps) {
  const { question, result, answeredDraft, answer, draft, change, parts, isLocked } = answering
  const stem = useRef<HTMLHeadingElement>(null)
  const focusStem = useEffectEvent(() => {
    if (!takesFocus) return
    stem.current?.focus({ preventScroll: true })
    // Below a long case it may stand out of sight.
    stem.current?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => focusStem(), [])
  const chosenBy = useChosenBy(answer.isShown ? result : null)
  const view: ComponentProps<typeof ItemView> = {
    item: question.item,
    draft: answeredDraft ?? draft,
    change,
    locked: isLocked,
    outcome: result && { isCorrect: result.isCorrect, right: answer.isShown ? draftOf(result.question.key) : null },
    chosenBy: chosenBy && new Map(chosenBy.map(({ choice, percent }) => [choice, percent])),
  }
  return (
    <article
      aria-label="Question"
      className="wrap-break-word rounded-card border border-hairline bg-surface p-4 max-sm:wrap-anywhere sm:p-6"
    >
      {header && <div className="mb-4 flex flex-wrap items-center gap-2">{header}</div>}
      <Suspense fallback={<div className="mb-3 h-12" />}>
        <ToolBar answering={answering} />
      </Suspense>
      <h1 ref={stem} tabIndex={-1} className="question-text max-w-[68ch] scroll-mb-28 text-lg font-medium whitespace-pre-line">
        <Suspense fallback={question.stem}>
          <StemText question={question} />
        </Suspense>
      </h1>
      {question.picture && (
        <div className="mt-5">
          <QuestionPicture key={question.id} picture={question.picture}>
            <PictureMarkers {...view} />
          </QuestionPicture>
        </div>
      )}
      <div ref={parts} className="question-text mt-5">
        <ItemView {...view} />
      </div>
    </article>
  )
}
