/**
 * How many reviews are done on each of some days, where `due` of them come due and a day has room for `room`: what does
 * not fit is done on the days after.
 */
export function spreadOver(due: readonly number[], room: (index: number) => number): number[] {
  let waiting = 0
  return due.map((count, index) => {
    const done = Math.min(waiting + count, room(index))
    waiting += count - done
    return done
  })
}
