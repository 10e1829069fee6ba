export interface Tick {
  /** Where it stands on its axis, in units of the drawing. */
  readonly at: number
  readonly label: string
}

/** Of ticks in order those whose labels have room, each `room` wide: the last one always, and what fits before it. */
export function ticksWithRoom(ticks: readonly Tick[], room: number): readonly Tick[] {
  const kept: Tick[] = []
  for (const tick of [...ticks].reverse()) if ((kept.at(-1)?.at ?? Number.POSITIVE_INFINITY) - tick.at >= room) kept.push(tick)
  return kept.reverse()
}

/** Shares from 0 to 1, as percent. */
export const percentTicks = (position: (share: number) => number): readonly Tick[] =>
  [0, 0.25, 0.5, 0.75, 1].map((share) => ({ at: position(share), label: `${share * 100}%` }))
