import { chanceOf } from '../../../core/seeded-numbers.ts'
import type { PictureOf } from '../../content/picture.ts'
import type { Drawing, Size } from '../svg.ts'
import { describe12Lead, describeStrip } from './describe.ts'
import { type Lead, leads, measuredLeads, twelveLeads } from './leads.ts'
import { describeMarks, drawMarks } from './marks.ts'
import { calibration, MM_PER_SECOND, svgOf } from './paper.ts'
import { patternSketch, type TwelveLeadPattern } from './patterns.ts'
import { rhythmSketch, type StripRhythm } from './rhythms.ts'
import { SAMPLE_RATE, signalOf } from './sketch.ts'

/** Deterministic: the same picture gives the same bytes. The SVG does not name what it shows. */

const STRIP_SECONDS = 6
/** At the left edge, for the calibration mark: two large squares without a trace. Millimeters. */
const MARK_ROOM = 10
const STRIP_WIDTH = MARK_ROOM + STRIP_SECONDS * MM_PER_SECOND
const STRIP_HEIGHT = 40
const STRIP_ZERO = 24
const PIXELS_PER_STRIP_MM = 8

export function stripSignal(rhythm: StripRhythm, seconds: number): { sampleRate: number; millivolts: Float64Array } {
  const sketch = rhythmSketch(rhythm, seconds)
  return signalOf(sketch, 'II', chanceOf(`unrest ${rhythm.seed}`))
}

export function drawEcgStrip(picture: StripRhythm & Pick<PictureOf<'ecg_strip'>, 'marks'>): Drawing {
  const trace = { ...stripSignal(picture, STRIP_SECONDS), left: MARK_ROOM, zero: STRIP_ZERO }
  const svg = svgOf({
    width: STRIP_WIDTH,
    height: STRIP_HEIGHT,
    traces: [trace],
    writings: [
      { text: 'II', left: 1.5, baseline: 4.5, size: 3.5 },
      { text: '25 mm/s 10 mm/mV', left: 1.5, baseline: STRIP_HEIGHT - 1, size: 2.2 },
    ],
    // Marks every three seconds, for counting rates.
    marks: calibration(2, STRIP_ZERO) + [0, 3, 6].map((at) => `M${MARK_ROOM + at * MM_PER_SECOND} 0v2`).join(''),
    overlay: picture.marks && drawMarks(rhythmSketch(picture, STRIP_SECONDS), picture.marks, [{ ...trace, lead: 'II', start: 0 }]),
  })
  return { svg, ...ecgSizes.ecg_strip }
}

const TWELVE_LEAD_SECONDS = 10
const COLUMNS = 4
const COLUMN_SECONDS = TWELVE_LEAD_SECONDS / COLUMNS
const LEADS_IN_COLUMN = 3
const ROW_HEIGHT = 35
const TWELVE_LEAD_WIDTH = TWELVE_LEAD_SECONDS * MM_PER_SECOND
const STRIP_TOP = LEADS_IN_COLUMN * ROW_HEIGHT
const TWELVE_LEAD_HEIGHT = STRIP_TOP + ROW_HEIGHT
/** Below a row's upper edge. */
const ROW_ZERO = 19
const PIXELS_PER_TWELVE_LEAD_MM = 6.4

/** Constant, because drawing a 12-lead takes ten milliseconds. */
export const ecgSizes: Readonly<Record<'ecg_strip' | 'ecg_12_lead', Size>> = {
  ecg_strip: { width: STRIP_WIDTH * PIXELS_PER_STRIP_MM, height: STRIP_HEIGHT * PIXELS_PER_STRIP_MM },
  ecg_12_lead: { width: TWELVE_LEAD_WIDTH * PIXELS_PER_TWELVE_LEAD_MM, height: TWELVE_LEAD_HEIGHT * PIXELS_PER_TWELVE_LEAD_MM },
}

export function twelveLeadSignal(
  pattern: TwelveLeadPattern,
  seconds: number,
): { sampleRate: number; leads: Readonly<Record<Lead, Float64Array>> } {
  const sketch = patternSketch(pattern, seconds)
  const chance = chanceOf(`unrest of ${pattern.seed}`)
  const signals = measuredLeads.map((lead) => [lead, signalOf(sketch, lead, chance).millivolts] as const)
  return { sampleRate: SAMPLE_RATE, leads: twelveLeads(Object.fromEntries(signals) as Parameters<typeof twelveLeads>[0]) }
}

export function drawEcg12Lead(picture: TwelveLeadPattern & Pick<PictureOf<'ecg_12_lead'>, 'marks'>): Drawing {
  const signal = twelveLeadSignal(picture, TWELVE_LEAD_SECONDS)
  const { sampleRate } = signal
  const columnWidth = COLUMN_SECONDS * MM_PER_SECOND
  const shown = leads.map((lead, index) => {
    const column = Math.floor(index / LEADS_IN_COLUMN)
    const first = column * COLUMN_SECONDS * sampleRate
    const millivolts = signal.leads[lead].subarray(first, first + COLUMN_SECONDS * sampleRate)
    return { lead, millivolts, start: column * COLUMN_SECONDS, left: column * columnWidth, top: (index % LEADS_IN_COLUMN) * ROW_HEIGHT }
  })
  const start = MARK_ROOM / MM_PER_SECOND
  const strip = { lead: 'II', millivolts: signal.leads.II.subarray(start * sampleRate), start, left: MARK_ROOM, top: STRIP_TOP }
  const rows = [...shown, strip].map((row) => ({
    ...row,
    sampleRate,
    zero: row.top + ROW_ZERO,
  }))
  const svg = svgOf({
    width: TWELVE_LEAD_WIDTH,
    height: TWELVE_LEAD_HEIGHT,
    traces: rows,
    writings: [
      ...rows.map(({ lead, left, top }) => ({ text: lead, left: left + 1.5, baseline: top + 5, size: 4 })),
      { text: '25 mm/s 10 mm/mV', left: 1.5, baseline: TWELVE_LEAD_HEIGHT - 1, size: 2.8 },
    ],
    marks:
      calibration(2, STRIP_TOP + ROW_ZERO) + shown.map(({ left, top }) => (left > 0 ? `M${left} ${top + ROW_ZERO - 3}v6` : '')).join(''),
    overlay: picture.marks && drawMarks(patternSketch(picture, TWELVE_LEAD_SECONDS), picture.marks, rows),
  })
  return { svg, ...ecgSizes.ecg_12_lead }
}

export function describeEcg(picture: PictureOf<'ecg_strip' | 'ecg_12_lead'>): string {
  const isStrip = picture.kind === 'ecg_strip'
  const sketch = isStrip ? rhythmSketch(picture, STRIP_SECONDS) : patternSketch(picture, TWELVE_LEAD_SECONDS)
  return (isStrip ? describeStrip(sketch) : describe12Lead(sketch)) + describeMarks(sketch, picture.marks)
}
