export interface Tick {
  /** Where it stands on its axis, in units of the drawing. */
  readonly at: number
  readonly label: string
}

/**
 * Of ticks in order those whose labels have room, each `room` wide: the last one always, and before it every second,
 * third, and so on.
 */
export function ticksWithRoom(ticks: readonly Tick[], room: number): readonly Tick[] {
  const last = ticks.length - 1
  const closest = ticks.reduce((least, { at }, place) => (place === 0 ? least : Math.min(least, at - (ticks[place - 1]?.at ?? at))), room)
  const every = closest > 0 ? Math.ceil(room / closest) : ticks.length
  return ticks.filter((_, place) => (last - place) % every === 0)
}

/** Shares from 0 to 1, as percent. */
export const percentTicks = (position: (share: number) => number): readonly Tick[] =>
  [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: position(share), label: `${share * 100}%` }))
