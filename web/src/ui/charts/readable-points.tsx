import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react'

interface Place {
  readonly x: number
  readonly y: number
}

/** Horizontally only, if `y` is left out. */
export function nearest(points: readonly Place[], x: number, y: number | null): number {
  const distance = (point: Place) => (point.x - x) ** 2 + (y === null ? 0 : (point.y - y) ** 2)
  return points.reduce((best, point, index) => (distance(point) < distance(points[best] ?? point) ? index : best), 0)
}

export interface ReadablePoint {
  readonly x: number
  readonly y: number
  readonly words: string
}

interface ReadablePointsProps {
  label: string
  points: readonly ReadablePoint[]
  /** Initially selected; the last one when left out. */
  first?: number
  width: number
  height: number
  /** The points are in columns of this length; in one row when left out. */
  perColumn?: number
  /** After a key press, such as to scroll there. */
  onStep?: (point: ReadablePoint) => void
  children: (chosen: number) => ReactNode
}

const sideways = { ArrowLeft: -1, ArrowRight: 1 } as const
const upright = { ArrowUp: -1, ArrowDown: 1 } as const

/**
 * Shows the text of one point below the drawing: the one under the pointer, or the next by arrow key. Assistive
 * technology gets a slider over the points.
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
            // The range input spreads its values evenly, unlike the points.
            if (!pressed.current) setMoved(Number(target.value))
          }}
        />
      </div>
      {/* Stays in view when the drawing scrolls. */}
      <p className="sticky left-0 min-h-10 justify-self-start sm:min-h-5 text-sm text-ink">{points[chosen]?.words}</p>
    </div>
  )
}

const mapped = (keys: Readonly<Record<string, number>>, steps: number): Record<string, number> =>
  Object.fromEntries(Object.entries(keys).map(([key, direction]) => [key, direction * steps]))
