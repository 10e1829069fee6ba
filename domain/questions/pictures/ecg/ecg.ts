import type { Drawing } from '../drawing.ts'
import type { PictureOf } from '../picture.ts'
import { calibration, MM_PER_SECOND, svgOf } from './paper.ts'
import { chanceOf } from './random.ts'
import { rhythmSketch } from './rhythms.ts'
import { signalOf } from './sketch.ts'

/** The generator of ECGs. The same picture gives the same bytes; its SVG says nothing of what it shows. */

type Strip = PictureOf<'ecg_strip'>

/** What a strip shows, without its place in a question. */
export type StripRhythm = Pick<Strip, 'rhythm' | 'rate' | 'seed'>

const STRIP_SECONDS = 6
/** Millimetres. */
const STRIP_HEIGHT = 40
const STRIP_ZERO = 24
const PIXELS_PER_STRIP_MM = 8

/** Lead II of a rhythm, as a strip shows it and as a monitor can. */
export function stripSignal(rhythm: StripRhythm, seconds: number): { sampleRate: number; millivolts: Float64Array } {
  const sketch = rhythmSketch(rhythm, seconds)
  return signalOf(sketch, 'II', chanceOf(`unrest ${rhythm.seed}`))
}

/** Six seconds of lead II over the whole width. */
export function drawEcgStrip(picture: StripRhythm): Drawing {
  const width = STRIP_SECONDS * MM_PER_SECOND
  const svg = svgOf({
    width,
    height: STRIP_HEIGHT,
    traces: [{ ...stripSignal(picture, STRIP_SECONDS), left: 0, zero: STRIP_ZERO }],
    writings: [
      { text: 'II', left: 1.5, baseline: 4.5, size: 3.5 },
      { text: '25 mm/s 10 mm/mV', left: 8, baseline: STRIP_HEIGHT - 1, size: 2.2 },
    ],
    // A mark each three seconds, by which rates are counted.
    marks: `${calibration(1, STRIP_HEIGHT - 1)}M0 0v2M75 0v2M150 0v2`,
  })
  return { svg, width: width * PIXELS_PER_STRIP_MM, height: STRIP_HEIGHT * PIXELS_PER_STRIP_MM }
}

/** What an examiner would read out of a picture: what is to be seen, and never what it means. */
export const describeEcg = (_picture: Strip | PictureOf<'ecg_12_lead'>): string => 'A tracing on ECG paper.'
