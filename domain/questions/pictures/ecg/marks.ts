import type { EcgMark, StripMark } from '../../content/picture-names.ts'
import { afterQrs, shapesOf } from './beat-shape.ts'
import { type Lead, leads } from './leads.ts'
import { MARKED, MM_PER_MILLIVOLT, MM_PER_SECOND, type Trace } from './paper.ts'
import type { Beat, Sketch } from './sketch.ts'

/** Marks of an explanation: what decides it, with values measured from the sketch. They never cover a trace. */

/** Seconds from the left edge. */
interface Span {
  readonly shape: 'tick' | 'bracket' | 'arrow'
  readonly above: boolean
  readonly from: number
  readonly to: number
  readonly label: string
  readonly value: string
}

const words: Readonly<Record<EcgMark, string>> = {
  p_waves: 'P waves',
  pr_interval: 'PR',
  qrs_width: 'QRS',
  qt_interval: 'QT',
  rr_interval: 'R-R',
  dropped_beat: 'no QRS after the P wave at',
  st_elevation: 'ST elevation',
  st_depression: 'ST depression',
}

/** Millimeters. */
const SIZE = 3
const widthOf = (label: string) => SIZE * (0.55 * label.length + 0.2)

/** Clear of the calibration pulse and of the right edge. */
function shown({ seconds }: Sketch, { shape, from, to, label }: Span): boolean {
  const half = Math.max(to - from, widthOf(label) / MM_PER_SECOND) / 2
  const middle = (from + to) / 2
  return middle - half >= (shape === 'tick' ? 0 : 0.45) && middle + half <= seconds
}

const inSeconds = (seconds: number) => `${seconds.toFixed(2)} s`
const between = (mark: StripMark, above: boolean, from: number, to: number, more = ''): Span => {
  const value = inSeconds(to - from) + more
  return { shape: 'bracket', above, from, to, label: `${words[mark]} ${value}`, value }
}
const usual = ({ beats }: Sketch) => beats.filter(({ unlike }) => unlike === undefined)
const led = (sketch: Sketch) => usual(sketch).flatMap(({ at, p }) => (p === undefined ? [] : [{ at, p }]))
const isEven = (all: readonly number[], most: number) => Math.max(...all) - Math.min(...all) < most
const length = ({ from, to }: Span) => to - from

/** The P waves that a sketch with conducted ones leaves without a QRS complex. */
function dropped(sketch: Sketch): Span[] {
  const followed = new Set(sketch.beats.map(({ p }) => p))
  return sketch.atrial.flatMap(({ at }) => {
    const before = led(sketch).findLast(({ p }) => p < at)
    if (!before || followed.has(at)) return []
    const due = at + before.at - before.p
    return [{ shape: 'arrow', above: false, from: due, to: due, label: 'No QRS', value: inSeconds(at) } as const]
  })
}

/** One even interval, or the shortest and the longest of uneven ones. */
function rrs(sketch: Sketch): Span[] {
  const middle = ({ at, complex }: Beat) => at + complex.qrs / 2
  const all = sketch.beats.slice(1).flatMap((beat, index) => {
    const before = sketch.beats[index]
    if (!before || (before.unlike ?? beat.unlike) !== undefined) return []
    const [from, to] = [middle(before), middle(beat)]
    return [between('rr_interval', true, from, to, ` (${Math.round(60 / (to - from))}/min)`)]
  })
  const seen = all.filter((span) => shown(sketch, span)).sort((one, other) => length(one) - length(other))
  const typical = seen[Math.floor(seen.length / 2)]
  if (!typical) return []
  return isEven(seen.map(length), 0.09 * length(typical)) ? [typical] : [...seen.slice(0, 1), ...seen.slice(-1)]
}

const spansOf: Readonly<Record<StripMark, (sketch: Sketch) => readonly Span[]>> = {
  p_waves: ({ atrial }) => atrial.map(({ at }) => ({ shape: 'tick', above: true, from: at + 0.02, to: at + 0.08, label: 'P', value: '' })),
  pr_interval: (sketch) => {
    const all = led(sketch).map(({ at, p }) => between('pr_interval', false, p, at))
    const isTold = isEven(all.map(length), 0.025) && dropped(sketch).length === 0
    return isTold ? all.filter((span) => shown(sketch, span)).slice(0, 2) : all
  },
  /** One complex of each look. */
  qrs_width: (sketch) =>
    [...Map.groupBy(sketch.beats, ({ unlike }) => unlike).values()].flatMap((alike) =>
      alike
        .map(({ at, complex }) => between('qrs_width', true, at, at + complex.qrs))
        .filter((span) => shown(sketch, span))
        .slice(0, 1),
    ),
  qt_interval: (sketch) =>
    usual(sketch)
      .map(({ at, complex }) => between('qt_interval', false, at, at + complex.qt))
      .filter((span) => shown(sketch, span))
      .slice(0, 1),
  rr_interval: rrs,
  dropped_beat: dropped,
}

const isTimed = (mark: EcgMark): mark is StripMark => mark in spansOf
/** Always in the same order, and each once. */
const timed = (sketch: Sketch, marks: readonly EcgMark[]) =>
  Object.keys(spansOf).flatMap((name) => {
    const mark = marks.filter(isTimed).find((each) => each === name)
    return mark ? [{ mark, spans: spansOf[mark](sketch).filter((span) => shown(sketch, span)) }] : []
  })

/** Millimeters, to a half. */
interface StLevel {
  readonly lead: Lead
  readonly millimeters: number
}

/** Leads with a deviation of at least one millimeter that is marked. */
function stLevels(sketch: Sketch, marks: readonly EcgMark[]): StLevel[] {
  const [first] = usual(sketch)
  if (!first) return []
  const shapes = shapesOf(first.complex)
  return leads.flatMap((lead) => {
    const { st } = shapes[lead]
    const isMarked = Math.abs(st) >= 0.095 && marks.includes(st > 0 ? 'st_elevation' : 'st_depression')
    return isMarked ? [{ lead, millimeters: Math.round(st * 2 * MM_PER_MILLIVOLT) / 2 }] : []
  })
}

export function describeMarks(sketch: Sketch, marks: readonly EcgMark[] = []): string {
  const spans = timed(sketch, marks).map(({ mark, spans: found }) => ({ mark, values: found.map(({ value }) => value) }))
  const levels = (['st_elevation', 'st_depression'] as const).map((mark) => ({
    mark,
    values: stLevels(sketch, marks.includes(mark) ? [mark] : []).map(({ lead, millimeters }) => `${lead} ${Math.abs(millimeters)} mm`),
  }))
  const told = [...spans, ...levels].filter(({ values }) => values.length > 0)
  return told.length === 0
    ? ''
    : ` Marked: ${told.map(({ mark, values }) => `${words[mark]} ${[...new Set(values)].join(', ')}`.trim()).join('; ')}.`
}

export interface MarkedRow extends Trace {
  readonly lead: string
  /** Seconds at its left end. */
  readonly start: number
}

/** Millimeters. */
const CAPITALS = 0.72 * SIZE
const GAP = 0.8
const STEM = { tick: 1, bracket: 1, arrow: 2.6 } as const
const HIGHEST = 23
const LOWEST = 14

const short = (millimeters: number) => Number(millimeters.toFixed(2))

/** The free room on both sides of a trace. What takes some leaves less. */
function roomAround({ millivolts, sampleRate, left, zero }: Trace) {
  const trace = millivolts.map((height) => zero - height * MM_PER_MILLIVOLT)
  const sides = { above: trace.slice(), below: trace.slice() }
  const column = (x: number) => Math.min(trace.length - 1, Math.max(0, Math.round(((x - left) / MM_PER_SECOND) * sampleRate)))
  const take = (above: boolean, from: number, to: number, height: number): number | null => {
    const room = sides[above ? 'above' : 'below'].subarray(column(from), column(to) + 1)
    const near = above ? Math.min(...room) - GAP : Math.max(...room) + GAP
    const far = near + (above ? -height : height)
    if (far < zero - HIGHEST || far > zero + LOWEST) return null
    // Brackets that meet at a beat stand at one height.
    sides[above ? 'above' : 'below'].subarray(column(from + 0.6), column(to - 0.6) + 1).fill(far)
    return near
  }
  return { heightAt: (x: number) => trace[column(x)] ?? zero, take }
}
type Room = ReturnType<typeof roomAround>

const written = (label: string, x: number, y: number, anchor: string) =>
  `<text x="${short(x)}" y="${short(y)}" text-anchor="${anchor}">${label}</text>`
const drawn = (path: string) => `<path fill="none" stroke="${MARKED}" stroke-width=".4" d="${path}"/>`

function drawSpan({ shape, above, from, to, label }: Span, { left, start }: MarkedRow, room: Room): string {
  if (from < start) return ''
  const [x1, x2] = [from, to].map((at) => left + (at - start) * MM_PER_SECOND) as [number, number]
  const middle = (x1 + x2) / 2
  const half = Math.max(x2 - x1, widthOf(label)) / 2
  const stem = STEM[shape]
  const place = (isAbove: boolean) => {
    const near = room.take(isAbove, middle - half, middle + half, stem + CAPITALS + 0.8)
    return near === null ? null : { near, away: isAbove ? -1 : 1 }
  }
  const free = place(above) ?? place(!above)
  if (!free) return ''
  const { near, away } = free
  const y = short(near)
  const paths = {
    tick: `M${short(middle)} ${y}v${away * stem}`,
    bracket: `M${short(x1)} ${y}v${away * stem}H${short(x2)}v${-away * stem}`,
    arrow: `M${short(middle)} ${y}v${away * stem}m-.8 ${short(-away * (stem - 1))}l.8 ${-away}l.8 ${away}`,
  }
  return drawn(paths[shape]) + written(label, middle, near + away * (stem + 0.6) + (away > 0 ? CAPITALS : 0), 'middle')
}

/** A bar from the baseline to the ST segment in the first beat with room for its millimeters. */
function drawLevel({ millimeters }: StLevel, beats: readonly Beat[], row: MarkedRow, room: Room): string {
  const label = `${Math.abs(millimeters)} mm`
  const end = row.start + row.millivolts.length / row.sampleRate - widthOf(label) / MM_PER_SECOND
  const moments = beats.map(({ at, complex }) => at + complex.qrs + afterQrs(complex))
  const moment = moments.find((at) => at >= row.start + 0.2 && at < end)
  if (moment === undefined) return ''
  const x = row.left + (moment - row.start) * MM_PER_SECOND
  const top = room.heightAt(x)
  const away = Math.sign(millimeters)
  const near = room.take(away < 0, x - 0.5, x + widthOf(label), CAPITALS + 0.3)
  if (near === null) return ''
  const foot = top + millimeters
  return (
    drawn(`M${short(x - 0.6)} ${short(foot)}h1.2m-.6 0V${short(top + away * 0.4)}`) +
    written(
      label,
      x - 0.5,
      (away > 0 ? Math.max(near, foot + 0.3) : Math.min(near, foot - 0.3)) + away * 0.3 + (away > 0 ? CAPITALS : 0),
      'start',
    )
  )
}

/** The last row is the one with the rhythm. */
export function drawMarks(sketch: Sketch, marks: readonly EcgMark[], rows: readonly MarkedRow[]): string {
  const rooms = rows.map((row) => ({ row, room: roomAround(row) }))
  const rhythm = rooms.at(-1)
  const spans = rhythm
    ? timed(sketch, marks).flatMap(({ spans: found }) => found.map((span) => drawSpan(span, rhythm.row, rhythm.room)))
    : []
  const levels = stLevels(sketch, marks).map((level) => {
    const place = rooms.find(({ row }) => row.lead === level.lead)
    return place ? drawLevel(level, usual(sketch), place.row, place.room) : ''
  })
  return `<g fill="${MARKED}" font-family="Arial,Helvetica,sans-serif" font-size="${SIZE}">${[...spans, ...levels].join('')}</g>`
}
