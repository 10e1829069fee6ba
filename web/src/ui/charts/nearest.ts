interface Place {
  readonly x: number
  readonly y: number
}

/** The index of the point that is nearest, sideways alone where no height is told. */
export function nearest(points: readonly Place[], x: number, y: number | null): number {
  const distance = (point: Place) => (point.x - x) ** 2 + (y === null ? 0 : (point.y - y) ** 2)
  return points.reduce((best, point, index) => (distance(point) < distance(points[best] ?? point) ? index : best), 0)
}
