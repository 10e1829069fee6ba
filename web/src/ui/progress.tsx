import { classList } from './class-list.ts'

const tones = { brand: 'bg-brand', ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad' }

interface ProgressProps {
  /** What advances, for those who cannot see the bar. */
  label: string
  value: number
  /** The value at which the bar is full. */
  max: number
  tone?: keyof typeof tones
}

/** How far something of known size has come. */
export const Progress = ({ label, value, max, tone = 'brand' }: ProgressProps) => (
  <div
    role="progressbar"
    aria-label={label}
    aria-valuenow={value}
    aria-valuemin={0}
    aria-valuemax={max}
    className="h-2 w-full overflow-hidden rounded-pill bg-hairline"
  >
    <div
      className={classList('h-full rounded-pill transition-[width] duration-200', tones[tone])}
      style={{ width: `${max > 0 ? Math.min(100, (100 * value) / max) : 0}%` }}
    />
  </div>
)

/** A share as the length of a bar. It only repeats a number that stands beside it. */
export const ShareBar = ({ percent, tone = 'brand', className }: { percent: number; tone?: 'brand' | 'ok'; className?: string }) => (
  <span aria-hidden className={classList('block overflow-hidden', className)}>
    <span className={classList('block h-full', tone === 'ok' ? 'bg-ok' : 'bg-brand')} style={{ width: `${percent}%` }} />
  </span>
)
