import { Coffee } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'

/** Stands in the place of the question during a break. */
export function ExamBreak({ onEnd }: { onEnd: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <Card className="grid min-h-80 place-content-center justify-items-center gap-4 text-center">
      <span className="grid size-12 place-items-center rounded-pill bg-sunken text-muted">
        <Coffee aria-hidden className="size-6" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold">
        You are on a break
      </h1>
      <p className="max-w-md text-muted">Your question is covered and your choice is kept. The clock goes on.</p>
      <Button size="lg" onClick={onEnd}>
        Back to the Exam
      </Button>
    </Card>
  )
}
