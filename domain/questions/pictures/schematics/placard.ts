import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, lineThrough, textAt } from '../svg.ts'
import { INK, MUTED, PAPER, type SchematicDrawing } from './ink.ts'

// As in 49 CFR 172.519 to 172.560. Words are optional on most placards: only colors, symbol, and class are drawn.

type Hazard = SchematicOf<'placard'>['hazards'][number]
type SymbolName =
  | 'flame'
  | 'flame over a circle'
  | 'cylinder'
  | 'skull and crossbones'
  | 'bursting ball'
  | 'trefoil'
  | 'hand and a bar under dripping liquid'
type Ground = 'plain' | 'halves' | 'stripes' | 'upper stripes'

interface Placard {
  readonly upper: string
  readonly lower: string
  readonly ground: Ground
  readonly colors: string
  /** Null with the division in its place. */
  readonly symbol: SymbolName | null
  readonly ink: string
  /** The class, in its own color where the lower half needs it. */
  readonly foot: string
  readonly footInk?: string
}

const [RED, GREEN, BLUE, YELLOW, ORANGE, WHITE, BLACK] = ['#d0202e', '#0b7a43', '#1558b0', '#ffd21f', '#f58220', '#ffffff', '#111111']
const plain = (color: string, colors: string, symbol: SymbolName | null, ink: string, foot: string): Placard => ({
  upper: color,
  lower: color,
  ground: 'plain',
  colors,
  symbol,
  ink,
  foot,
})

const placards: Readonly<Record<Hazard, Placard>> = {
  explosive_1_1: plain(ORANGE, 'orange', 'bursting ball', BLACK, '1'),
  explosive_1_4: plain(ORANGE, 'orange', null, BLACK, '1'),
  flammable_gas: plain(RED, 'red', 'flame', WHITE, '2'),
  nonflammable_gas: plain(GREEN, 'green', 'cylinder', WHITE, '2'),
  toxic_gas: plain(WHITE, 'white', 'skull and crossbones', BLACK, '2'),
  flammable_liquid: plain(RED, 'red', 'flame', WHITE, '3'),
  flammable_solid: { ...plain(WHITE, 'white with upright red stripes', 'flame', BLACK, '4'), ground: 'stripes' },
  spontaneously_combustible: { ...plain(WHITE, 'white above and red below', 'flame', BLACK, '4'), lower: RED, ground: 'halves' },
  dangerous_when_wet: plain(BLUE, 'blue', 'flame', WHITE, '4'),
  oxidizer: plain(YELLOW, 'yellow', 'flame over a circle', BLACK, '5.1'),
  organic_peroxide: { ...plain(RED, 'red above and yellow below', 'flame', WHITE, '5.2'), lower: YELLOW, ground: 'halves', footInk: BLACK },
  toxic: plain(WHITE, 'white', 'skull and crossbones', BLACK, '6'),
  radioactive: { ...plain(YELLOW, 'yellow above and white below', 'trefoil', BLACK, '7'), lower: WHITE, ground: 'halves' },
  corrosive: {
    ...plain(WHITE, 'white above and black below', 'hand and a bar under dripping liquid', BLACK, '8'),
    lower: BLACK,
    ground: 'halves',
    footInk: WHITE,
  },
  miscellaneous: { ...plain(WHITE, 'white with upright black stripes in the upper half', null, BLACK, '9'), ground: 'upper stripes' },
}

/** These placards carry no number; it stands on an orange panel below them. */
const numberBelow: ReadonlySet<Hazard> = new Set(['explosive_1_1', 'explosive_1_4', 'radioactive'])
const HALF = 240
const CELL = 2 * HALF + 20
const PANEL = 110
const columnsOf = (count: number): number => (count > 3 ? 2 : count)

export const placard: SchematicDrawing<'placard'> = {
  draw: ({ hazards, number }) => {
    const columns = columnsOf(hazards.length)
    const below = number > 0 && hazards[0] !== undefined && numberBelow.has(hazards[0])
    const height = Math.ceil(hazards.length / columns) * CELL + (below ? PANEL : 0)
    const drawn = hazards.map((hazard, index) => {
      const [x, y] = [((index % columns) + 0.5) * CELL, (Math.floor(index / columns) + 0.5) * CELL]
      return element('g', { transform: `translate(${x} ${y})` }, diamond(hazard, index === 0 ? number : 0))
    })
    return documentOf(columns * CELL, height, PAPER, drawn.join(''))
  },
  describe: ({ hazards, number }) =>
    [
      hazards.length === 1
        ? 'A square placard that stands on one corner.'
        : `${hazards.length} square placards, each on one corner, ${hazards.length > 3 ? 'in rows of two' : 'side by side'}.`,
      ...hazards.map((hazard, index) => {
        const { colors, symbol, foot } = placards[hazard]
        const seen = [
          colors,
          ...(symbol === null ? [] : [`at the top a ${symbol}`]),
          ...(hazard === 'explosive_1_4' ? ['in the middle 1.4'] : []),
          ...(hazard === 'explosive_1_1' ? ['in the middle 1.1'] : []),
          `at the bottom ${foot}`,
        ]
        const digits =
          number > 0 && index === 0
            ? ` ${numberBelow.has(hazard) ? 'An orange panel below it' : 'A white panel across its middle'} shows ${digitsOf(number)}.`
            : ''
        return `${hazards.length === 1 ? 'It is' : `Placard ${index + 1} is`} ${seen.join(', ')}.${digits}`
      }),
    ].join(' '),
}

const digitsOf = (number: number): string => String(number).padStart(4, '0')
const middle = { 'text-anchor': 'middle', 'font-weight': 700 }
const halo = { stroke: WHITE, 'stroke-width': 16, 'paint-order': 'stroke', 'stroke-linejoin': 'round' }
const tilted = (size: number, attributes: Readonly<Record<string, string | number>>) =>
  element('path', { d: `M0 ${-size}L${size} 0L0 ${size}L${-size} 0Z`, ...attributes })

function diamond(hazard: Hazard, number: number): string {
  const { upper, lower, ground, symbol, ink, foot, footInk = ink } = placards[hazard]
  const inner = HALF - 22
  const isBelow = numberBelow.has(hazard)
  return [
    tilted(HALF, { fill: upper, stroke: MUTED, 'stroke-width': 3 }),
    ground === 'halves' ? element('path', { d: `M${-HALF} 0L0 ${HALF}L${HALF} 0Z`, fill: lower }) : '',
    ground === 'stripes' ? stripes(RED, HALF - 4) : '',
    ground === 'upper stripes' ? stripes(BLACK, 0) : '',
    ground === 'stripes' ? '' : element('path', { d: `M${-inner} 0L0 ${-inner}L${inner} 0`, fill: 'none', stroke: ink, 'stroke-width': 4 }),
    ground === 'stripes'
      ? ''
      : element('path', { d: `M${-inner} 0L0 ${inner}L${inner} 0`, fill: 'none', stroke: footInk, 'stroke-width': 4 }),
    symbol === null
      ? ''
      : element(
          'g',
          { transform: 'translate(0 -108) scale(1.15)', fill: ink, stroke: ink, 'stroke-width': 0 },
          symbols[symbol](ink, upper),
        ),
    hazard === 'explosive_1_4' ? textAt(0, -20, '1.4', { ...middle, 'font-size': 130, fill: ink }) : '',
    hazard === 'explosive_1_1' ? textAt(0, 60, '1.1', { ...middle, 'font-size': 84, fill: ink }) : '',
    hazard === 'radioactive' ? textAt(0, 62, 'RADIOACTIVE', { ...middle, 'font-size': 44, fill: ink }) : '',
    number > 0 ? panel(digitsOf(number), isBelow ? HALF + 64 : 24, isBelow ? ORANGE : WHITE) : '',
    textAt(0, foot.length > 1 ? 170 : 184, foot, {
      ...middle,
      'font-size': foot.length > 1 ? 58 : 84,
      fill: footInk,
      ...(ground === 'stripes' ? halo : {}),
    }),
    hazard === 'miscellaneous' ? element('rect', { x: -26, y: 194, width: 52, height: 6, fill: ink }) : '',
  ].join('')
}

const panel = (digits: string, y: number, fill: string): string =>
  element('rect', { x: -142, y: y - 46, width: 284, height: 92, fill, stroke: BLACK, 'stroke-width': 4 }) +
  textAt(0, y + 29, digits, { ...middle, 'font-size': 82, fill: INK })

/** Seven, cut off by the edges above `bottom`. */
function stripes(color: string, bottom: number): string {
  const width = 36
  return [-3, -2, -1, 0, 1, 2, 3]
    .map((place) => {
      const [left, right] = [place * 2 * width * 0.9 - width / 2, place * 2 * width * 0.9 + width / 2]
      const edge = (x: number) => HALF - 4 - Math.abs(x)
      const top =
        place === 0
          ? ([
              [left, -edge(left)],
              [0, -edge(0)],
              [right, -edge(right)],
            ] as const)
          : ([
              [left, -edge(left)],
              [right, -edge(right)],
            ] as const)
      const end = (x: number): readonly [number, number] => [x, Math.min(bottom, edge(x))]
      const foot = place === 0 && bottom > 0 ? [end(right), end(0), end(left)] : [end(right), end(left)]
      return element('path', { d: `${lineThrough([...top, ...foot])}Z`, fill: color })
    })
    .join('')
}

const FLAME =
  'M2 -62C10 -36 40 -30 40 8C40 34 22 50 0 50C-22 50 -40 34 -40 8C-40 -10 -30 -20 -26 -36C-18 -28 -14 -22 -12 -14C-2 -26 4 -42 2 -62Z'
const FLAME_HOLE = 'M2 -8C8 6 18 12 18 28C18 40 10 46 0 46C-10 46 -18 40 -18 28C-18 18 -10 14 -8 6C-4 8 -2 12 -1 16C2 8 3 0 2 -8Z'
const flame = (ground: string): string => element('path', { d: FLAME }) + element('path', { d: FLAME_HOLE, fill: ground })

const symbols: Readonly<Record<SymbolName, (ink: string, ground: string) => string>> = {
  flame: (_, ground) => flame(ground) + element('rect', { x: -42, y: 54, width: 84, height: 6 }),
  'flame over a circle': (ink, ground) =>
    element('g', { transform: 'translate(0 -22) scale(0.72)' }, flame(ground)) +
    element('circle', { cx: 0, cy: 36, r: 22, fill: ground, stroke: ink, 'stroke-width': 9 }) +
    element('rect', { x: -42, y: 63, width: 84, height: 6 }),
  cylinder: () =>
    element(
      'g',
      { transform: 'rotate(-58)' },
      element('rect', { x: -18, y: -34, width: 36, height: 90, rx: 14 }) +
        element('rect', { x: -7, y: -50, width: 14, height: 20 }) +
        element('rect', { x: -13, y: -60, width: 26, height: 11, rx: 3 }),
    ),
  'skull and crossbones': (ink, ground) =>
    [
      ...[1, -1].map((side) =>
        element('path', {
          d: `M${-56 * side} 18L${56 * side} 54M${-56 * side} 54L${56 * side} 18`,
          stroke: ink,
          'stroke-width': 11,
          'stroke-linecap': 'round',
        }),
      ),
      ...[
        [-56, 18],
        [56, 18],
        [-56, 54],
        [56, 54],
      ].flatMap(([x = 0, y = 0]) => [-6, 6].map((by) => element('circle', { cx: x + Math.sign(x) * 4, cy: y + by, r: 8 }))),
      element('path', {
        d: 'M-34 -26C-34 -78 34 -78 34 -26C34 -12 28 -6 22 -2L22 18L-22 18L-22 -2C-28 -6 -34 -12 -34 -26Z',
        stroke: ground,
        'stroke-width': 5,
      }),
      element('ellipse', { cx: -14, cy: -24, rx: 9, ry: 10, fill: ground }),
      element('ellipse', { cx: 14, cy: -24, rx: 9, ry: 10, fill: ground }),
      element('path', { d: 'M0 -14L6 -2L-6 -2Z', fill: ground }),
      element('path', { d: 'M-9 4L-9 18M0 4L0 18M9 4L9 18', stroke: ground, 'stroke-width': 3 }),
    ].join(''),
  'bursting ball': (ink) =>
    element('circle', { cx: 0, cy: 22, r: 30 }) +
    [-80, -55, -30, 0, 30, 55, 80]
      .map((degrees) =>
        element('path', {
          d: degrees % 60 === 0 || degrees === -30 || degrees === 30 ? 'M-5 -38L0 -78L5 -38Z' : 'M-5 -38L0 -62L5 -38Z',
          transform: `translate(0 22) rotate(${degrees})`,
          stroke: ink,
          'stroke-width': 3,
        }),
      )
      .join('') +
    [
      [-58, 40],
      [58, 40],
      [-50, -50],
      [50, -50],
    ]
      .map(([x = 0, y = 0]) => element('path', { d: `M${x - 8} ${y - 4}L${x + 6} ${y - 8}L${x + 8} ${y + 5}L${x - 4} ${y + 8}Z` }))
      .join(''),
  trefoil: () =>
    element('circle', { cx: 0, cy: 6, r: 11 }) +
    [0, 120, 240]
      .map((degrees) =>
        element('path', {
          d: 'M-8.5 -14.7L-31 -53.7A62 62 0 0 1 31 -53.7L8.5 -14.7A17 17 0 0 0 -8.5 -14.7Z',
          transform: `translate(0 6) rotate(${degrees + 60})`,
        }),
      )
      .join(''),
  'hand and a bar under dripping liquid': (ink, ground) =>
    [
      ...[-1, 1].map((side) =>
        element(
          'g',
          { transform: `translate(${side * 34} -30) rotate(${side * 62}) scale(${side} 1)` },
          element('rect', { x: -9, y: -34, width: 18, height: 62, rx: 9, fill: ground, stroke: ink, 'stroke-width': 5 }) +
            element('rect', { x: -9, y: 0, width: 18, height: 28, rx: 9 }),
        ),
      ),
      ...[
        [-4, -6],
        [-8, 10],
        [8, -4],
        [8, 12],
      ].map(([x = 0, y = 0]) => element('ellipse', { cx: 5.5 * x, cy: y - 2, rx: 4, ry: 7 })),
      element('path', { d: 'M-82 30H-52L-44 38L-38 30H-12V44H-82Z' }),
      element('path', { d: 'M16 34C26 26 34 28 38 34L44 40L52 32L60 34L84 30V46C64 54 34 54 16 46Z' }),
    ].join(''),
}
