import { describe, expect, test } from 'vitest'
import { type BodySound, bodySounds, type breathSounds } from '../../content/picture-names.ts'
import { breathsHeard } from './breath-sounds.ts'
import { describeSound } from './draw-sound.ts'
import { beatsHeard } from './heart-sounds.ts'
import { SAMPLE_RATE, SOUND_SECONDS, type Span } from './mixer.ts'
import { soundFile, soundSamples } from './sound.ts'

const seeds = [1, 2, 77]
const parametersOf = (sound: BodySound, seed = 1, rate: number | null = null) => ({ sound, seed, rate })
const samplesOf = (...of: Parameters<typeof parametersOf>) => soundSamples(parametersOf(...of))
const within = (samples: Float64Array, { from, to }: Span) => samples.subarray(Math.round(from * SAMPLE_RATE), Math.round(to * SAMPLE_RATE))
const partOf = ({ from, to }: Span, start: number, end: number): Span => ({
  from: from + start * (to - from),
  to: from + end * (to - from),
})

/** Root mean square. */
const level = (samples: Float64Array, span: Span) => {
  const part = within(samples, span)
  return Math.sqrt(part.reduce((sum, value) => sum + value * value, 0) / part.length)
}

const WINDOW = 1600

/** Power by frequency, in steps of 10 Hz, over windows of 0.1 s. */
function spectrum(samples: Float64Array, span: Span) {
  const part = within(samples, span)
  const windows = Array.from({ length: Math.floor(part.length / WINDOW) }, (_, index) =>
    part.subarray(index * WINDOW, (index + 1) * WINDOW).map((value, at) => value * (0.5 - 0.5 * Math.cos((2 * Math.PI * at) / WINDOW))),
  )
  return Array.from({ length: 200 }, (_, index) => {
    const hertz = 10 * (index + 1)
    return { hertz, power: windows.reduce((sum, window) => sum + powerAt(window, hertz), 0) }
  })
}
/** By Goertzel's algorithm. */
function powerAt(window: Float64Array, hertz: number): number {
  const turn = 2 * Math.cos((2 * Math.PI * hertz) / SAMPLE_RATE)
  let [before, last] = [0, 0]
  for (const value of window) [before, last] = [last, value + turn * last - before]
  return before * before + last * last - turn * before * last
}
const centroid = (samples: Float64Array, span: Span) => {
  const found = spectrum(samples, span)
  return found.reduce((sum, { hertz, power }) => sum + hertz * power, 0) / found.reduce((sum, { power }) => sum + power, 0)
}
const strongest = (samples: Float64Array, span: Span) =>
  spectrum(samples, span).reduce((best, each) => (each.power > best.power ? each : best)).hertz

/** When it is louder than the threshold, as bursts that are at least `apart` seconds from each other. */
function bursts(samples: Float64Array, threshold: number, apart: number): Span[] {
  const found: { from: number; to: number }[] = []
  for (const [index, value] of samples.entries()) {
    if (Math.abs(value) < threshold) continue
    const at = index / SAMPLE_RATE
    const last = found.at(-1)
    if (last && at - last.to < apart) last.to = at
    else found.push({ from: at, to: at })
  }
  return found
}

test.each(bodySounds)('%s has the same bytes every time, and is never cut off', (sound) => {
  const bytes = Buffer.from(soundFile(parametersOf(sound)))
  expect(bytes).toEqual(Buffer.from(soundFile(parametersOf(sound))))
  expect(bytes).not.toEqual(Buffer.from(soundFile(parametersOf(sound, 2))))
  expect([bytes.toString('latin1', 0, 4), bytes.toString('latin1', 8, 16), bytes.readUInt32LE(24)]).toEqual(['RIFF', 'WAVEfmt ', 16_000])
  expect([bytes.readUInt32LE(4) + 8, bytes.readUInt32LE(40) + 44, bytes.length]).toEqual(Array(3).fill(44 + 2 * 16_000 * SOUND_SECONDS))
  for (const seed of seeds) expect(Math.max(...samplesOf(sound, seed).map(Math.abs))).toBeLessThan(1)
})

describe.each(seeds)('breath sounds of seed %i', (seed) => {
  const heard = (sound: (typeof breathSounds)[number]) => {
    const [first] = breathsHeard(sound, null)
    if (!first) throw new Error('no breath')
    return { samples: samplesOf(sound, seed), ...first }
  }

  test('clear: low, longer and louder in breathing in', () => {
    const { samples, inspiration, expiration } = heard('vesicular')
    expect(level(samples, inspiration)).toBeGreaterThan(3 * level(samples, expiration))
    expect(centroid(samples, inspiration)).toBeLessThan(400)
  })

  test('wheeze: tones of 400 Hz and more in a long expiration, as described', () => {
    const { samples, inspiration, expiration } = heard('wheeze')
    expect(expiration.to - expiration.from).toBeGreaterThan(2 * (inspiration.to - inspiration.from))
    expect(level(samples, expiration)).toBeGreaterThan(3 * level(samples, inspiration))
    const found = spectrum(samples, expiration)
    const [low = 0, high = 0] = [...describeSound(parametersOf('wheeze', seed)).matchAll(/(\d+)(?: and (\d+))? Hz/g)].flatMap(
      ([, ...tones]) => tones.map(Number),
    )
    expect(low).toBeGreaterThanOrEqual(400)
    const all = found.reduce((sum, { power }) => sum + power, 0)
    const near = found
      .filter(({ hertz }) => [low, high].some((tone) => Math.abs(hertz - tone) <= 30))
      .reduce((sum, { power }) => sum + power, 0)
    expect(near / all).toBeGreaterThan(0.8)
  })

  test('stridor: the loudest, above 500 Hz, in inspiration', () => {
    const { samples, inspiration, expiration } = heard('stridor')
    expect(level(samples, inspiration)).toBeGreaterThan(10 * level(samples, expiration))
    expect(strongest(samples, inspiration)).toBeGreaterThan(500)
    expect(level(samples, inspiration)).toBeGreaterThan(1.5 * level(heard('wheeze').samples, heard('wheeze').expiration))
  })

  test('rhonchi: below 200 Hz, in expiration', () => {
    const { samples, inspiration, expiration } = heard('rhonchi')
    expect(level(samples, expiration)).toBeGreaterThan(3 * level(samples, inspiration))
    expect(strongest(samples, expiration)).toBeLessThan(200)
  })

  test('crackles: fine ones short, high, and late in inspiration; coarse ones long, low, early and in both', () => {
    const fine = heard('fine_crackles')
    const coarse = heard('coarse_crackles')
    const clicks = ({ samples, expiration }: typeof fine) => bursts(samples, 0.25, 0.012).filter(({ from }) => from < expiration.to)
    const length = (spans: readonly Span[]) => spans.reduce((sum, { from, to }) => sum + to - from, 0) / spans.length
    expect(clicks(fine).length).toBeGreaterThanOrEqual(7)
    for (const { from, to } of clicks(fine)) {
      expect(from).toBeGreaterThan(partOf(fine.inspiration, 0.5, 1).from)
      expect(to).toBeLessThan(fine.expiration.from)
    }
    const early = clicks(coarse).filter(({ to }) => to < partOf(coarse.inspiration, 0, 0.6).to)
    const out = clicks(coarse).filter(({ from }) => from > coarse.expiration.from)
    expect([early.length, out.length, clicks(coarse).length - early.length - out.length]).toEqual([
      expect.any(Number),
      expect.any(Number),
      0,
    ])
    expect(Math.min(early.length, out.length)).toBeGreaterThanOrEqual(2)
    expect(length(clicks(coarse))).toBeGreaterThan(1.8 * length(clicks(fine)))
    const late = partOf(fine.inspiration, 0.55, 1)
    expect(centroid(fine.samples, late)).toBeGreaterThan(450)
    expect(centroid(coarse.samples, partOf(coarse.inspiration, 0, 0.55))).toBeLessThan(380)
  })

  test('pleural rub: bursts in both phases', () => {
    const { samples, inspiration, expiration } = heard('pleural_rub')
    const rough = bursts(samples, 0.2, 0.03)
    for (const phase of [inspiration, expiration])
      expect(rough.filter(({ from, to }) => from > phase.from && to < phase.to).length).toBeGreaterThanOrEqual(3)
  })

  test('absent: next to nothing', () => {
    expect(level(samplesOf('absent', seed), { from: 0, to: SOUND_SECONDS })).toBeLessThan(
      0.05 * level(heard('vesicular').samples, heard('vesicular').inspiration),
    )
  })
})

describe.each([60, 76, 100])('heart sounds at %i beats a minute', (rate) => {
  const beats = beatsHeard('normal_s1_s2', rate).filter(({ next }) => next < SOUND_SECONDS)
  const loud = (sound: BodySound, spanOf: (beat: (typeof beats)[number]) => Span) => {
    const samples = samplesOf(sound, 1, rate)
    return beats.reduce((sum, beat) => sum + level(samples, spanOf(beat)), 0) / beats.length
  }
  const systole = ({ first, second }: (typeof beats)[number]) => ({ from: first + 0.12, to: second })
  const diastole = ({ second, next }: (typeof beats)[number]) => ({ from: second + 0.12, to: next })

  test('two thumps a beat, low, and silence between', () => {
    const samples = samplesOf('normal_s1_s2', 1, rate)
    const thumps = bursts(samples, 0.08, 0.06)
    expect(thumps.filter(({ from }) => from < 0.2 + 5).length).toBe(Math.ceil((2 * rate * 5) / 60))
    const [first, second, next] = thumps.map(({ from }) => from)
    expect((next ?? 0) - (first ?? 0)).toBeCloseTo(60 / rate, 2)
    expect((second ?? 0) - (first ?? 0)).toBeLessThan((next ?? 0) - (second ?? 0))
    expect(centroid(samples, { from: 0.2, to: 0.35 })).toBeLessThan(150)
    expect(Math.max(loud('normal_s1_s2', systole), loud('normal_s1_s2', diastole))).toBeLessThan(0.02)
  })

  test('a third one 0.12 to 0.18 s after the second, softer and lower', () => {
    const samples = samplesOf('s3_gallop', 1, rate)
    const [first, second, third] = bursts(samples, 0.08, 0.06)
    const after = (third?.from ?? 0) - (second?.from ?? 0)
    expect(after).toBeGreaterThan(0.12)
    expect(after).toBeLessThan(0.18)
    const at = (thump: Span | undefined) => ({ from: thump?.from ?? 0, to: (thump?.from ?? 0) + 0.11 })
    expect(centroid(samples, at(third))).toBeLessThan(centroid(samples, at(second)))
    expect(level(samples, at(third))).toBeLessThan(level(samples, at(first)))
  })

  test('murmurs where they belong: rising and falling in systole, fading and higher in diastole', () => {
    expect(loud('systolic_murmur', systole)).toBeGreaterThan(5 * loud('systolic_murmur', diastole))
    expect(loud('diastolic_murmur', (beat) => partOf(diastole(beat), 0, 0.5))).toBeGreaterThan(5 * loud('diastolic_murmur', systole))
    expect(loud('diastolic_murmur', (beat) => partOf(diastole(beat), 0, 0.3))).toBeGreaterThan(
      2 * loud('diastolic_murmur', (beat) => partOf(diastole(beat), 0.7, 1)),
    )
    const [beat] = beats
    if (!beat) throw new Error('no beat')
    expect(centroid(samplesOf('diastolic_murmur', 1, rate), diastole(beat))).toBeGreaterThan(
      centroid(samplesOf('systolic_murmur', 1, rate), systole(beat)),
    )
  })

  test('a rub scratches in systole, early diastole, and before the next beat', () => {
    const parts = [
      systole,
      (beat: (typeof beats)[number]) => partOf({ from: beat.second, to: beat.next }, 0.25, 0.4),
      (beat: (typeof beats)[number]) => partOf({ from: beat.second, to: beat.next }, 0.7, 0.9),
    ]
    for (const part of parts) expect(loud('pericardial_rub', part)).toBeGreaterThan(0.03)
    expect(loud('pericardial_rub', (beat) => partOf({ from: beat.second, to: beat.next }, 0.45, 0.65))).toBeLessThan(0.01)
  })

  test('muffled: the same thumps, far softer and duller', () => {
    const first = ({ first }: (typeof beats)[number]) => ({ from: first, to: first + 0.12 })
    expect(loud('muffled', first)).toBeLessThan(0.25 * loud('normal_s1_s2', first))
    expect(loud('muffled', first)).toBeGreaterThan(4 * loud('muffled', diastole))
  })
})
