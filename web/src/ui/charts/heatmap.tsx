import { useRef } from 'react'
import { ScrollArea } from '../scroll-area.tsx'
import { type HeatmapDay, heatmapSquares, LEVELS, monthLabels } from './heatmap-weeks.ts'
import { ReadablePoints } from './readable-points.tsx'

interface HeatmapProps {
  /** The chart in a sentence. */
  label: string
  /** What one goes through, one by one: "Days". */
  pointsLabel: string
  /** Days in a row, oldest first; at least one. */
  days: readonly HeatmapDay[]
  /** What a day says, in a sentence. */
  words: (day: HeatmapDay) => string
  ends: { less: string; more: string }
}

const SQUARE = 13
const GAP = 3
const STEP = SQUARE + GAP
const LEFT = 34
const TOP = 20
const HEIGHT = TOP + 7 * STEP
const weekdays = [
  [1, 'Mon'],
  [3, 'Wed'],
  [5, 'Fri'],
] as const

/** Stronger and larger, so that a level is told without its colour too. */
const levels = [
  { size: SQUARE, look: 'fill-sunken stroke-hairline' },
  { size: 7, look: 'fill-brand/60' },
  { size: 9, look: 'fill-brand/75' },
  { size: 11, look: 'fill-brand/90' },
  { size: SQUARE, look: 'fill-brand' },
]

/** How much was done on each day, in columns of weeks. It scrolls where it has no room, and begins at its end. */
export function Heatmap({ label, pointsLabel, days, words, ends }: HeatmapProps) {
  const squares = heatmapSquares(days)
  const width = LEFT + ((squares.at(-1)?.week ?? 0) + 1) * STEP
  const points = squares.map((square) => ({
    x: LEFT + square.week * STEP + SQUARE / 2,
    y: TOP + square.weekday * STEP + SQUARE / 2,
    words: words(square),
  }))
  const scrolled = useRef(false)
  const toTheEnd = (area: HTMLElement | null) => {
    if (!area || scrolled.current) return
    area.scrollLeft = area.scrollWidth
    scrolled.current = true
  }
  return (
    <div className="grid gap-2">
      <ScrollArea ref={toTheEnd} aria-label={label} className="border-0 p-1">
        <div style={{ width }}>
          <ReadablePoints label={pointsLabel} points={points} width={width} height={HEIGHT} perColumn={7}>
            {(chosen) => (
              <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${HEIGHT}`} className="block w-full">
                {monthLabels(squares).map(({ week, label: month }) => (
                  <text key={`${week}`} x={LEFT + week * STEP} y="12" className="fill-muted text-xs">
                    {month}
                  </text>
                ))}
                {weekdays.map(([weekday, name]) => (
                  <text key={name} x="0" y={TOP + weekday * STEP + 11} className="fill-muted text-xs">
                    {name}
                  </text>
                ))}
                {points.map(({ x, y }, index) => (
                  <Square key={squares[index]?.date} x={x} y={y} level={squares[index]?.level ?? 0} chosen={index === chosen} />
                ))}
              </svg>
            )}
          </ReadablePoints>
        </div>
      </ScrollArea>
      <p aria-hidden className="flex items-center gap-2 text-xs text-muted">
        {ends.less}
        <svg aria-hidden="true" viewBox={`0 0 ${(LEVELS + 1) * STEP} ${STEP}`} className="h-4 w-20">
          {levels.map(({ size }, level) => (
            <Square key={`${size} ${level ? 'on' : 'off'}`} x={level * STEP + STEP / 2} y={STEP / 2} level={level} />
          ))}
        </svg>
        {ends.more}
      </p>
    </div>
  )
}

function Square({ x, y, level, chosen = false }: { x: number; y: number; level: number; chosen?: boolean }) {
  const { size, look } = levels[level] ?? { size: SQUARE, look: '' }
  return (
    <>
      {level > 0 && <rect x={x - SQUARE / 2} y={y - SQUARE / 2} width={SQUARE} height={SQUARE} rx="3" className="fill-sunken" />}
      <rect x={x - size / 2} y={y - size / 2} width={size} height={size} rx="3" className={look} />
      {chosen && (
        <rect
          x={x - SQUARE / 2 - 1}
          y={y - SQUARE / 2 - 1}
          width={SQUARE + 2}
          height={SQUARE + 2}
          rx="4"
          className="fill-none stroke-ink"
          strokeWidth="2"
        />
      )}
    </>
  )
}
