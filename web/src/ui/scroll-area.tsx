import type { ComponentProps } from 'react'
import { classList } from './class-list.ts'

/** Not every browser lets the arrow keys scroll an area that nothing in it takes the focus to. */
const reachedByKeyboard = { tabIndex: 0 }

/** What is larger than its place and scrolls within it, by the arrow keys too. Give it a label. */
export const ScrollArea = ({ className, ...section }: ComponentProps<'section'>) => (
  // As wide as its place, and never the reason that its place is wider.
  <section
    {...reachedByKeyboard}
    {...section}
    className={classList('relative w-0 min-w-full overflow-auto rounded-control border border-hairline', className)}
  />
)
