import type { ComponentProps } from 'react'
import { classList } from './class-list.ts'

/** A surface that holds one matter. `section` by default; give it a heading. */
export const Card = ({ className, ...section }: ComponentProps<'section'>) => (
  <section {...section} className={classList('rounded-card border border-hairline bg-surface p-5 sm:p-6', className)} />
)
