import { classList } from './class-list.ts'

/** A share as the length of a bar. It only repeats a number that stands beside it. */
export const ShareBar = ({ percent, tone = 'brand', className }: { percent: number; tone?: 'brand' | 'ok'; className?: string }) => (
  <span aria-hidden className={classList('block overflow-hidden', className)}>
    <span className={classList('block h-full', tone === 'ok' ? 'bg-ok' : 'bg-brand')} style={{ width: `${percent}%` }} />
  </span>
)
