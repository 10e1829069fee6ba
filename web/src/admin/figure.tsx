import type { ReactNode } from 'react'

/** A figure with its name above it; stands in a description list. */
export const Figure = ({ term, children }: { term: string; children: ReactNode }) => (
  <div>
    <dt className="text-muted">{term}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)
