import { expect, test } from 'vitest'
import { QuestionContent } from '../../content/content.ts'
import { Picture, type PictureOf } from '../../content/picture.ts'
import { type EcgMark, type EcgPattern, type EcgRhythm, ecgPatterns, ecgRhythms, type StripMark } from '../../content/picture-names.ts'
import { questionContent } from '../../content/testing/question-content.ts'
import { describeEcg, drawEcg12Lead, drawEcgStrip } from './ecg.ts'
import { rhythmSketch } from './rhythms.ts'

const seed = 3
const strip = (rhythm: EcgRhythm, ...marks: StripMark[]) => ({ kind: 'ecg_strip' as const, rhythm, rate: null, seed, alt: null, marks })
const twelve = (pattern: EcgPattern, ...marks: EcgMark[]) => ({ kind: 'ecg_12_lead' as const, pattern, rate: null, seed, alt: null, marks })
type EcgPicture = PictureOf<'ecg_strip' | 'ecg_12_lead'>
const drawPicture = (picture: EcgPicture) => (picture.kind === 'ecg_strip' ? drawEcgStrip(picture) : drawEcg12Lead(picture))
const marked = (picture: EcgPicture) => describeEcg(picture).split(' Marked: ')[1] ?? ''
const overlayOf = (picture: EcgPicture) => drawPicture(picture).svg.split('<g fill="#063b82"')[1] ?? ''
const labels = (picture: EcgPicture) => [...overlayOf(picture).matchAll(/>([^<]+)<\/text>/g)].map(([, label]) => label)

test('the PR interval of a first-degree block is marked with what is drawn', () => {
  for (const other of [1, 2, 3, 4, 5]) {
    const picture = { ...strip('first_degree_block', 'pr_interval'), seed: other }
    const [first] = rhythmSketch(picture, 6).beats
    const pr = (first?.at ?? 0) - (first?.p ?? 0)
    expect(pr).toBeGreaterThan(0.2)
    expect(labels(picture)).toEqual([`PR ${pr.toFixed(2)} s`, `PR ${pr.toFixed(2)} s`])
    expect(marked(picture)).toBe(`PR ${pr.toFixed(2)} s.`)
  }
})

test('each P wave of a third-degree block is marked, also in a QRS complex, and none is called dropped', () => {
  const picture = strip('third_degree_block', 'p_waves', 'dropped_beat', 'qrs_width')
  const waves = rhythmSketch(picture, 6).atrial.filter(({ at }) => at > 0 && at < 5.9)
  expect(labels(picture).filter((label) => label === 'P')).toHaveLength(waves.length)
  expect(marked(picture)).toBe('P waves; QRS 0.15 s.')
  expect(drawPicture(picture)).toEqual(drawPicture(picture))
})

test('a Wenckebach sequence shows growing PR intervals and the P wave without a QRS complex', () => {
  const picture = { ...strip('second_degree_type_1', 'pr_interval', 'dropped_beat'), rate: 42, seed: 6826 }
  expect(marked(picture)).toMatch(/^PR 0\.\d\d s, .*0\.19 s, 0\.28 s, .*; no QRS after the P wave at 2\.07 s\.$/)
})

test('ST elevation is marked in the leads that face the wall, and in no normal ECG', () => {
  const of = (pattern: EcgPattern) => marked(twelve(pattern, 'st_elevation')).match(/\b(?:[IVaRLF]+\d?)(?= \d)/g)
  expect(of('inferior_infarction')).toEqual(['II', 'III', 'aVF'])
  expect(of('lateral_infarction')).toEqual(['I', 'aVL', 'V5', 'V6'])
  expect(of('septal_infarction')).toEqual(['V1', 'V2'])
  const normal = twelve('normal', 'st_elevation', 'st_depression')
  expect(labels(normal)).toEqual([])
  expect(marked(normal)).toBe('')
})

const crowded = ['p_waves', 'pr_interval', 'qrs_width', 'rr_interval'] as const
const everyPicture = [
  ...ecgRhythms.flatMap((rhythm) => [strip(rhythm, ...crowded), strip(rhythm, 'qt_interval', 'dropped_beat')]),
  ...ecgPatterns.flatMap((pattern) => [twelve(pattern, ...crowded), twelve(pattern, 'qt_interval', 'st_elevation', 'st_depression')]),
]

test('no mark covers a trace, and what is told is drawn', () => {
  for (const picture of everyPicture) {
    const { svg } = drawPicture(picture)
    const name = JSON.stringify(picture)
    const traces = [...svg.matchAll(/stroke-width="\.3" d="([^"]+)"/g)].map(([, path = '']) => pointsOf(path))
    const overlay = overlayOf(picture)
    const boxes = [
      ...[...overlay.matchAll(/d="([^"]+)"/g)].flatMap(([, path = '']) => segmentsOf(pointsOf(path)).map(boxOf)),
      ...[...overlay.matchAll(/x="([^"]+)" y="([^"]+)" text-anchor="(\w+)">([^<]+)/g)].map(([, x, y, anchor, label = '']) => {
        const width = 1.6 * label.length
        const left = Number(x) - (anchor === 'middle' ? width / 2 : 0)
        return { left, right: left + width, top: Number(y) - 2.1, bottom: Number(y) }
      }),
    ]
    const told =
      marked(picture)
        .replace(/no QRS .*/, '')
        .match(/[\d.]+ (?:s|mm)\b/g) ?? []
    for (const value of told) expect(overlay, name).toContain(value)
    expect(boxes.length > 0, name).toBe(marked(picture) !== '')
    for (const box of boxes) for (const trace of traces) expect(crosses(trace, box), `${name} ${JSON.stringify(box)}`).toBe(false)
  }
})

test('marks are refused before the answer, and beyond the tracing', () => {
  const picture = strip('first_degree_block', 'pr_interval')
  const refused = QuestionContent.safeParse(questionContent({ picture }))
  expect(refused.error?.issues.map(({ message }) => message)).toEqual(['Marks on an ECG can only be shown with the explanation'])
  expect(QuestionContent.parse(questionContent({ explanationPicture: picture })).explanationPicture).toEqual(picture)
  expect(Picture.safeParse({ ...picture, marks: ['st_elevation'] }).success).toBe(false)
  expect(Picture.safeParse({ ...picture, marks: [] }).success).toBe(false)
})

type Point = readonly [x: number, y: number]

function pointsOf(path: string): Point[] {
  const points: Point[] = []
  let [x, y] = [0, 0]
  let command = 'M'
  const numbers: number[] = []
  for (const [token] of path.matchAll(/[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)/g)) {
    if (/[A-Za-z]/.test(token)) command = token
    else numbers.push(Number(token))
    if (/[A-Za-z]/.test(token)) continue
    const [first = 0, second = 0] = numbers
    if (/[hHvV]/.test(command)) {
      if (command === 'h') x += first
      if (command === 'H') x = first
      if (command === 'v') y += first
      if (command === 'V') y = first
    } else if (numbers.length === 2) {
      ;[x, y] = /[ml]/.test(command) ? [x + first, y + second] : [first, second]
    } else continue
    numbers.length = 0
    points.push([x, y])
  }
  return points
}

const segmentsOf = (points: readonly Point[]) => points.slice(1).map((point, index) => [points[index] ?? point, point])

const boxOf = (points: readonly Point[]) => ({
  left: Math.min(...points.map(([x]) => x)),
  right: Math.max(...points.map(([x]) => x)),
  top: Math.min(...points.map(([, y]) => y)),
  bottom: Math.max(...points.map(([, y]) => y)),
})

/** Looks at steps of a tenth of a millimeter. */
function crosses(trace: readonly Point[], { left, right, top, bottom }: ReturnType<typeof boxOf>): boolean {
  return trace.some(([x, y], index) => {
    const [nextX, nextY] = trace[index + 1] ?? [x, y]
    if (nextX < left || x > right) return false
    const steps = Math.max(1, Math.ceil(Math.hypot(nextX - x, nextY - y) / 0.1))
    return Array.from({ length: steps + 1 }, (_, step) => step / steps).some((part) => {
      const [atX, atY] = [x + part * (nextX - x), y + part * (nextY - y)]
      return atX >= left && atX <= right && atY >= top && atY <= bottom
    })
  })
}
