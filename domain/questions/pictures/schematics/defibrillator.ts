import type { SchematicOf } from '../../content/schematics.ts'
import { describeEcg, stripSignal } from '../ecg/ecg.ts'
import { rhythmSketch } from '../ecg/rhythms.ts'
import { documentOf, element, lineThrough, type Point, textAt } from '../svg.ts'
import type { SchematicDrawing } from './ink.ts'

type DefibrillatorShown = SchematicOf<'defibrillator'>

const SECONDS = 6
const SCREEN = { left: 24, top: 24, width: 640, height: 330 }
const ZERO = 205
const ROOM = { top: 90, bottom: 292 }
/** Pixels per millivolt. */
const GAIN = 62
const GREEN = '#5ee08a'
const WHITE = '#f1f4f7'
const YELLOW = '#ffd45e'

export const defibrillator: SchematicDrawing<'defibrillator'> = {
  draw: (shows) =>
    documentOf(
      960,
      600,
      '#dfe5ea',
      [
        element('rect', { x: 4, y: 4, width: 952, height: 592, rx: 26, fill: '#3a4551' }),
        element('rect', { x: SCREEN.left, y: SCREEN.top, width: SCREEN.width, height: SCREEN.height, rx: 8, fill: '#0b0f14' }),
        trace(shows),
        texts(shows),
        ...groups.map(({ text, x, y }) =>
          textAt(x, y, text, { 'font-size': 28, 'font-weight': 700, 'text-anchor': 'middle', fill: WHITE }),
        ),
        ...keys.map((key) => keyOf(key, shows)),
      ].join(''),
    ),
  describe: (shows) =>
    [
      'The front of a monitor-defibrillator with a screen and keys.',
      `The screen reads: ${[...headOf(shows), ...footOf(shows)].join(', ')}.`,
      describeEcg({ kind: 'ecg_strip', ...stripOf(shows), alt: null }),
      ...markerWords(shows),
      'Keys at the right, from the top: energy down beside energy up, charge, shock. Below the screen, from the left: sync, analyze, pacer. Bottom row, from the left: rate down, rate up, current down, current up.',
    ].join(' '),
}

const words: Readonly<Record<DefibrillatorShown['mode'], string>> = {
  monitor: 'MONITOR',
  aed: 'AED',
  manual: 'MANUAL',
  sync: 'MANUAL',
  pacing: 'PACER',
}
const prompts: Readonly<Record<DefibrillatorShown['prompt'], string>> = {
  none: '',
  push_analyze: 'PUSH ANALYZE',
  shock_advised: 'SHOCK ADVISED',
  no_shock_advised: 'NO SHOCK ADVISED',
  check_pads: 'CHECK PADS',
}

const headOf = ({ mode, prompt }: DefibrillatorShown): string[] =>
  [words[mode], mode === 'sync' ? 'SYNC ON' : mode === 'manual' ? 'SYNC OFF' : '', prompts[prompt]].filter(Boolean)

function footOf({ mode, energy, charged, pacerRate, current }: DefibrillatorShown): string[] {
  if (mode === 'monitor') return ['PADS ON']
  if (mode === 'pacing') return [`RATE ${pacerRate}/min`, `CURRENT ${current} mA`]
  return [`ENERGY ${energy} J`, charged ? 'CHARGED' : 'NOT CHARGED']
}

/** All beats paced, some, or none: then the spikes stand in the patient's own rhythm. */
function stripOf({ mode, rhythm, rate, pacerRate, capture, seed }: DefibrillatorShown) {
  if (mode !== 'pacing' || capture === 'none') return { rhythm, rate, seed }
  return { rhythm: capture === 'all' ? ('ventricular_paced' as const) : ('failure_to_capture' as const), rate: pacerRate, seed }
}

const levelsOf = (shows: DefibrillatorShown): Point[] => {
  const { sampleRate, millivolts } = stripSignal(stripOf(shows), SECONDS)
  return Array.from(millivolts, (level, index) => [xAt(index / sampleRate), Math.min(ROOM.bottom, Math.max(ROOM.top, ZERO - GAIN * level))])
}
const xAt = (seconds: number): number => SCREEN.left + 8 + ((SCREEN.width - 16) * seconds) / SECONDS

function trace(shows: DefibrillatorShown): string {
  const points = levelsOf(shows)
  const marker = (at: number) => {
    const x = xAt(at)
    return element('path', { d: `M${x - 11} ${ROOM.top - 12}h22l-11 18Z`, fill: WHITE })
  }
  return [
    element('path', { d: lineThrough(points), fill: 'none', stroke: GREEN, 'stroke-width': 3, 'stroke-linejoin': 'round' }),
    ...bareSpikes(shows).map((at) =>
      element('line', { x1: xAt(at), x2: xAt(at), y1: ZERO - 96, y2: ZERO + 8, stroke: GREEN, 'stroke-width': 3 }),
    ),
    ...markersOf(shows).map(marker),
  ].join('')
}

function bareSpikes({ mode, capture, pacerRate }: DefibrillatorShown): number[] {
  if (mode !== 'pacing' || capture !== 'none') return []
  const step = 60 / pacerRate
  return Array.from({ length: Math.floor((SECONDS - 0.3) / step) + 1 }, (_, index) => 0.3 + index * step)
}

/** Seconds of the highest point of each QRS complex, or of the T wave after it. */
function markersOf(shows: DefibrillatorShown): number[] {
  if (shows.mode !== 'sync' || shows.markers === 'none') return []
  const { sampleRate, millivolts } = stripSignal(stripOf(shows), SECONDS)
  return rhythmSketch(stripOf(shows), SECONDS)
    .beats.flatMap(({ at, complex: { qrs, qt } }) => {
      const [from, to] = shows.markers === 'r_waves' ? [at, at + qrs] : [at + qrs + 0.1, at + qt]
      const window = Array.from(millivolts.subarray(Math.round(from * sampleRate), Math.round(to * sampleRate)), Math.abs)
      return window.length === 0 || from < 0 ? [] : [from + window.indexOf(Math.max(...window)) / sampleRate]
    })
    .filter((at) => at < SECONDS)
}

function markerWords(shows: DefibrillatorShown): string[] {
  const spikes = bareSpikes(shows)
  const markers = markersOf(shows)
  return [
    ...(spikes.length > 0 ? [`Tall spikes at ${inSeconds(spikes)}, with no broad complex right after any of them.`] : []),
    ...(markers.length > 0 ? [`Small arrows above the trace at ${inSeconds(markers)}, ${placeWords[shows.markers]}.`] : []),
    ...(shows.mode === 'sync' && markers.length === 0 ? ['No arrows above the trace.'] : []),
  ]
}
const placeWords = { none: '', r_waves: 'each over a QRS complex', t_waves: 'each over the wave after a QRS complex' } as const
const inSeconds = (times: readonly number[]): string => `${times.map((at) => at.toFixed(1)).join(', ')} s`

function texts(shows: DefibrillatorShown): string {
  const at = { 'font-size': 28, 'font-weight': 600 }
  const left = SCREEN.left + 16
  const right = SCREEN.left + SCREEN.width - 16
  const [mode = '', ...others] = headOf(shows)
  const [first = '', second = ''] = footOf(shows)
  return [
    textAt(left, 60, mode, { ...at, fill: WHITE }),
    textAt(right, 60, others.join('  '), { ...at, fill: YELLOW, 'text-anchor': 'end' }),
    textAt(left, 336, first, { ...at, fill: YELLOW }),
    textAt(right, 336, second, { ...at, fill: YELLOW, 'text-anchor': 'end' }),
  ].join('')
}

interface PanelKey {
  readonly label: string
  readonly x: number
  readonly y: number
  readonly width: number
}

const HEIGHT = 74
/** Centers never move: questions point at them. */
const keys: readonly PanelKey[] = [
  { label: '▼', x: 686, y: 64, width: 118 },
  { label: '▲', x: 818, y: 64, width: 118 },
  { label: 'CHARGE', x: 686, y: 190, width: 250 },
  { label: 'SHOCK', x: 686, y: 316, width: 250 },
  { label: 'SYNC', x: 24, y: 376, width: 200 },
  { label: 'ANALYZE', x: 244, y: 376, width: 200 },
  { label: 'PACER', x: 464, y: 376, width: 200 },
  { label: '▼', x: 24, y: 506, width: 150 },
  { label: '▲', x: 190, y: 506, width: 150 },
  { label: '▼', x: 464, y: 506, width: 150 },
  { label: '▲', x: 630, y: 506, width: 150 },
]
const groups = [
  { text: 'ENERGY', x: 811, y: 52 },
  { text: 'RATE', x: 182, y: 494 },
  { text: 'CURRENT', x: 622, y: 494 },
] as const

function keyOf({ label, x, y, width }: PanelKey, { charged }: DefibrillatorShown): string {
  const isShock = label === 'SHOCK'
  const isArrow = label === '▼' || label === '▲'
  const middle = { x: x + width / 2, y: y + HEIGHT / 2 }
  const arrow = label === '▲' ? 'l18 26h-36Z' : 'l18 -26h-36Z'
  return [
    element('rect', {
      x,
      y,
      width,
      height: HEIGHT,
      rx: 14,
      fill: isShock ? '#b3261e' : '#e9eef2',
      stroke: isShock && charged ? YELLOW : '#16202b',
      'stroke-width': isShock && charged ? 8 : 3,
    }),
    isArrow
      ? element('path', { d: `M${middle.x} ${middle.y + (label === '▲' ? -13 : 13)}${arrow}`, fill: '#16202b' })
      : textAt(middle.x, middle.y + 11, label, {
          'font-size': 30,
          'font-weight': 700,
          'text-anchor': 'middle',
          fill: isShock ? '#ffffff' : '#16202b',
        }),
  ].join('')
}
