export interface StackedPart {
  /** Which of the values it is. */
  readonly kind: number
  readonly from: number
  readonly to: number
}

/** Values upon each other: those above 0 upwards, those below it downwards. What is 0 has no part. */
export function stackedParts(values: readonly number[]): readonly StackedPart[] {
  let [up, down] = [0, 0]
  return values.flatMap((value, kind) => {
    if (value === 0) return []
    const from = value > 0 ? up : down
    const to = from + value
    if (value > 0) up = to
    else down = to
    return [{ kind, from, to }]
  })
}
