import { describe, expect, test } from 'vitest'
import { type CapnogramPattern, capnogramPatterns } from '../content/picture-names.ts'
import { describeCapnogram, drawCapnogram } from './capnogram.ts'
import { CAPNOGRAM_SECONDS, capnogramSignal } from './capnogram-signal.ts'

const parametersOf = (pattern: CapnogramPattern, seed = 1, more: { rate?: number; etco2?: number } = {}) => ({
  pattern,
  rate: null,
  etco2: null,
  seed,
  ...more,
})
const seeds = [1, 2, 3, 77, 4_711]

interface Wave {
  /** Seconds. */
  readonly from: number
  readonly to: number
  readonly peak: number
  /** The last level before the line falls, as the median of a few samples. */
  readonly end: number
  /** Share of the wave that it takes to rise from 10 to 90 percent of its height. */
  readonly riseShare: number
  /** The deepest dip between two higher places, as a share of the height. */
  readonly dip: number
  /** The lowest level between this wave and the next. */
  readonly bottom: number
  /** Ups and downs of more than half a millimeter within the wave. */
  readonly turns: number
}

/** Measures the whole waves of a signal by their crossings of a level a third of the way up. */
function measure(pattern: CapnogramPattern, seed: number, more: { rate?: number; etco2?: number } = {}) {
  const { sampleRate, millimetersOfMercury: levels } = capnogramSignal(parametersOf(pattern, seed, more))
  const highest = Math.max(...levels)
  const lowest = Math.min(...levels.slice(sampleRate))
  const threshold = (at: number) => {
    // Waves may shrink or grow: the level follows the highest place nearby.
    const nearby = levels.slice(Math.max(0, at - 1.6 * sampleRate), at + 1.6 * sampleRate)
    return lowest + Math.max(0.4, (Math.max(...nearby) - lowest) / 3)
  }
  const edges: [number, number][] = []
  let begin: number | null = null
  for (const [index, level] of levels.entries()) {
    const isHigh = level > threshold(index)
    if (isHigh && begin === null && index > 0) begin = index
    if (!isHigh && begin !== null) {
      if (index - begin > 0.3 * sampleRate) edges.push([begin, index])
      begin = null
    }
  }
  const waves = edges.map(([from, to], index): Wave => {
    const within = levels.slice(Math.max(0, from - sampleRate / 4), to)
    const peak = Math.max(...within)
    const following = edges[index + 1]?.[0] ?? levels.length
    const bottom = Math.min(...levels.slice(to, following))
    const height = peak - bottom
    const first = (share: number) => within.findIndex((level) => level >= bottom + share * height)
    let turns = 0
    let [direction, extreme] = [1, within[0] ?? 0]
    for (const level of within) {
      if (direction * (level - extreme) > 0) extreme = level
      else if (direction * (extreme - level) > 0.5) [turns, direction, extreme] = [turns + 1, -direction, level]
    }
    const middle = within.slice(Math.floor(within.length * 0.3))
    const dip = Math.max(
      ...middle.map((level, place) => Math.min(Math.max(...middle.slice(0, place + 1)), Math.max(...middle.slice(place))) - level),
    )
    return {
      from: from / sampleRate,
      to: to / sampleRate,
      peak,
      end: within.slice(-16, -8).sort((a, b) => a - b)[4] ?? 0,
      riseShare: (first(0.9) - first(0.1)) / within.length,
      dip: dip / height,
      bottom,
      turns,
    }
  })
  const apart = waves.slice(1).map((wave, index) => wave.from - (waves[index]?.from ?? 0))
  const rate = (60 * apart.length) / apart.reduce((sum, seconds) => sum + seconds, 0)
  return { waves, rate, highest, lowest, levels }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const peaksOf = ({ waves }: { waves: Wave[] }) => waves.map(({ peak }) => peak)

describe.each(seeds)('with seed %s', (seed) => {
  test.each([
    ['normal', 14, 38],
    ['hypoventilation', 6, 64],
    ['hyperventilation', 30, 22],
  ] as const)('%s: steep waves with a plateau, at its rate and level', (pattern, rate, etco2) => {
    const found = measure(pattern, seed)
    expect(Math.abs(found.rate - rate) / rate).toBeLessThan(0.05)
    for (const { peak, end, riseShare, bottom, dip } of found.waves) {
      expect(Math.abs(peak - etco2) / etco2).toBeLessThan(0.04)
      expect(end).toBeGreaterThan(0.9 * peak)
      expect(riseShare).toBeLessThan(0.25)
      expect(bottom).toBeLessThan(0.5)
      expect(dip).toBeLessThan(0.05)
    }
  })

  test('bronchospasm: the line never runs level while it rises, and is highest at its end', () => {
    const { waves } = measure('bronchospasm', seed)
    for (const { riseShare, peak, end, bottom } of waves) {
      expect(riseShare).toBeGreaterThan(0.5)
      expect(end).toBeGreaterThan(0.75 * peak)
      expect(bottom).toBeLessThan(0.5)
    }
  })

  test('esophageal: a few small humps, each lower than the one before, and then none', () => {
    const { waves, levels } = measure('esophageal', seed)
    expect(waves.length).toBeGreaterThanOrEqual(2)
    expect(waves.length).toBeLessThanOrEqual(5)
    const peaks = peaksOf({ waves })
    expect(Math.max(...peaks)).toBeLessThan(15)
    for (const [index, peak] of peaks.entries()) if (index > 0) expect(peak).toBeLessThan(0.7 * (peaks[index - 1] ?? 0))
    expect(Math.max(...levels.slice(-levels.length / 3))).toBeLessThan(0.5)
  })

  test('rebreathing: the line does not come back to 0, and stands higher from breath to breath', () => {
    const { waves } = measure('rebreathing', seed)
    const bottoms = waves.slice(0, -1).map(({ bottom }) => bottom)
    expect(Math.min(...bottoms)).toBeGreaterThan(3)
    expect(bottoms.at(-1)).toBeGreaterThan((bottoms[0] ?? 0) + 4)
  })

  test('return of circulation: low waves with ripples, and from one wave to the next high ones without', () => {
    const { waves } = measure('return_of_circulation', seed)
    const jump = waves.findIndex(({ peak }, index) => index > 0 && peak > 2 * (waves[index - 1]?.peak ?? 0))
    expect(jump).toBeGreaterThan(1)
    for (const { peak, turns } of waves.slice(0, jump)) {
      expect(peak).toBeLessThan(20)
      expect(turns).toBeGreaterThan(4)
    }
    for (const { peak, turns } of waves.slice(jump)) {
      expect(peak).toBeGreaterThan(35)
      expect(turns).toBeLessThan(4)
    }
    expect(waves.length - jump).toBeGreaterThan(1)
  })

  test('leak: a short plateau that breaks off early and slopes down', () => {
    for (const { end, peak, riseShare, bottom } of measure('leak', seed).waves) {
      expect(riseShare).toBeLessThan(0.25)
      expect(end).toBeLessThan(0.6 * peak)
      expect(bottom).toBeLessThan(0.5)
    }
  })

  test('apnea: flat', () => {
    const { waves, highest } = measure('apnea', seed)
    expect(waves).toEqual([])
    expect(highest).toBeLessThan(0.5)
  })

  test('curare cleft: a dip in the last third of each plateau', () => {
    for (const { dip, end, peak } of measure('curare_cleft', seed).waves) {
      expect(dip).toBeGreaterThan(0.3)
      expect(end).toBeGreaterThan(0.85 * peak)
    }
  })

  test('compressions: low waves of one height with ripples, ten a minute', () => {
    const found = measure('compressions', seed)
    expect(Math.abs(found.rate - 10)).toBeLessThan(0.6)
    for (const { peak, turns } of found.waves) {
      expect(peak).toBeGreaterThan(9)
      expect(peak).toBeLessThan(20)
      expect(turns).toBeGreaterThan(4)
    }
  })

  test('falling perfusion: at an even rate each plateau is lower than the one before', () => {
    const found = measure('falling_perfusion', seed)
    const peaks = peaksOf(found)
    expect(Math.abs(found.rate - 12)).toBeLessThan(0.7)
    for (const [index, peak] of peaks.entries()) if (index > 0) expect(peak).toBeLessThan(peaks[index - 1] ?? 0)
    expect(peaks.at(-1)).toBeLessThan(0.6 * (peaks[0] ?? 0))
  })

  test('keeps the requested rate and level', () => {
    const found = measure('bronchospasm', seed, { rate: 28, etco2: 72 })
    expect(Math.abs(found.rate - 28)).toBeLessThan(1.5)
    expect(Math.abs(mean(peaksOf(found)) - 72)).toBeLessThan(3)
    expect(drawCapnogram(parametersOf('bronchospasm', seed, { etco2: 72 })).svg).toContain('>80<')
  })
})

describe.each(capnogramPatterns)('%s', (pattern) => {
  test('is the same each time, and differs with another seed', () => {
    expect(drawCapnogram(parametersOf(pattern))).toEqual(drawCapnogram(parametersOf(pattern)))
    expect(drawCapnogram(parametersOf(pattern, 2)).svg).not.toEqual(drawCapnogram(parametersOf(pattern, 1)).svg)
  })

  test('stays within its axes', () => {
    const { svg } = drawCapnogram(parametersOf(pattern))
    const heights = [...svg.matchAll(/[ML]([\d.]+) (-?[\d.]+)/g)].map(([, , y]) => Number(y))
    expect(heights).toHaveLength(40 * CAPNOGRAM_SECONDS + 1)
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(34)
    expect(Math.max(...heights)).toBeLessThanOrEqual(280)
  })
})

test('describes what is visible', () => {
  expect(describeCapnogram(parametersOf('normal'))).toBe(
    'A capnogram of 30 seconds, on a scale from 0 to 60 mm Hg. 7 waves begin in it, about 4.3 seconds apart. Each wave rises steeply, ' +
      'runs almost level, and falls steeply. They reach about 38 mm Hg. Between them the line comes back to 0.',
  )
  expect(describeCapnogram(parametersOf('apnea'))).toBe(
    'A capnogram of 30 seconds, on a scale from 0 to 60 mm Hg. The line is flat at 0 mm Hg throughout.',
  )
})
