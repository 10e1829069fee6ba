import { useEffect, useRef } from 'react'
import { ScrollArea } from '../scroll-area.tsx'
import { useWidth } from './axes.tsx'
import { type ReadablePoint, ReadablePoints } from './readable-points.tsx'

export interface HeatmapDay {
  readonly date: string
  readonly count: number
}

interface HeatmapSquare extends HeatmapDay {
  readonly week: number
  /** 0 is Sunday. */
  readonly weekday: number
  /** 0 is none, the highest level is the maximum. */
  readonly level: number
}

const LEVELS = 4

const weekdayOf = (date: string): number => new Date(`${date}T00:00:00Z`).getUTCDay()

/** Weeks begin on Sunday. */
export function heatmapSquares(days: readonly HeatmapDay[]): readonly HeatmapSquare[] {
  const most = Math.max(0, ...days.map(({ count }) => count))
  const before = days[0] ? weekdayOf(days[0].date) : 0
  return days.map((day, index) => ({
    ...day,
    week: Math.floor((before + index) / 7),
    weekday: (before + index) % 7,
    level: day.count === 0 ? 0 : Math.ceil((LEVELS * day.count) / most),
  }))
}

const monthOf = (date: string): string => new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { month: 'short', timeZone: 'UTC' })

/** By the week in which the month begins. The first week has a label unless another follows closely. */
export function monthLabels(squares: readonly HeatmapSquare[]): readonly { readonly week: number; readonly label: string }[] {
  const begins = squares
    .filter(({ date }, index) => index === 0 || date.endsWith('-01'))
    .map(({ week, date }) => ({ week, label: monthOf(date) }))
  return begins.filter(({ week }, index) => (begins[index + 1]?.week ?? week + WEEKS_OF_A_NAME) - week >= WEEKS_OF_A_NAME)
}

const WEEKS_OF_A_NAME = 3

interface HeatmapProps {
  label: string
  pointsLabel: string
  days: readonly HeatmapDay[]
  words: (day: HeatmapDay) => string
  ends: { less: string; more: string }
}

const GAP = 3
/** Minimum size; larger if there is room. */
const SMALLEST = 13
const LARGEST = 17
const LEFT = 34
const TOP = 20
const EDGE = 6
/** Keeps the outline from being cut off. */
const PADDING = 4
const weekdays = [
  [1, 'Mon'],
  [3, 'Wed'],
  [5, 'Fri'],
] as const

/** Levels differ in size too, so that color is not needed. */
const levels = [
  { share: 1, look: 'fill-sunken stroke-hairline' },
  { share: 0.55, look: 'fill-brand/60 stroke-brand/60' },
  { share: 0.7, look: 'fill-brand/75 stroke-brand/75' },
  { share: 0.85, look: 'fill-brand/90 stroke-brand/90' },
  { share: 1, look: 'fill-brand stroke-brand' },
]

/** Scrolls if it is too wide, beginning at its end. */
export function Heatmap({ label, pointsLabel, days, words, ends }: HeatmapProps) {
  const squares = heatmapSquares(days)
  const weeks = (squares.at(-1)?.week ?? 0) + 1
  const [measured, room] = useWidth()
  const side = Math.max(SMALLEST, Math.min(LARGEST, Math.floor((room - LEFT - EDGE - 2 * PADDING) / weeks) - GAP))
  const step = side + GAP
  const width = LEFT + weeks * step + EDGE
  const height = TOP + 7 * step
  const points = squares.map((square) => ({
    x: LEFT + square.week * step + side / 2,
    y: TOP + square.weekday * step + side / 2,
    words: words(square),
  }))
  const place = useRef<HTMLElement>(null)
  useEffect(() => {
    if (place.current) place.current.scrollLeft = place.current.scrollWidth
  }, [])
  const keepInSight = ({ x }: ReadablePoint) => {
    const { current: area } = place
    if (area) area.scrollLeft = Math.max(x + step * 2 - area.clientWidth, Math.min(area.scrollLeft, x - step * 2))
  }
  return (
    <div ref={measured} className="grid gap-2">
      <ScrollArea ref={place} aria-label={pointsLabel} className="border-0 p-1 print:overflow-visible">
        <div style={{ width }} className="print:w-full!">
          <ReadablePoints label={pointsLabel} points={points} width={width} height={height} perColumn={7} onStep={keepInSight}>
            {(chosen) => (
              <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} className="block w-full">
                {monthLabels(squares).map(({ week, label: month }) => (
                  <text key={`${week}`} x={LEFT + week * step} y="12" className="fill-muted text-xs">
                    {month}
                  </text>
                ))}
                {weekdays.map(([weekday, name]) => (
                  <text key={name} x="0" y={TOP + weekday * step + side - 2} className="fill-muted text-xs">
                    {name}
                  </text>
                ))}
                {levels.map((level, of) => (
                  <Squares key={level.look} {...level} side={side} places={points.filter((_, index) => squares[index]?.level === of)} />
                ))}
                <Outline place={points[chosen]} side={side} />
              </svg>
            )}
          </ReadablePoints>
        </div>
      </ScrollArea>
      <p aria-hidden className="flex items-center gap-2 text-xs text-muted">
        {ends.less}
        <svg aria-hidden="true" viewBox={`0 0 ${(LEVELS + 1) * (SMALLEST + GAP)} ${SMALLEST + GAP}`} className="h-4 w-20">
          {levels.map((level, of) => (
            <Squares key={level.look} {...level} side={SMALLEST} places={[{ x: (of + 0.5) * (SMALLEST + GAP), y: (SMALLEST + GAP) / 2 }]} />
          ))}
        </svg>
        {ends.more}
      </p>
    </div>
  )
}

interface Place {
  readonly x: number
  readonly y: number
}

interface SquaresProps {
  side: number
  /** Share of the cell that a square fills. */
  share: number
  look: string
  places: readonly Place[]
}

/** One path per level: a year of elements is slow to render and to traverse. */
const Squares = ({ side, share, look, places }: SquaresProps) => (
  <path d={places.map((place) => squarePath(place, share * side - 1)).join('')} className={look} strokeLinejoin="round" />
)

const Outline = ({ place, side }: { place: Place | undefined; side: number }) =>
  place && <path d={squarePath(place, side + 2)} className="fill-none stroke-ink" strokeWidth="2" strokeLinejoin="round" />

const squarePath = ({ x, y }: Place, side: number): string => `M${x - side / 2} ${y - side / 2}h${side}v${side}h${-side}z`
