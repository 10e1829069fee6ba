import { type Breath, breathsOf, CAPNOGRAM_SECONDS, type CapnogramParameters, capnogramSignal, type Shape } from './capnogram-signal.ts'
import { type Drawing, documentOf, element, lineThrough, textAt } from './svg.ts'

const WIDTH = 960
const HEIGHT = 330
const LEFT = 64
const RIGHT = 940
const TOP = 34
const BOTTOM = 280
const GRID = '#dbe3ea'
const AXIS = '#5b6672'
const TRACE = '#16202b'
const SECONDS_BETWEEN_LINES = 5
const LEVEL_BETWEEN_LINES = 20
const USUAL_TOP = 60

export const scaleTopOf = (breaths: readonly Breath[]): number => {
  const highest = Math.max(0, ...breaths.map(({ peak, ripple }) => peak + ripple))
  return Math.max(USUAL_TOP, LEVEL_BETWEEN_LINES * Math.ceil((highest + 2) / LEVEL_BETWEEN_LINES))
}

export function drawCapnogram(parameters: CapnogramParameters): Drawing {
  const top = scaleTopOf(breathsOf(parameters))
  const x = (seconds: number) => LEFT + ((RIGHT - LEFT) * seconds) / CAPNOGRAM_SECONDS
  const y = (level: number) => BOTTOM - ((BOTTOM - TOP) * level) / top
  const { sampleRate, millimetersOfMercury } = capnogramSignal(parameters)
  const trace = lineThrough(millimetersOfMercury.map((level, index) => [x(index / sampleRate), y(level)]))
  const levels = stepsTo(top, LEVEL_BETWEEN_LINES).map(
    (level) =>
      element('line', { x1: LEFT, x2: RIGHT, y1: y(level), y2: y(level), stroke: level === 0 ? AXIS : GRID }) +
      textAt(LEFT - 10, y(level) + 6, String(level), { 'text-anchor': 'end' }),
  )
  const times = stepsTo(CAPNOGRAM_SECONDS, SECONDS_BETWEEN_LINES).map(
    (seconds) =>
      element('line', { x1: x(seconds), x2: x(seconds), y1: TOP, y2: BOTTOM, stroke: seconds === 0 ? AXIS : GRID }) +
      textAt(x(seconds), BOTTOM + 22, String(seconds), { 'text-anchor': 'middle' }),
  )
  return documentOf(
    WIDTH,
    HEIGHT,
    '#ffffff',
    element(
      'g',
      { fill: AXIS, 'font-size': 17 },
      [...levels, ...times, textAt(8, 20, 'CO₂, mm Hg'), textAt(RIGHT, HEIGHT - 8, 'seconds', { 'text-anchor': 'end' })].join(''),
    ) + element('path', { d: trace, fill: 'none', stroke: TRACE, 'stroke-width': 2.5, 'stroke-linejoin': 'round' }),
  )
}

const stepsTo = (end: number, step: number): number[] => Array.from({ length: Math.floor(end / step) + 1 }, (_, index) => index * step)

const courses: Readonly<Record<Shape, (breath: Breath) => string>> = {
  plateau: () => 'Each wave rises steeply, runs almost level, and falls steeply.',
  fin: () => 'Each wave rises slowly in a bend that never runs level, is highest at its end, and then falls steeply.',
  slope: () => 'Each wave rises steeply and runs level only for a short time; then it slopes down for longer than it was level, and falls.',
  hump: () => 'The waves are small and rounded, without a level part.',
  cleft: ({ peak }) =>
    `Each wave rises steeply and runs almost level, but for one short dip in its last third, down to about ${Math.round(0.57 * peak)} mm Hg, and then falls steeply.`,
}

const SEEN = 1.08
const MOST_TOLD = 8

export function describeCapnogram(parameters: CapnogramParameters, seconds = CAPNOGRAM_SECONDS): string {
  const breaths = breathsOf(parameters, seconds)
  const [first] = breaths
  const head = `A capnogram of ${seconds} seconds, on a scale from 0 to ${scaleTopOf(breaths)} mm Hg.`
  if (!first) return `${head} The line is flat at 0 mm Hg throughout.`
  return [
    head,
    first.shape === 'hump' ? fading(breaths) : spacing(breaths),
    courses[first.shape](first),
    levels(breaths.filter((breath) => breath.at + breath.seconds < seconds)),
    between(breaths),
    ripples(breaths),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ')
}

function spacing(breaths: readonly Breath[]): string {
  const [first, last] = [breaths[0], breaths.at(-1)]
  if (!first || !last || first === last) return 'There is one wave.'
  const apart = (last.at - first.at) / (breaths.length - 1)
  return `${breaths.length} waves begin in it, about ${Math.round(apart * 10) / 10} seconds apart.`
}

function fading(breaths: readonly Breath[]): string {
  const last = breaths.at(-1)
  const end = last ? Math.round(last.at + last.seconds) : 0
  return `${countOf(breaths, 'wave')} at its beginning; after about ${end} seconds the line is flat at 0 mm Hg.`
}

const countOf = ({ length }: readonly unknown[], thing: string): string => (length === 1 ? `One ${thing}` : `${length} ${thing}s`)

function levels(breaths: readonly Breath[]): string {
  const peaks = breaths.map(({ peak }) => Math.round(peak))
  const [first, last] = [peaks[0], peaks.at(-1)]
  if (first === undefined || last === undefined) return ''
  const middle = Math.round(peaks.reduce((sum, peak) => sum + peak, 0) / peaks.length)
  const isEven = Math.max(...peaks) <= Math.min(...peaks) * SEEN
  if (peaks.length === 1 || isEven) return `${peaks.length === 1 ? 'It reaches' : 'They reach'} about ${middle} mm Hg.`
  const told = peaks.length <= MOST_TOLD ? `${peaks.slice(0, -1).join(', ')} and ${last}` : `${first} at first and ${last} at the end`
  return `They reach about ${told} mm Hg${peaks.length <= MOST_TOLD ? ', in this order' : ''}.`
}

function between(breaths: readonly Breath[]): string {
  const [first, last] = [breaths[0], breaths.at(-1)]
  if (!first || !last || breaths.length < 2) return ''
  if (last.base === 0) return first.shape === 'hump' ? '' : 'Between them the line comes back to 0.'
  return `Between them the line does not come back to 0: its lowest level is about ${Math.round(first.base)} mm Hg at first and ${Math.round(last.base)} at the end.`
}

function ripples(breaths: readonly Breath[]): string {
  const rippled = breaths.filter(({ ripple }) => ripple > 0)
  if (rippled.length === 0) return ''
  const over = rippled.length === breaths.length ? 'their tops' : `the tops of the first ${rippled.length}, and over none after them`
  return `Small regular ripples, almost two a second, run over ${over}.`
}
