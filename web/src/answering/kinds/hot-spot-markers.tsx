import { Check, X } from 'lucide-react'
import type { MouseEvent } from 'react'
import { classList } from '../../ui/class-list.ts'
import { rowLetter } from '../../ui/radio-rows.tsx'
import { type KindProps, outcomeOfChoice } from './kind-props.ts'
import { nearestSpot } from './nearest-spot.ts'

const markerTones = {
  ok: 'border-ok bg-ok-soft text-ok',
  bad: 'border-bad bg-bad-soft text-bad',
  none: 'border-brand bg-brand text-on-brand',
}

/**
 * The places over the picture, with the letters that they have in the list. A press near one chooses it. It is for who
 * points: the list beside the picture is the same for the keyboard and for those who listen.
 */
export function HotSpotMarkers({ item, draft, change, locked, outcome }: KindProps<'hot_spot'>) {
  const { spots } = item
  const choose = (event: MouseEvent<HTMLElement>) => {
    if (locked) return
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    const spot = nearestSpot(spots, { x: event.clientX - left, y: event.clientY - top }, { width, height })
    if (spot) change({ type: 'choose', id: spot.id, insteadOf: spots.map(({ id }) => id) })
  }
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden
      disabled={locked}
      // The focus stays where it is: there is nothing to hear at the picture.
      onMouseDown={(event) => event.preventDefault()}
      onClick={choose}
      className="absolute inset-0 size-full touch-manipulation"
    >
      {spots.map(({ id, x, y }, index) => {
        const said = outcome && outcomeOfChoice(id, draft, outcome)
        const chosen = draft.chosen.includes(id)
        return (
          <span
            key={id}
            style={{ left: `${x}%`, top: `${y}%` }}
            className={classList(
              'absolute grid size-6 -translate-1/2 place-items-center rounded-pill border-2 text-xs font-semibold transition-colors sm:size-7 sm:text-sm',
              said ? markerTones[said.tone] : chosen ? markerTones.none : 'border-brand bg-surface text-brand',
              draft.struck.includes(id) && 'line-through opacity-50',
            )}
          >
            {said?.tone === 'ok' ? <Check className="size-4" /> : said?.tone === 'bad' ? <X className="size-4" /> : rowLetter(index)}
          </span>
        )
      })}
    </button>
  )
}
