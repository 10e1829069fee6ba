import type { AnswerResult, ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { AnswerCover } from './answer/answering.ts'
import { Explanation, FirstAnswerStands, Outcome, Uncovered } from './explanation.tsx'

interface ExplanationPanelProps {
  result: AnswerResult
  answer: AnswerCover
  chosen: ItemAnswer | null | undefined
  takesFocus?: boolean
  showsPearl?: boolean
}

export default function ExplanationPanel({ result, answer, chosen, takesFocus = false, showsPearl = true }: ExplanationPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focusHeading = useEffectEvent(() => {
    if (!takesFocus) return
    heading.current?.focus({ preventScroll: true })
    heading.current?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => focusHeading(), [])
  return (
    <section aria-label="Explanation" className="rounded-card border border-hairline bg-surface p-4 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="mb-4 scroll-mb-48 text-xl font-semibold">
        <Outcome result={result} />
      </h2>
      <FirstAnswerStands result={result} chosen={chosen} />
      <Uncovered answer={answer} at="page">
        <Explanation result={result} showsPearl={showsPearl} />
      </Uncovered>
    </section>
  )
}
