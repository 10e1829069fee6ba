/** Carries reviews that exceed a day's room over to the following days. */
export function spreadOver(due: readonly number[], room: (index: number) => number): number[] {
  let waiting = 0
  return due.map((count, index) => {
    const done = Math.min(waiting + count, room(index))
    waiting += count - done
    return done
  })
}
