/** 25 mm/s, 10 mm/mV. Coordinates are millimeters. */
export const MM_PER_SECOND = 25
export const MM_PER_MILLIVOLT = 10

/** The same in every theme, as on paper. */
const PAPER = '#fff7f6'
const THIN_LINE = '#f6cfcd'
const THICK_LINE = '#e79f9b'
const INK = '#111'
export const MARKED = '#063b82'

/** Position on the paper, and of its 0 mV line. */
export interface Trace {
  readonly millivolts: Float64Array
  readonly sampleRate: number
  readonly left: number
  readonly zero: number
}

export interface PaperMarks {
  readonly text: string
  readonly left: number
  readonly baseline: number
  readonly size: number
}

export interface Sheet {
  readonly width: number
  readonly height: number
  readonly traces: readonly Trace[]
  readonly writings: readonly PaperMarks[]
  /** SVG path commands. */
  readonly marks: string
  /** SVG markup over it. */
  readonly overlay?: string | undefined
}

export function svgOf({ width, height, traces, writings, marks, overlay = '' }: Sheet): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">`,
    `<path fill="${PAPER}" d="M0 0h${width}v${height}H0z"/>`,
    `<path stroke="${THIN_LINE}" stroke-width=".1" d="${gridLines(width, height, 1)}"/>`,
    `<path stroke="${THICK_LINE}" stroke-width=".2" d="${gridLines(width, height, 5)}"/>`,
    `<g fill="none" stroke="${INK}" stroke-linejoin="round">`,
    `<path stroke-width=".2" d="${marks}"/>`,
    ...traces.map((trace) => `<path stroke-width=".3" d="${pathOf(trace)}"/>`),
    '</g>',
    `<g fill="${INK}" font-family="Arial,Helvetica,sans-serif">`,
    ...writings.map(({ text, left, baseline, size }) => `<text x="${left}" y="${baseline}" font-size="${size}">${text}</text>`),
    '</g>',
    overlay,
    '</svg>',
  ].join('')
}

/** 1 mV for 0.2 s. */
export const calibration = (left: number, foot: number): string => `M${left} ${foot}h1v-${MM_PER_MILLIVOLT}h3v${MM_PER_MILLIVOLT}h1`

function gridLines(width: number, height: number, step: number): string {
  let lines = ''
  for (let x = 0; x <= width; x += step) lines += `M${x} 0v${height}`
  for (let y = 0; y <= height; y += step) lines += `M0 ${y}h${width}`
  return lines
}

/** Points closer than this to the line between their neighbors are dropped. Millimeters. */
const STRAIGHT = 0.03

function pathOf({ millivolts, sampleRate, left, zero }: Trace): string {
  const step = MM_PER_SECOND / sampleRate
  const heights = millivolts.map((height) => zero - height * MM_PER_MILLIVOLT)
  return relativePath(withoutStraight(heights, step), heights, left, step)
}

/** Ramer–Douglas–Peucker simplification. */
function withoutStraight(heights: Float64Array, step: number): number[] {
  const last = heights.length - 1
  const kept = new Uint8Array(heights.length)
  const spans: [number, number][] = [[0, last]]
  kept[0] = kept[last] = 1
  for (let span = spans.pop(); span; span = spans.pop()) {
    const [from, to] = span
    const furthest = furthestBetween(heights, step, from, to)
    if (furthest === null) continue
    kept[furthest] = 1
    spans.push([from, furthest], [furthest, to])
  }
  return Array.from(kept.keys()).filter((index) => kept[index] === 1)
}

function furthestBetween(heights: Float64Array, step: number, from: number, to: number): number | null {
  const start = heights[from] ?? 0
  const rise = ((heights[to] ?? 0) - start) / (to - from)
  let furthest: number | null = null
  let most = STRAIGHT * Math.hypot(1, rise / step)
  for (let index = from + 1; index < to; index++) {
    const distance = Math.abs((heights[index] ?? 0) - start - rise * (index - from))
    if (distance > most) {
      most = distance
      furthest = index
    }
  }
  return furthest
}

/** Relative steps in hundredths of a millimeter from the rounded position, so that errors do not add up. */
function relativePath(places: readonly number[], heights: Float64Array, left: number, step: number): string {
  let path = ''
  let x = 0
  let y = 0
  for (const place of places) {
    const right = Math.round((left + place * step) * 100) - x
    const down = Math.round((heights[place] ?? 0) * 100) - y
    const pair = `${short(right)}${down < 0 ? '' : ' '}${short(down)}`
    if (path === '') path = `M${short(right)} ${short(down)}l`
    else path += path.endsWith('l') ? pair : ` ${pair}`
    x += right
    y += down
  }
  return path
}

/** `-0.50` becomes `-.5`. */
const shorten = (hundredths: number): string => String(hundredths / 100).replace(/^(-?)0\./, '$1.')

/** Caches the numbers of short steps, which are most. */
const FEW = 1_000
const figures = Array.from({ length: 2 * FEW + 1 }, (_, place) => shorten(place - FEW))
const short = (hundredths: number): string => figures[hundredths + FEW] ?? shorten(hundredths)
