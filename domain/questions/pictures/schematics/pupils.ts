import { documentOf, element, textAt } from '../svg.ts'
import { INK, MUTED, PAPER, RULE, type SchematicDrawing } from './ink.ts'

const WIDTH = 960
const HEIGHT = 540
const MM = 24
const IRIS = 6 * MM
const EYE_Y = 190
const GAUGE_Y = 470
const SKIN = '#8d5b3e'
const LID = '#f3ddcf'
const IRIS_COLOR = '#8fb3c9'

const eyes = [
  { side: 'right', x: 260, label: "Patient's right" },
  { side: 'left', x: 700, label: "Patient's left" },
] as const

export const pupils: SchematicDrawing<'pupils'> = {
  draw: (shows) =>
    documentOf(
      WIDTH,
      HEIGHT,
      PAPER,
      [...eyes.map(({ side, x, label }) => eye(x, shows[side], label, reacts(shows, side))), gauge()].join(''),
    ),
  describe: (shows) =>
    [
      "Two eyes and a scale in millimeters. The patient's right eye is on the left of the drawing.",
      ...eyes.map(
        ({ side }) =>
          `The ${side} pupil measures ${shows[side]} mm and ${reacts(shows, side) ? 'gets smaller' : 'stays the same'} in light.`,
      ),
    ].join(' '),
}

const reacts = ({ reacting }: { reacting: string }, side: 'right' | 'left'): boolean => reacting === 'both' || reacting === side

function eye(x: number, millimeters: number, label: string, isReacting: boolean): string {
  const lids = `M${x - 200} ${EYE_Y}Q${x} ${EYE_Y - 270} ${x + 200} ${EYE_Y}Q${x} ${EYE_Y + 270} ${x - 200} ${EYE_Y}Z`
  const words = { 'text-anchor': 'middle', 'font-size': 30, fill: INK }
  return [
    element('path', { d: lids, fill: '#fbfdfe', stroke: SKIN, 'stroke-width': 5, 'stroke-linejoin': 'round' }),
    element('path', {
      d: `M${x - 190} ${EYE_Y - 46}Q${x} ${EYE_Y - 290} ${x + 190} ${EYE_Y - 46}`,
      fill: 'none',
      stroke: LID,
      'stroke-width': 9,
    }),
    element('circle', { cx: x, cy: EYE_Y, r: IRIS - 24, fill: IRIS_COLOR, stroke: '#4f7287', 'stroke-width': 4 }),
    element('circle', { cx: x, cy: EYE_Y, r: (millimeters * MM) / 2, fill: '#0b0f14' }),
    element('circle', { cx: x - 22, cy: EYE_Y - 26, r: 7, fill: '#ffffff', opacity: 0.8 }),
    textAt(x, EYE_Y + 176, label, { ...words, 'font-weight': 600 }),
    textAt(x, EYE_Y + 214, `${isReacting ? 'Smaller' : 'No change'} in light`, words),
  ].join('')
}

function gauge(): string {
  const start = WIDTH / 2 - 5 * MM
  const ticks = Array.from({ length: 11 }, (_, mm) => {
    const x = start + mm * MM
    const tall = mm % 5 === 0
    return [
      element('line', { x1: x, x2: x, y1: GAUGE_Y - (tall ? 22 : 12), y2: GAUGE_Y, stroke: INK, 'stroke-width': 2 }),
      tall ? textAt(x, GAUGE_Y + 32, String(mm), { 'text-anchor': 'middle', 'font-size': 26, fill: MUTED }) : '',
    ].join('')
  })
  return [
    element('line', { x1: start, x2: start + 10 * MM, y1: GAUGE_Y, y2: GAUGE_Y, stroke: RULE, 'stroke-width': 3 }),
    ...ticks,
    textAt(start + 10 * MM + 24, GAUGE_Y + 32, 'mm', { 'font-size': 26, fill: MUTED }),
  ].join('')
}
