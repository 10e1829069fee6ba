import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, lineThrough, type Point, textAt } from '../svg.ts'
import { INK, MUTED, PAPER, type SchematicDrawing } from './ink.ts'

// Each part of the body is a slice of an outline: its inner and outer edge by height, from the midline of an adult.

type Burns = SchematicOf<'burns'>
type Region = Burns['full'][number]
type Depth = 'superficial' | 'partial' | 'full'
type Edge = readonly [y: number, inner: number, outer: number]

const WIDTH = 960
const HEIGHT = 540
const TOP = 72
const SKIN = '#fdf3ea'

const head: readonly Edge[] = [
  [0, -5, 5],
  [1.5, -9, 9],
  [5, -14, 14],
  [12, -19, 19],
  [26, -22, 22],
  [42, -19, 19],
  [53, -12, 12],
  [58.5, -7, 7],
  [60, -4, 4],
]
const neck: readonly Edge[] = [
  [48, -12, 12],
  [68, -13, 13],
  [80, -28, 28],
]
const trunk: readonly Edge[] = [
  [78, -24, 24],
  [83, -42, 42],
  [92, -51, 51],
  [120, -48, 48],
  [150, -42, 42],
  [178, -38, 38],
  [200, -44, 44],
  [214, -47, 47],
]
const arm: readonly Edge[] = [
  [85, 40, 48],
  [92, 45, 60],
  [102, 49, 67],
  [125, 51, 71],
  [172, 64, 82],
  [190, 67, 86],
  [226, 82, 95],
  [238, 81, 100],
  [258, 84, 103],
  [270, 91, 99],
]
const leg: readonly Edge[] = [
  [214, 1, 47],
  [230, 2, 47],
  [260, 4, 44],
  [322, 8, 32],
  [350, 7, 34],
  [400, 11, 25],
  [414, 11, 25],
  [430, 11, 34],
  [440, 14, 38],
]
const groin: readonly Edge[] = [
  [206, -10, 10],
  [222, -8, 8],
  [232, -4, 4],
]

const landmarks = [0, 60, 80, 214, 322, 414, 440]
const builds: Readonly<Record<Burns['age'], { words: string; landmarks: readonly number[]; head: number; body: number }>> = {
  adult: { words: 'an adult', landmarks, head: 1, body: 1 },
  child: { words: 'a child of 5 years', landmarks: [0, 78, 97, 232, 330, 415, 440], head: 1.2, body: 1 },
  infant: { words: 'an infant', landmarks: [0, 104, 118, 278, 356, 420, 440], head: 1.62, body: 1.12 },
}

const segments: readonly { words: string; outline: readonly Edge[]; from: number; to: number }[] = [
  { words: 'upper arm', outline: arm, from: 85, to: 172 },
  { words: 'forearm', outline: arm, from: 172, to: 228 },
  { words: 'hand', outline: arm, from: 228, to: 270 },
  { words: 'thigh', outline: leg, from: 214, to: 322 },
  { words: 'lower leg', outline: leg, from: 322, to: 410 },
  { words: 'foot', outline: leg, from: 410, to: 440 },
]
const midline: Readonly<Record<'front' | 'back', readonly [Region, readonly Edge[], number, number][]>> = {
  front: [
    ['front_of_neck', neck, 48, 80],
    ['chest', trunk, 78, 150],
    ['abdomen', trunk, 150, 214],
    ['genitals', groin, 206, 232],
    ['face', head, 0, 60],
  ],
  back: [
    ['back_of_neck', neck, 48, 80],
    ['upper_back', trunk, 78, 150],
    ['lower_back_and_buttocks', trunk, 150, 214],
    ['back_of_head', head, 0, 60],
  ],
}

const between = (at: number, from: readonly number[], to: readonly number[]): number => {
  const next = Math.max(
    1,
    from.findIndex((limit) => limit >= at),
  )
  const [a = 0, b = 1, c = 0, d = 1] = [from[next - 1], from[next], to[next - 1], to[next]]
  return c + ((d - c) * (at - a)) / (b - a)
}

/** An edge at a height, curved through the given points. */
function edgeAt(outline: readonly Edge[], y: number, side: 1 | 2): number {
  const next = Math.max(
    1,
    outline.findIndex(([limit]) => limit >= y),
  )
  const point = (index: number): Edge => outline[Math.min(outline.length - 1, Math.max(0, index))] ?? [0, 0, 0]
  const [a, b, c, d] = [point(next - 2), point(next - 1), point(next), point(next + 1)]
  const slope = (one: Edge, other: Edge) => (other[0] === one[0] ? 0 : (other[side] - one[side]) / (other[0] - one[0]))
  const length = c[0] - b[0]
  const t = (y - b[0]) / length
  const [into, out] = [slope(a, c) * length, slope(b, d) * length]
  return (
    (2 * t ** 3 - 3 * t ** 2 + 1) * b[side] +
    (t ** 3 - 2 * t ** 2 + t) * into +
    (3 * t ** 2 - 2 * t ** 3) * c[side] +
    (t ** 3 - t ** 2) * out
  )
}

const STEPS = 16
function slice(age: Burns['age'], center: number, sign: 1 | -1, outline: readonly Edge[], from: number, to: number): Point[] {
  const build = builds[age]
  const wide = outline === head ? build.head : build.body
  const heights = Array.from({ length: STEPS + 1 }, (_, step) => from + ((to - from) * step) / STEPS)
  const edge = (side: 1 | 2) =>
    heights.map((y): Point => [center + sign * wide * edgeAt(outline, y, side), TOP + between(y, landmarks, build.landmarks)])
  return [...edge(1), ...edge(2).reverse()]
}

const isInside = ([x, y]: Point, shape: readonly Point[]): boolean =>
  shape.filter(([ax, ay], index) => {
    const [bx, by] = shape[(index + 1) % shape.length] ?? [ax, ay]
    return ay > y !== by > y && x < ax + ((bx - ax) * (y - ay)) / (by - ay)
  }).length %
    2 ===
  1

const fills: Readonly<Record<Depth, string>> = { superficial: '#f6b3ad', partial: '#e0564c', full: '#5a3a2c' }
const marks: Readonly<Record<Depth, (x: number, y: number) => string>> = {
  superficial: () => '',
  partial: (x, y) => element('circle', { cx: x, cy: y, r: 3.2, fill: '#fff3d6', stroke: '#7d1f18' }),
  full: (x, y) => element('path', { d: `M${x - 4} ${y + 4}L${x + 4} ${y - 4}`, stroke: '#f3e3c8', 'stroke-width': 2 }),
}
const GRID = 10

function shaded(shape: readonly Point[], depth: Depth | undefined): string {
  const area = element('path', {
    d: `${lineThrough(shape)}Z`,
    fill: depth ? fills[depth] : SKIN,
    stroke: MUTED,
    'stroke-width': 1.6,
    'stroke-linejoin': 'round',
  })
  if (!depth) return area
  const [left, top] = [Math.min(...shape.map(([x]) => x)), Math.min(...shape.map(([, y]) => y))]
  const columns = Array.from({ length: 16 }, (_, column) => Math.round(left) + 5 + column * GRID)
  const spots = Array.from({ length: 24 }, (_, row) => Math.round(top) + 6 + row * GRID)
    .flatMap((y, row) => columns.map((x): Point => [x + (row % 2) * 5, y]))
    .filter(([x, y]) => [-4, 4].every((off) => isInside([x + off, y], shape) && isInside([x, y + off], shape)))
  return area + spots.map(([x, y]) => marks[depth](x, y)).join('')
}

const sides = ['right', 'left'] as const
const limbRegion = (side: string, words: string, view: string) => `${side}_${words.replace(' ', '_')}_${view}`

function figure(burns: Burns, view: 'front' | 'back', center: number): string {
  const depthOf = (region: string) =>
    (['superficial', 'partial', 'full'] as const).find((depth) => burns[depth].some((one) => one === region))
  const limbs = sides.flatMap((side) =>
    segments.map(({ words, outline, from, to }) =>
      shaded(
        slice(burns.age, center, (side === 'left') === (view === 'front') ? 1 : -1, outline, from, to),
        depthOf(limbRegion(side, words, view)),
      ),
    ),
  )
  const middle = midline[view].map(([region, outline, from, to]) => shaded(slice(burns.age, center, 1, outline, from, to), depthOf(region)))
  const label = (x: number, side: string) => textAt(x, 280, side, { 'text-anchor': 'middle' })
  return [
    ...limbs,
    ...middle,
    view === 'front' ? face(burns.age, center) : '',
    textAt(center, 44, view === 'front' ? 'Front' : 'Back', { 'text-anchor': 'middle', 'font-weight': 600 }),
    label(center - 138, view === 'front' ? 'Right' : 'Left'),
    label(center + 138, view === 'front' ? 'Left' : 'Right'),
  ].join('')
}

function face(age: Burns['age'], center: number): string {
  const { head: wide, landmarks: heights } = builds[age]
  const y = (at: number) => TOP + between(at, landmarks, heights)
  const eyes = [-8, 8].map((x) => element('circle', { cx: center + x * wide, cy: y(29), r: 2.6, fill: INK }))
  const mouth = `M${center - 6 * wide} ${y(46)}Q${center} ${y(49)} ${center + 6 * wide} ${y(46)}`
  return [...eyes, element('path', { d: mouth, fill: 'none', stroke: INK, 'stroke-width': 2 })].join('')
}

const depths: readonly { depth: Depth; words: readonly [string, string] }[] = [
  { depth: 'superficial', words: ['Red, dry', 'no blisters'] },
  { depth: 'partial', words: ['Red, moist', 'blistered'] },
  { depth: 'full', words: ['Leathery', 'no feeling'] },
]

function legend(): string {
  return depths
    .map(({ depth, words: [first, second] }, index) => {
      const y = 130 + index * 120
      const box: Point[] = [
        [742, y],
        [788, y],
        [788, y + 62],
        [742, y + 62],
      ]
      return shaded(box, depth) + textAt(804, y + 26, first) + textAt(804, y + 56, second)
    })
    .join('')
}

const wordsOf = (region: Region): string => region.replaceAll('_', ' ')

/** A limb's parts are told together where all of them are marked. */
function told(regions: readonly Region[]): string {
  const limbs = sides.flatMap((side) =>
    (['front', 'back'] as const).flatMap((view) =>
      [
        { words: 'arm', parts: segments.slice(0, 3) },
        { words: 'leg', parts: segments.slice(3) },
      ].map(({ words, parts }) => ({
        words: `the whole ${view} of the ${side} ${words}`,
        parts: parts.map((part) => limbRegion(side, part.words, view)),
      })),
    ),
  )
  const whole = limbs.filter(({ parts }) => parts.every((part) => regions.some((region) => region === part)))
  const rest = regions.filter((region) => !whole.some(({ parts }) => parts.includes(region)))
  const single = rest.map((region) => wordsOf(region).replace(/^(right|left) (.*) (front|back)$/, 'the $3 of the $1 $2'))
  return [...whole.map(({ words }) => words), ...single].join(', ')
}

export const burns: SchematicDrawing<'burns'> = {
  draw: (shows) =>
    documentOf(
      WIDTH,
      HEIGHT,
      PAPER,
      element('g', { fill: INK, 'font-size': 27 }, figure(shows, 'front', 185) + figure(shows, 'back', 545) + legend()),
    ),
  describe: (shows) =>
    [
      `Outlines of ${builds[shows.age].words}, from the front and from the back.`,
      ...depths.map(({ depth, words }) => `${words.join(', ')}: ${shows[depth].length === 0 ? 'nowhere' : told(shows[depth])}.`),
      'All other skin is unmarked.',
    ].join(' '),
}
