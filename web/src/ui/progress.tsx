import { classList } from './class-list.ts'

const tones = { brand: 'bg-brand', ok: 'bg-ok', warn: 'bg-warn', bad: 'bg-bad' }

interface ProgressProps {
  label: string
  value: number
  max: number
  tone?: keyof typeof tones
}

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

/** Hidden from screen readers: it repeats a number next to it. */
export const ShareBar = ({ percent, tone = 'brand', className }: { percent: number; tone?: 'brand' | 'ok'; className?: string }) => (
  <span aria-hidden className={classList('block overflow-hidden', className)}>
    <span className={classList('block h-full', tone === 'ok' ? 'bg-ok' : 'bg-brand')} style={{ width: `${percent}%` }} />
  </span>
)
