import { type ReactNode, useId } from 'react'
import { Card } from '../ui/card.tsx'

/** A card of a question's screen, under its heading. */
export function Section({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  const ownId = useId()
  const headingId = id ?? ownId
  return (
    <Card aria-labelledby={headingId}>
      <h2 id={headingId} className="mb-4 text-lg font-semibold">
        {title}
      </h2>
      {children}
    </Card>
  )
}
