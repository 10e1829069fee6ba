import { type Drawing, documentOf, element, lineThrough, type Point, textAt } from '../svg.ts'
import { breathSoundsHeard, breathsHeard } from './breath-sounds.ts'
import { beatsHeard, heartSoundsHeard } from './heart-sounds.ts'
import { SAMPLE_RATE, SOUND_SECONDS, type Span } from './mixer.ts'
import { isBreath, type SoundParameters, soundSamples, soundTones } from './sound.ts'

export const soundSize = { width: 960, height: 530 }
const LEFT = 20
const RIGHT = 940
const MIDDLE = 190
const HALF = 104
const CLOSE_MIDDLE = 450
const CLOSE_HALF = 66
/** At the edge of a trace. Quiet sounds are drawn small. */
const FULL_LEVEL = 0.7
const CLOSE_SECONDS = 0.06
const INK = '#16202b'
const MUTED = '#4a5561'
const IN = '#dcebf7'
const OUT = '#f6ecdb'
/** The pulse at the neck follows the first heart sound. */
const PULSE_DELAY = 0.1

const x = (seconds: number): number => LEFT + ((RIGHT - LEFT) * seconds) / SOUND_SECONDS

export function drawSound(parameters: SoundParameters): Drawing {
  const { sound, rate } = parameters
  const samples = soundSamples(parameters)
  const loudest = samples.reduce((best, value, index) => (Math.abs(value) > Math.abs(samples[best] ?? 0) ? index : best), 0)
  const half = (CLOSE_SECONDS * SAMPLE_RATE) / 2
  const closeFrom = Math.min(Math.max(0, loudest - half), samples.length - 2 * half)
  const phases = isBreath(sound)
    ? breathsHeard(sound, rate).flatMap(({ inspiration, expiration }) => [band(inspiration, 'in', IN), band(expiration, 'out', OUT)])
    : beatsHeard(sound, rate).map(({ first }) => pulseAt(first + PULSE_DELAY))
  const seconds = Array.from({ length: SOUND_SECONDS + 1 }, (_, second) =>
    textAt(
      Math.min(RIGHT - 14, Math.max(LEFT + 8, x(second))),
      MIDDLE + HALF + 34,
      second === SOUND_SECONDS ? `${second} s` : String(second),
      {
        'text-anchor': 'middle',
      },
    ),
  )
  const words = [
    textAt(LEFT, 34, isBreath(sound) ? 'Breathing in and out' : 'Triangles: pulse felt at the neck'),
    ...seconds,
    textAt(LEFT, CLOSE_MIDDLE - CLOSE_HALF - 12, `Close-up of ${1000 * CLOSE_SECONDS} ms at the loudest point`),
  ]
  return documentOf(
    soundSize.width,
    soundSize.height,
    '#ffffff',
    [
      ...phases,
      element('g', { fill: MUTED, 'font-size': 26 }, words.join('')),
      element('rect', { x: LEFT, y: CLOSE_MIDDLE - CLOSE_HALF, width: RIGHT - LEFT, height: 2 * CLOSE_HALF, fill: '#f2f5f8' }),
      trace(outline(samples), 1.2),
      trace(
        Array.from(samples.subarray(closeFrom, closeFrom + 2 * half), (value, index) => [
          LEFT + ((RIGHT - LEFT) * index) / (2 * half - 1),
          CLOSE_MIDDLE - height(value, CLOSE_HALF),
        ]),
        2.5,
      ),
    ].join(''),
  )
}

const height = (value: number, half: number): number => half * Math.max(-1, Math.min(1, value / FULL_LEVEL))

/** The lowest and the highest sample of every pixel. */
function outline(samples: Float64Array): Point[] {
  const step = samples.length / (RIGHT - LEFT)
  return Array.from({ length: RIGHT - LEFT }, (_, column) => samples.subarray(Math.floor(column * step), Math.floor((column + 1) * step)))
    .map((part) => [Math.min(...part), Math.max(...part)])
    .flatMap((ends, column) => ends.map((value): Point => [LEFT + column, MIDDLE - height(value, HALF)]))
}

const trace = (points: readonly Point[], width: number): string =>
  element('path', { d: lineThrough(points), fill: 'none', stroke: INK, 'stroke-width': width, 'stroke-linejoin': 'round' })

function band({ from, to }: Span, word: string, fill: string): string {
  const [left, right] = [x(from), Math.min(RIGHT, x(to))]
  if (right - left < 1) return ''
  const name =
    right - left < 40 ? '' : textAt((left + right) / 2, MIDDLE - HALF - 14, word, { fill: MUTED, 'font-size': 26, 'text-anchor': 'middle' })
  return element('rect', { x: left, y: MIDDLE - HALF, width: right - left, height: 2 * HALF, fill }) + name
}

function pulseAt(seconds: number): string {
  const [at, bottom] = [x(seconds), MIDDLE + HALF]
  return seconds > SOUND_SECONDS
    ? ''
    : element('path', { d: `M${at - 8} ${bottom}L${at} ${bottom - 16}L${at + 8} ${bottom}Z`, fill: '#b3261e' })
}

const told = (seconds: number): string => String(Math.round(10 * seconds) / 10)

const pitchOf = (tones: readonly number[]): string => `about ${tones.map((hertz) => 10 * Math.round(hertz / 10)).join(' and ')} Hz`

export function describeSound({ sound, rate, seed }: SoundParameters): string {
  if (isBreath(sound)) {
    const { heard, rate: usual, inspired } = breathSoundsHeard[sound]
    const period = 60 / (rate ?? usual)
    return `A recording of breathing, ${SOUND_SECONDS} seconds long, with its waveform. A breath begins every ${told(period)} seconds; breathing in takes ${told(inspired * period)} seconds of it. ${heard.replace('#', pitchOf(soundTones(sound, seed)))}`
  }
  const [beat] = beatsHeard(sound, rate)
  const { heard, rate: usual } = heartSoundsHeard[sound]
  const apart = beat ? beat.second - beat.first : 0
  return `A recording over the heart, ${SOUND_SECONDS} seconds long, with its waveform and marks for the pulse at the neck. Two low thumps come with every beat, ${Math.round(100 * apart) / 100} seconds apart; the pulse is felt just after the first. A beat begins every ${told(60 / (rate ?? usual))} seconds. ${heard}`
}
