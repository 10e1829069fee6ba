import type { ComponentProps } from 'react'
import { classList } from './class-list.ts'

/** Not every browser lets the arrow keys scroll an area that nothing in it takes the focus to. */
const reachedByKeyboard = { tabIndex: 0 }

export const ScrollArea = ({ className, ...section }: ComponentProps<'section'>) => (
  // Never makes its container wider.
  <section
    {...reachedByKeyboard}
    {...section}
    className={classList('relative w-0 min-w-full overflow-auto rounded-control border border-hairline', className)}
  />
)
