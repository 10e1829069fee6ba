import { expect, test } from 'vitest'
import { bodySounds, capnogramPatterns, ecgPatterns, ecgRhythms } from '../../content/picture-names.ts'
import { type DrawnPicture, describePicture, drawPicture, sizeOf } from './draw.ts'

const figures = { heartRate: '80', spo2: '97', bloodPressure: '120/80', etco2: null, respirations: null }
const drawings: readonly (readonly [name: string, picture: DrawnPicture])[] = [
  ...ecgRhythms.flatMap((rhythm) => [
    [rhythm, { kind: 'ecg_strip', rhythm, rate: null, seed: 3, alt: null }] as const,
    [rhythm, { kind: 'monitor', ecg: { rhythm, rate: null }, capnogram: null, figures, trends: null, seed: 3, alt: null }] as const,
  ]),
  ...bodySounds.map((sound) => [sound, { kind: 'sound', sound, rate: null, seed: 3, alt: null }] as const),
  ...ecgPatterns.map((pattern) => [pattern, { kind: 'ecg_12_lead', pattern, rate: null, seed: 3, alt: null }] as const),
  ...capnogramPatterns.flatMap((pattern) => [
    [pattern, { kind: 'capnogram', pattern, rate: null, etco2: null, seed: 3, alt: null }] as const,
    [pattern, { kind: 'monitor', ecg: null, capnogram: { pattern, rate: null }, figures, trends: null, seed: 3, alt: null }] as const,
  ]),
]

/** Words of names that describe rather than interpret, or are said of every tracing. */
const plain = new Set([
  'lead',
  'first',
  'second',
  'third',
  'degree',
  'with',
  'long',
  'complexes',
  'waves',
  'wave',
  'fine',
  'coarse',
  'type',
  'rate',
  'peaked',
])
const tellingWords = (name: string) => name.split('_').filter((word) => word.length > 3 && !plain.has(word))

test.each(drawings)('nothing names %s, drawn as %j', (name, picture) => {
  const { svg, width, height } = drawPicture(picture)
  const description = describePicture(picture)
  for (const word of tellingWords(name)) {
    const whole = new RegExp(`\\b${word}`, 'i')
    expect(svg).not.toMatch(whole)
    expect(description).not.toMatch(whole)
  }
  expect(svg).not.toMatch(/<(?:script|title|desc|image|foreignObject|metadata)|\s(?:id|class|on\w+|href)=|url\(/)
  expect(description.length).toBeLessThanOrEqual(1_500)
  expect(svg.length).toBeLessThan(200_000)
  expect([width, height].every((pixels) => Number.isInteger(pixels) && pixels > 0)).toBe(true)
  expect(sizeOf(picture)).toMatchObject({ width, height })
})

test("the author's description replaces the generated one", () => {
  expect(describePicture({ kind: 'capnogram', pattern: 'normal', rate: null, etco2: null, seed: 1, alt: 'Seven waves.' })).toBe(
    'Seven waves.',
  )
})
