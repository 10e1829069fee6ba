import { describe, expect, it } from 'vitest'
import { clockFace, createStopwatch } from './time-on-screen.tsx'

describe('a stopwatch', () => {
  it('counts only while it runs', () => {
    let time = 50_000
    const stopwatch = createStopwatch(() => time)
    expect(stopwatch.seconds()).toBe(0)
    stopwatch.run()
    time += 4_900
    expect(stopwatch.seconds()).toBe(4)
    stopwatch.pause()
    time += 3_600_000
    stopwatch.pause()
    expect(stopwatch.seconds()).toBe(4)
    stopwatch.run()
    stopwatch.run()
    time += 200
    expect(stopwatch.seconds()).toBe(5)
  })

  it.each([
    [0, '0:00'],
    [7, '0:07'],
    [90, '1:30'],
    [3605, '1:00:05'],
  ])('shows %i seconds as %s', (seconds, shown) => {
    expect(clockFace(seconds)).toBe(shown)
  })
})
