import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'

interface Place {
  readonly x: number
  readonly y: number
}

/** The index of the point that is nearest, sideways alone where no height is told. */
export function nearest(points: readonly Place[], x: number, y: number | null): number {
  const distance = (point: Place) => (point.x - x) ** 2 + (y === null ? 0 : (point.y - y) ** 2)
  return points.reduce((best, point, index) => (distance(point) < distance(points[best] ?? point) ? index : best), 0)
}

export interface ReadablePoint {
  /** Where it is drawn. */
  readonly x: number
  readonly y: number
  readonly words: string
}

interface ReadablePointsProps {
  /** What one goes through, one by one: "Weeks". */
  label: string
  /** At least one. */
  points: readonly ReadablePoint[]
  /** The one that is told until another one is chosen; the last one when left out. */
  first?: number
  /** The size of the drawing, in its own units. */
  width: number
  height: number
  /** Points stand in columns of so many, top to bottom; in one row when left out. */
  perColumn?: number
  /** Hears of the point that a key led to, such as to scroll there. */
  onStep?: (point: ReadablePoint) => void
  /** The drawing, which shows the point that is chosen. */
  children: (chosen: number) => ReactNode
}

const sideways = { ArrowLeft: -1, ArrowRight: 1 } as const
const upright = { ArrowUp: -1, ArrowDown: 1 } as const

/**
 * Tells the points of a drawing one by one, below it: the one that is pointed at or touched, or, by the arrow keys, the
 * next. To those who hear the page it is a slider over the points.
 */
export function ReadablePoints({ label, points, first, width, height, perColumn, onStep, children }: ReadablePointsProps) {
  const [moved, setMoved] = useState<number | null>(null)
  const pressed = useRef(false)
  const last = points.length - 1
  const chosen = Math.min(moved ?? first ?? last, last)

  const point = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const place = currentTarget.getBoundingClientRect()
    const x = ((clientX - place.left) / place.width) * width
    const y = ((clientY - place.top) / place.height) * height
    setMoved(nearest(points, x, perColumn === undefined ? null : y))
  }
  const step = (event: KeyboardEvent) => {
    if (perColumn === undefined) return
    const steps = { ...mapped(sideways, perColumn), ...mapped(upright, 1) }[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const next = Math.max(0, Math.min(last, chosen + steps))
    setMoved(next)
    const point = points[next]
    if (point) onStep?.(point)
  }
  return (
    <div className="grid gap-1">
      <div className="relative rounded-control outline-offset-2 outline-brand has-focus-visible:outline-2">
        {children(chosen)}
        <input
          type="range"
          aria-label={label}
          aria-valuetext={points[chosen]?.words}
          min={0}
          max={last}
          value={chosen}
          className="absolute inset-0 size-full cursor-crosshair touch-pan-y appearance-none rounded-control opacity-0 print:hidden"
          onPointerMove={point}
          onPointerDown={(event) => {
            pressed.current = true
            point(event)
          }}
          onPointerUp={() => {
            pressed.current = false
          }}
          onPointerCancel={() => {
            pressed.current = false
          }}
          onKeyDown={step}
          onChange={({ target }) => {
            // A browser spreads the values evenly over the width, where the points need not stand.
            if (!pressed.current) setMoved(Number(target.value))
          }}
        />
      </div>
      {/* It stays in sight where the drawing scrolls. */}
      <p className="sticky left-0 min-h-10 justify-self-start sm:min-h-5 text-sm text-ink">{points[chosen]?.words}</p>
    </div>
  )
}

const mapped = (keys: Readonly<Record<string, number>>, steps: number): Record<string, number> =>
  Object.fromEntries(Object.entries(keys).map(([key, direction]) => [key, direction * steps]))
