import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, type Point, textAt } from '../svg.ts'
import { INK, MUTED, PAPER, type SchematicDrawing } from './ink.ts'

type BreathSounds = SchematicOf<'breath_sounds'>
type ChestSound = BreathSounds['sounds'][number] | Exclude<BreathSounds['stomach'], 'not_shown'>

const WIDTH = 960
const HEIGHT = 560
const MIDDLE = 300
const SKIN = '#f7e6db'
const BODY = '#8d5b3e'
const BONE = '#dcc0ae'
const RADIUS = 34

const line = (d: string, stroke: string, width: number): string =>
  element('path', { d, fill: 'none', stroke, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' })
const both = (side: (x: (offset: number) => number) => string): string =>
  [-1, 1].map((sign) => side((offset) => MIDDLE + sign * offset)).join('')

const symbols: Readonly<Record<ChestSound, string>> = {
  clear: '',
  wheezes: line('M-22 0q5.5 -16 11 0t11 0t11 0t11 0', INK, 4),
  crackles: [
    [-12, -10],
    [8, -14],
    [-2, 2],
    [-15, 8],
    [14, 4],
    [4, 16],
  ]
    .map(([cx = 0, cy = 0]) => element('circle', { cx, cy, r: 4.5, fill: INK }))
    .join(''),
  rhonchi: line('M-21 8L-10 -11L1 8L12 -11L21 5', INK, 8),
  diminished: line('M0 -18V17M-11 6L0 18L11 6', INK, 5),
  absent: line('M-15 -15L15 15M15 -15L-15 15', INK, 7),
  silent: line('M-14 0H14', INK, 6),
  gurgling: [
    [-9, 6, 10],
    [10, -7, 8],
    [9, 14, 5],
  ]
    .map(([cx = 0, cy = 0, r = 0]) => element('circle', { cx, cy, r, fill: 'none', stroke: INK, 'stroke-width': 4 }))
    .join(''),
}
const names: Readonly<Record<ChestSound, string>> = {
  clear: 'Clear',
  wheezes: 'Wheezes',
  crackles: 'Crackles',
  rhonchi: 'Rhonchi',
  diminished: 'Diminished',
  absent: 'Absent',
  silent: 'Nothing heard',
  gurgling: 'Gurgling',
}
const heard = ['clear', 'wheezes', 'crackles', 'rhonchi', 'diminished', 'absent'] as const

const marked = ([x, y]: Point, sound: ChestSound, scale = 1): string =>
  element(
    'g',
    { transform: `translate(${x} ${y}) scale(${scale})` },
    element('circle', { r: RADIUS, fill: PAPER, stroke: INK, 'stroke-width': 3 }) + symbols[sound],
  )

/** Offsets from the middle: upper, middle, and lower. */
const heights: Readonly<Record<BreathSounds['seenFrom'], readonly Point[]>> = {
  front: [
    [84, 190],
    [92, 290],
    [104, 395],
  ],
  back: [
    [50, 165],
    [62, 285],
    [84, 405],
  ],
}
/** In pairs, the patient's right first. */
const places = ['right upper', 'left upper', 'right middle', 'left middle', 'right lower', 'left lower'] as const
const sideOf = (index: number, from: BreathSounds['seenFrom']): number => ((index % 2 === 0) === (from === 'front') ? -1 : 1)

/** Numbers stand toward the middle in front, away from it behind. */
const numberSide: Readonly<Record<BreathSounds['seenFrom'], number>> = { front: -54, back: 54 }

function points({ seenFrom, sounds }: BreathSounds): string {
  return sounds
    .map((sound, index) => {
      const [offset = 0, y = 0] = heights[seenFrom][Math.floor(index / 2)] ?? []
      const side = sideOf(index, seenFrom)
      const x = MIDDLE + side * offset
      return (
        marked([x, y], sound) +
        textAt(x + side * numberSide[seenFrom], y + 11, String(index + 1), {
          'text-anchor': 'middle',
          'font-size': 32,
          'font-weight': 700,
          fill: INK,
        })
      )
    })
    .join('')
}

const stomach = (sound: 'silent' | 'gurgling'): string =>
  marked([MIDDLE, 486], sound) + textAt(MIDDLE + 56, 497, '7', { 'text-anchor': 'middle', 'font-size': 32, 'font-weight': 700, fill: INK })

const outline = (): string =>
  element('path', {
    d: `M${MIDDLE - 46} 14C${MIDDLE - 46} 70 ${MIDDLE - 60} 84 ${MIDDLE - 150} 106C${MIDDLE - 214} 122 ${MIDDLE - 232} 180 ${MIDDLE - 240} 300L${MIDDLE - 172} 300L${MIDDLE - 168} 250C${MIDDLE - 164} 360 ${MIDDLE - 152} 450 ${MIDDLE - 150} 546L${MIDDLE + 150} 546C${MIDDLE + 152} 450 ${MIDDLE + 164} 360 ${MIDDLE + 168} 250L${MIDDLE + 172} 300L${MIDDLE + 240} 300C${MIDDLE + 232} 180 ${MIDDLE + 214} 122 ${MIDDLE + 150} 106C${MIDDLE + 60} 84 ${MIDDLE + 46} 70 ${MIDDLE + 46} 14Z`,
    fill: SKIN,
    stroke: BODY,
    'stroke-width': 4,
    'stroke-linejoin': 'round',
  })

const bones: Readonly<Record<BreathSounds['seenFrom'], () => string>> = {
  front: () =>
    line(`M${MIDDLE - 12} 130L${MIDDLE - 10} 330L${MIDDLE} 356L${MIDDLE + 10} 330L${MIDDLE + 12} 130Z`, BONE, 4) +
    both((x) => line(`M${x(14)} 128C${x(60)} 112 ${x(100)} 124 ${x(150)} 112`, BONE, 9)) +
    both((x) => [170, 208, 246, 284, 322].map((y) => line(`M${x(14)} ${y}Q${x(110)} ${y - 14} ${x(148)} ${y + 34}`, BONE, 4)).join('')) +
    both((x) => line(`M${x(2)} 356C${x(50)} 380 ${x(100)} 430 ${x(136)} 480`, BONE, 5)),
  back: () =>
    line(`M${MIDDLE} 70V540`, BONE, 5) +
    Array.from({ length: 13 }, (_, index) => line(`M${MIDDLE - 8} ${100 + index * 33}H${MIDDLE + 8}`, BONE, 5)).join('') +
    both((x) =>
      line(`M${x(86)} 150L${x(160)} 128C${x(160)} 190 ${x(140)} 240 ${x(112)} 262C${x(96)} 230 ${x(88)} 190 ${x(86)} 150Z`, BONE, 5),
    ) +
    both((x) => [310, 345, 380, 415].map((y) => line(`M${x(14)} ${y - 14}Q${x(90)} ${y - 14} ${x(146)} ${y + 30}`, BONE, 4)).join('')),
}

function legend({ stomach }: BreathSounds): string {
  const rows: readonly ChestSound[] = stomach === 'not_shown' ? heard : [...heard, 'gurgling', 'silent']
  return rows
    .map((sound, index) => {
      const y = 48 + (index * 520) / rows.length
      return marked([640, y + 14], sound, 0.85) + textAt(692, y + 25, names[sound], { 'font-size': 32, fill: INK })
    })
    .join('')
}

export const breathSounds: SchematicDrawing<'breath_sounds'> = {
  draw: (shows) => {
    const isFront = shows.seenFrom === 'front'
    const words = { 'font-size': 28, fill: MUTED }
    return documentOf(
      WIDTH,
      HEIGHT,
      PAPER,
      [
        outline(),
        bones[shows.seenFrom](),
        points(shows),
        shows.stomach === 'not_shown' ? '' : stomach(shows.stomach),
        legend(shows),
        textAt(14, 40, isFront ? 'Front' : 'Back', { ...words, 'font-weight': 700 }),
        textAt(14, 84, isFront ? 'Right' : 'Left', words),
        textAt(586, 84, isFront ? 'Left' : 'Right', { ...words, 'text-anchor': 'end' }),
      ].join(''),
    )
  },
  describe: ({ seenFrom, sounds, stomach }) =>
    [
      `A chest from the ${seenFrom}, with numbered places where a stethoscope was put, and the sound heard at each.`,
      ...sounds.map((sound, index) => `${index + 1}, ${places[index]}: ${names[sound].toLowerCase()}.`),
      stomach === 'not_shown' ? '' : `7, over the stomach: ${names[stomach].toLowerCase()}.`,
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
}
