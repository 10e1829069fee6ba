import type { PictureOf } from '../../content/picture.ts'
import { trendPoints } from '../../shown/trend.ts'
import { describeCapnogram, scaleTopOf } from '../capnogram.ts'
import { breathsOf, capnogramSignal } from '../capnogram-signal.ts'
import { describeEcg, stripSignal } from '../ecg/ecg.ts'
import { type Drawing, documentOf, element, lineThrough, textAt } from '../svg.ts'

export type MonitorParameters = Omit<PictureOf<'monitor'>, 'kind' | 'alt'>
type Figures = MonitorParameters['figures']

const WIDTH = 960
const HEIGHT = 540
const DIVIDE = 700
const SCREEN = '#0b0f14'
const RULE = '#2b3641'
const ECG_SECONDS = 6
const CAPNOGRAM_SECONDS = 24

interface Shown {
  readonly figure: keyof Figures
  readonly label: string
  /** Spoken name. */
  readonly name: string
  readonly unit: string
  readonly colour: string
}

const shown: readonly Shown[] = [
  { figure: 'heartRate', label: 'HR', name: 'Heart rate', unit: '/min', colour: '#5ee08a' },
  { figure: 'spo2', label: 'SpO₂', name: 'Oxygen saturation', unit: '%', colour: '#62c8f5' },
  { figure: 'bloodPressure', label: 'NIBP', name: 'Blood pressure', unit: 'mm Hg', colour: '#f1f4f7' },
  { figure: 'etco2', label: 'EtCO₂', name: 'End-tidal carbon dioxide', unit: 'mm Hg', colour: '#ffd45e' },
  { figure: 'respirations', label: 'RR', name: 'Respirations', unit: '/min', colour: '#ffd45e' },
]
const colourOf = (figure: keyof Figures): string => shown.find((one) => one.figure === figure)?.colour ?? '#ffffff'

const NOT_MEASURED = '- -'

export const drawMonitor = (parameters: MonitorParameters): Drawing =>
  documentOf(
    WIDTH,
    HEIGHT,
    SCREEN,
    [
      element('line', { x1: DIVIDE, x2: DIVIDE, y1: 0, y2: HEIGHT, stroke: RULE }),
      element('line', { x1: 0, x2: DIVIDE, y1: 280, y2: 280, stroke: RULE }),
      lead(parameters),
      carbonDioxide(parameters),
      ...shown.map((one, index) => figure(one, parameters, (index * HEIGHT) / shown.length)),
    ].join(''),
  )

const trace = (d: string, stroke: string): string =>
  element('path', { d, fill: 'none', stroke, 'stroke-width': 2.5, 'stroke-linejoin': 'round' })

const missing = (y: number, stroke: string): string =>
  element('line', { x1: 0, x2: DIVIDE, y1: y, y2: y, stroke, 'stroke-width': 2.5, 'stroke-dasharray': '14 12' })

/** Pixels per millivolt. */
const GAIN = 78
const ECG_ZERO = 175
const ECG_ROOM = { top: 36, bottom: 272 }

function lead({ ecg, seed }: MonitorParameters): string {
  const colour = colourOf('heartRate')
  const label = textAt(14, 28, 'II  ×1', { fill: colour, 'font-size': 18 })
  if (!ecg) return label + missing(ECG_ZERO, colour)
  const { sampleRate, millivolts } = stripSignal({ ...ecg, seed }, ECG_SECONDS)
  const points = Array.from(millivolts, (level, index): [number, number] => [
    (DIVIDE * index) / (sampleRate * ECG_SECONDS),
    Math.min(ECG_ROOM.bottom, Math.max(ECG_ROOM.top, ECG_ZERO - GAIN * level)),
  ])
  return label + trace(lineThrough(points), colour)
}

const CO2_ZERO = 510
const CO2_TOP = 330

function carbonDioxide(monitor: MonitorParameters): string {
  const { capnogram } = monitor
  const colour = colourOf('etco2')
  const label = textAt(14, 308, 'CO₂  mm Hg', { fill: colour, 'font-size': 18 })
  if (!capnogram) return label + missing(CO2_ZERO, colour)
  const parameters = capnogramOf(capnogram, monitor)
  const top = scaleTopOf(breathsOf(parameters, CAPNOGRAM_SECONDS))
  const { sampleRate, millimetersOfMercury } = capnogramSignal(parameters, CAPNOGRAM_SECONDS)
  const y = (level: number) => CO2_ZERO - ((CO2_ZERO - CO2_TOP) * level) / top
  const points = millimetersOfMercury.map((level, index): [number, number] => [
    (DIVIDE * index) / (sampleRate * CAPNOGRAM_SECONDS),
    y(level),
  ])
  const scale = [top, 0].map((level) =>
    textAt(DIVIDE - 8, y(level) - 4, String(level), { fill: colour, 'font-size': 15, 'text-anchor': 'end' }),
  )
  const rules = [top, 0].map((level) => element('line', { x1: 0, x2: DIVIDE, y1: y(level), y2: y(level), stroke: RULE }))
  return [...rules, label, ...scale, trace(lineThrough(points), colour)].join('')
}

/** The trace matches the shown figure, if it is a number. */
function capnogramOf(capnogram: NonNullable<MonitorParameters['capnogram']>, { figures, seed }: MonitorParameters) {
  const etco2 = /^[1-9]\d*$/.test(figures.etco2 ?? '') ? Number(figures.etco2) : null
  return { ...capnogram, etco2, seed }
}

function figure({ figure, label, unit, colour }: Shown, { figures, trends }: MonitorParameters, top: number): string {
  const value = figures[figure]
  return [
    trends?.[figure] ? course(trends[figure], trends.minutes, colour, top) : '',
    top > 0 ? element('line', { x1: DIVIDE, x2: WIDTH, y1: top, y2: top, stroke: RULE }) : '',
    textAt(DIVIDE + 16, top + 28, label, { fill: colour, 'font-size': 20 }),
    textAt(WIDTH - 14, top + 28, unit, { fill: colour, 'font-size': 17, 'text-anchor': 'end' }),
    textAt(WIDTH - 14, top + 86, value ?? NOT_MEASURED, {
      fill: colour,
      'font-size': sizeOf(value ?? '', trends !== null),
      'font-weight': 600,
      'text-anchor': 'end',
    }),
  ].join('')
}

/** Pixels; leaves room for the trend. */
const sizeOf = (value: string, hasCourse: boolean): number => (hasCourse && value.length > 5 ? 36 : value.length > 7 ? 40 : 54)

const COURSE = { left: DIVIDE + 16, top: 42, width: 84, height: 36 } as const

function course(values: readonly string[], minutes: number, colour: string, top: number): string {
  const lines = trendPoints(values, COURSE).map((points) =>
    element('path', {
      d: lineThrough(points.map(([x, y]) => [COURSE.left + x, top + COURSE.top + y])),
      fill: 'none',
      stroke: colour,
      'stroke-width': 2,
    }),
  )
  return [...lines, textAt(COURSE.left, top + 98, `${minutes} min`, { fill: colour, 'font-size': 13 })].join('')
}

export function describeMonitor(parameters: MonitorParameters): string {
  const { ecg, capnogram, figures, trends, seed } = parameters
  const told = shown.map(({ figure, name, unit }) => {
    const value = figures[figure]
    return value === null ? `${name}: not measured.` : `${name} ${value}${unit === '%' ? ' %' : ` ${unit}`}.`
  })
  const courses = shown.flatMap(({ figure, name, unit }) => {
    const values = trends?.[figure]
    return values ? [`${name} over the last ${trends.minutes} minutes: ${values.join(', ')} ${unit}.`] : []
  })
  return [
    'The screen of a monitor.',
    ...told,
    ...courses,
    ecg
      ? `Upper trace, lead II: ${describeEcg({ kind: 'ecg_strip', ...ecg, seed, alt: null })}`
      : 'Upper trace: dashes, no electrodes are connected.',
    capnogram
      ? `Lower trace, carbon dioxide: ${describeCapnogram(capnogramOf(capnogram, parameters), CAPNOGRAM_SECONDS)}`
      : 'Lower trace: dashes, carbon dioxide is not measured.',
  ].join(' ')
}
