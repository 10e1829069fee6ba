import { scaleLinear } from 'd3-scale'
import { classList } from '../class-list.ts'
import { ChartKey, KeyEntry, percentTicks, useWidth } from './axes.tsx'

export interface IntervalRow {
  readonly name: string
  /** "72% of 48 answers", or why there is no figure yet. */
  readonly words: string
  /** Shares of 0 to 1; null if there are too few answers. */
  readonly own: { readonly share: number; readonly low: number; readonly high: number } | null
  readonly others: number | null
}

interface IntervalBarsProps {
  label: string
  rows: readonly IntervalRow[]
  marks: { own: string; range: string; others: string }
}

const BAND = 10
const ROW = 20
const INSET = 8

export function IntervalBars({ label, rows, marks }: IntervalBarsProps) {
  const [measured, width] = useWidth()
  const x = scaleLinear([0, 1], [INSET, width - INSET])
  return (
    <div className="grid gap-3">
      <div ref={measured} role="img" aria-label={label} className="grid gap-3">
        {rows.map(({ name, words, own, others }) => (
          <div key={name} className="break-inside-avoid">
            <div className="flex flex-wrap justify-between gap-x-3 text-sm">
              <span>{name}</span>
              <span className={classList('tabular-nums', own ? 'font-medium' : 'text-muted')}>{words}</span>
            </div>
            <svg aria-hidden="true" viewBox={`0 0 ${width} ${ROW}`} className="block w-full">
              <line x1={x(0)} x2={x(1)} y1={ROW / 2} y2={ROW / 2} className="stroke-hairline" strokeWidth="2" strokeLinecap="round" />
              {own && (
                <rect
                  x={x(own.low)}
                  y={(ROW - BAND) / 2}
                  width={Math.max(2, x(own.high) - x(own.low))}
                  height={BAND}
                  rx={BAND / 2}
                  className="fill-brand/25 stroke-brand/70"
                />
              )}
              {others !== null && <OthersMark x={x(others)} y={ROW / 2} />}
              {own && <circle cx={x(own.share)} cy={ROW / 2} r="6" className="fill-brand stroke-surface" strokeWidth="2" />}
            </svg>
          </div>
        ))}
        <svg aria-hidden="true" viewBox={`0 0 ${width} 16`} className="-mt-2 block w-full">
          {percentTicks(x).map(({ at, label: percent }, place, all) => (
            <text
              key={percent}
              x={at + (place === 0 ? -INSET : place === all.length - 1 ? INSET : 0)}
              y="12"
              textAnchor={place === 0 ? 'start' : place === all.length - 1 ? 'end' : 'middle'}
              className="fill-muted text-xs tabular-nums"
            >
              {percent}
            </text>
          ))}
        </svg>
      </div>
      <ChartKey>
        <KeyEntry sign={<circle cx="8" cy="6" r="5" className="fill-brand" />}>{marks.own}</KeyEntry>
        <KeyEntry sign={<rect x="0.5" y="1.5" width="15" height="9" rx="4.5" className="fill-brand/25 stroke-brand/70" />}>
          {marks.range}
        </KeyEntry>
        {rows.some(({ others }) => others !== null) && <KeyEntry sign={<OthersMark x={8} y={6} />}>{marks.others}</KeyEntry>}
      </ChartKey>
    </div>
  )
}

/** Its shape differs from the round mark. */
const OthersMark = ({ x, y }: { x: number; y: number }) => (
  <line x1={x} x2={x} y1={y - 6} y2={y + 6} className="stroke-ink" strokeWidth="2.5" />
)
