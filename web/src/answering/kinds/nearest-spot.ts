interface Size {
  readonly width: number
  readonly height: number
}
interface Point {
  readonly x: number
  readonly y: number
}

/** How far from the middle of a place a press may be and is meant for it still, in CSS pixels. */
const REACH = 48

/**
 * The place that a press is meant for: the nearest one within reach, null where none is. Places stand in percent of the
 * picture; the press and the size of the picture in pixels.
 */
export function nearestSpot<Spot extends Point>(spots: readonly Spot[], press: Point, { width, height }: Size): Spot | null {
  const distance = ({ x, y }: Spot) => Math.hypot((x / 100) * width - press.x, (y / 100) * height - press.y)
  const [nearest] = spots.toSorted((one, other) => distance(one) - distance(other))
  return nearest && distance(nearest) <= REACH ? nearest : null
}
