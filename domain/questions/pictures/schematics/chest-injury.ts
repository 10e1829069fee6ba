import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, lineThrough, type Point, textAt } from '../svg.ts'
import { INK, MUTED, PAPER, RULE, type SchematicDrawing } from './ink.ts'

type Chest = SchematicOf<'chest_injury'>
type Place = Chest['wounds'][number]
type Area = Chest['bruises'][number]

const WIDTH = 960
const HEIGHT = 560
const MIDDLE = 310
const SKIN = '#fdf3ea'
const BONE = '#fffdf6'
const BRUISE = '#7d5aa0'
const BLOOD = '#a3161c'
const METAL = '#0b5cad'

/** Of each rib, from the midline: the front of its cartilage, the joint with the bone, and the edge at its side. */
const ribs: readonly { readonly front: Point; readonly joint: Point; readonly side: Point }[] = [
  { front: [20, 164], joint: [44, 160], side: [78, 142] },
  { front: [20, 190], joint: [56, 194], side: [124, 172] },
  { front: [20, 218], joint: [64, 228], side: [152, 206] },
  { front: [20, 246], joint: [72, 262], side: [168, 242] },
  { front: [20, 272], joint: [82, 297], side: [178, 280] },
  { front: [20, 296], joint: [94, 333], side: [184, 320] },
  { front: [20, 316], joint: [108, 370], side: [186, 360] },
  { front: [38, 338], joint: [124, 405], side: [184, 398] },
  { front: [58, 372], joint: [140, 438], side: [178, 434] },
]

/** Points along a rib, from the sternum to the side. */
function courseOf({ front, joint: [jx, jy], side: [sx, sy] }: (typeof ribs)[number]): { cartilage: Point[]; bone: Point[] } {
  const curve = (from: Point, bend: Point, to: Point): Point[] =>
    Array.from({ length: 13 }, (_, step) => {
      const t = step / 12
      const at = (axis: 0 | 1) => (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * bend[axis] + t ** 2 * to[axis]
      return [at(0), at(1)]
    })
  return {
    cartilage: curve(front, [(front[0] + jx) / 2, jy - 4], [jx, jy]),
    bone: curve([jx, jy], [sx - 22, jy + 12], [sx, sy]),
  }
}

const signs = { right: -1, left: 1 } as const
const sideOf = (place: Place) => (place.startsWith('right') ? 'right' : 'left')

/** Where wounds and devices are: from the midline, on the patient's left. */
const spots: Readonly<Record<string, { readonly words: string; readonly from: Point }>> = {
  second_space: { words: 'second intercostal space, midclavicular line', from: [96, 212] },
  fifth_space: { words: 'fifth intercostal space, anterior axillary line', from: [168, 311] },
  beside_sternum: { words: 'fourth intercostal space, beside the sternum', from: [46, 268] },
  lower_ribs: { words: 'lower ribs, below the level of the nipple', from: [142, 393] },
  above_clavicle: { words: 'base of the neck, above the clavicle', from: [66, 112] },
  upper_abdomen: { words: 'upper abdomen, below the costal margin', from: [46, 436] },
}
const spotOf = (place: Place) => spots[place.replace(/^(?:right|left)_/, '')] ?? { words: '', from: [0, 0] as const }
const placeOf = (place: Place): Point => {
  const [x, y] = spotOf(place).from
  return [MIDDLE + signs[sideOf(place)] * x, y]
}

const stroke = (points: readonly Point[], color: string, width: number) =>
  element('path', { d: lineThrough(points), fill: 'none', stroke: color, 'stroke-width': width, 'stroke-linecap': 'round' })

function body(): string {
  const half = (sign: 1 | -1) => {
    const x = (from: number) => MIDDLE + sign * from
    return `${x(54)} 30C${x(52)} 70 ${x(56)} 96 ${x(96)} 112C${x(160)} 128 ${x(236)} 132 ${x(254)} 200C${x(262)} 240 ${x(266)} 300 ${x(270)} 350L${x(222)} 350C${x(222)} 320 ${x(218)} 290 ${x(206)} 262C${x(206)} 330 ${x(206)} 400 ${x(190)} ${HEIGHT - 60}`
  }
  const outline = [-1, 1].map((sign) =>
    element('path', { d: `M${half(sign === 1 ? 1 : -1)}`, fill: 'none', stroke: MUTED, 'stroke-width': 3 }),
  )
  const filled = [-1, 1].map((sign) =>
    element('path', { d: `M${MIDDLE} 30L${half(sign === 1 ? 1 : -1)}L${MIDDLE} ${HEIGHT - 60}Z`, fill: SKIN }),
  )
  return [...filled, ...outline].join('')
}

function bones(): string {
  const drawn = [-1, 1].flatMap((sign) => {
    const placed = (points: readonly Point[]): Point[] => points.map(([x, y]) => [MIDDLE + sign * x, y])
    const clavicle = placed([
      [18, 156],
      [50, 140],
      [90, 142],
      [130, 132],
      [176, 126],
    ])
    return [
      ...ribs.flatMap((rib) => {
        const { cartilage, bone } = courseOf(rib)
        return [
          stroke(placed(cartilage), RULE, 10),
          stroke(placed(cartilage), '#eef3f7', 7),
          stroke(placed(bone), '#8d8471', 13),
          stroke(placed(bone), BONE, 9.5),
        ]
      }),
      stroke(clavicle, '#8d8471', 14),
      stroke(clavicle, BONE, 10.5),
    ]
  })
  const sternum = `M${MIDDLE - 26} 152L${MIDDLE + 26} 152L${MIDDLE + 18} 192L${MIDDLE + 20} 300L${MIDDLE + 7} 326L${MIDDLE} 350L${MIDDLE - 7} 326L${MIDDLE - 20} 300L${MIDDLE - 18} 192Z`
  return [...drawn, element('path', { d: sternum, fill: BONE, stroke: '#8d8471', 'stroke-width': 2.5, 'stroke-linejoin': 'round' })].join(
    '',
  )
}

const shift = { midline: 0, right: -20, left: 20 } as const

function neck({ trachea, neckVeins }: Chest): string {
  const rings = Array.from({ length: 6 }, (_, ring) => {
    const x = MIDDLE + (shift[trachea] * ring) / 5
    return element('rect', {
      x: x - 11,
      y: 66 + ring * 13,
      width: 22,
      height: 8,
      rx: 4,
      fill: '#dbe8f1',
      stroke: MUTED,
      'stroke-width': 1.5,
    })
  })
  const veins = [-1, 1].map((sign) => {
    const course: Point[] = [
      [MIDDLE + sign * 44, 40],
      [MIDDLE + sign * 40, 80],
      [MIDDLE + sign * 36, 118],
      [MIDDLE + sign * 44, 136],
    ]
    return neckVeins === 'full' ? stroke(course, '#1f4f8f', 11) : stroke(course, '#9db4cf', 2.5)
  })
  return [
    element('path', {
      d: `M${MIDDLE - 15} 38L${MIDDLE + 15} 38L${MIDDLE + 12} 60L${MIDDLE - 12} 60Z`,
      fill: '#dbe8f1',
      stroke: MUTED,
      'stroke-width': 2,
    }),
    ...rings,
    ...veins,
  ].join('')
}

const areas: Readonly<Record<Area, { readonly words: string; readonly points: readonly Point[] }>> = {
  belt_from_left_shoulder: { words: 'a stripe from the left shoulder to the right flank', points: stripe(1) },
  belt_from_right_shoulder: { words: 'a stripe from the right shoulder to the left flank', points: stripe(-1) },
  over_sternum: { words: 'over the sternum', points: oval(0, 240, 50, 80) },
  right_side: { words: 'right side, fourth to seventh ribs', points: oval(-132, 305, 58, 82) },
  left_side: { words: 'left side, fourth to seventh ribs', points: oval(132, 305, 58, 82) },
  right_upper_chest: { words: 'right upper chest', points: oval(-112, 185, 70, 55) },
  left_upper_chest: { words: 'left upper chest', points: oval(112, 185, 70, 55) },
  neck: { words: 'neck', points: oval(0, 92, 48, 44) },
}

function stripe(sign: 1 | -1): Point[] {
  const onTheLeft: readonly Point[] = [
    [150, 128],
    [196, 148],
    [-130, 490],
    [-186, 470],
  ]
  return onTheLeft.map(([x, y]) => [sign * x, y])
}

function oval(x: number, y: number, rx: number, ry: number): Point[] {
  return Array.from({ length: 24 }, (_, step) => [x + rx * Math.cos((step * Math.PI) / 12), y + ry * Math.sin((step * Math.PI) / 12)])
}
const areaPath = (area: Area): string => `${lineThrough(areas[area].points.map(([x, y]) => [MIDDLE + x, y]))}Z`

const bruised = (d: string) => element('path', { d, fill: BRUISE, 'fill-opacity': 0.5, stroke: BRUISE, 'stroke-width': 2 })
const sinking = (d: string) => element('path', { d, fill: 'none', stroke: INK, 'stroke-width': 4, 'stroke-dasharray': '12 9' })
const arrow = (x: number, y: number, to: number) =>
  element('path', {
    d: `M${x} ${y}L${x + to} ${y}M${x + to * 0.6} ${y - 10}L${x + to} ${y}L${x + to * 0.6} ${y + 10}`,
    fill: 'none',
    stroke: INK,
    'stroke-width': 4,
  })

function sunk(area: Area): string {
  const { points } = areas[area]
  const across = points.map(([x]) => MIDDLE + x)
  const [left, right] = [Math.min(...across), Math.max(...across)]
  const y = points.reduce((sum, [, height]) => sum + height, 0) / points.length
  return sinking(areaPath(area)) + arrow(left + 8, y, 30) + arrow(right - 8, y, -30)
}

function crackled(area: Area): string {
  const { points } = areas[area]
  const middle = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length
  const [cx, cy] = [middle(0), middle(1)]
  return points
    .map(([x, y], index) => [x, y, [0.95, 0.55, 0.75, 0.3][index % 4] ?? 1] as const)
    .map(([x, y, out]) => bubble(MIDDLE + cx + (x - cx) * out, cy + (y - cy) * out, 4.5))
    .join('')
}
const bubble = (cx: number, cy: number, r: number) => element('circle', { cx, cy, r, fill: '#e3f1fb', stroke: METAL, 'stroke-width': 2 })

const slit = ([x, y]: Point) =>
  element('path', {
    d: `M${x - 15} ${y + 5}Q${x} ${y - 14} ${x + 15} ${y - 5}Q${x} ${y + 14} ${x - 15} ${y + 5}Z`,
    fill: BLOOD,
    stroke: '#5d0a0e',
    'stroke-width': 2,
  })
const bubbling = ([x, y]: Point) =>
  slit([x, y]) +
  [
    [-14, -15, 7],
    [1, -20, 9],
    [16, -15, 6],
    [10, 15, 7],
    [-8, 16, 5],
  ]
    .map(([dx = 0, dy = 0, r]) => bubble(x + dx, y + dy, r ?? 5))
    .join('')
const seal = ([x, y]: Point) =>
  element('rect', {
    x: x - 27,
    y: y - 27,
    width: 54,
    height: 54,
    rx: 8,
    fill: '#d7eef0',
    'fill-opacity': 0.85,
    stroke: '#0d5c63',
    'stroke-width': 3,
  }) +
  [-9, 0, 9]
    .map((off) => element('line', { x1: x + off, x2: x + off, y1: y - 12, y2: y + 12, stroke: '#0d5c63', 'stroke-width': 3 }))
    .join('')
const catheter = ([x, y]: Point) =>
  element('circle', { cx: x, cy: y, r: 13, fill: '#ffb454', stroke: INK, 'stroke-width': 3 }) +
  element('circle', { cx: x, cy: y, r: 4, fill: INK })
const knife = ([x, y]: Point) =>
  element(
    'g',
    { transform: `rotate(-32 ${x} ${y})` },
    [
      element('rect', { x: x - 5, y: y - 22, width: 10, height: 24, fill: '#b8c2cc', stroke: INK, 'stroke-width': 2 }),
      element('rect', { x: x - 9, y: y - 88, width: 18, height: 66, rx: 6, fill: '#3c2a20', stroke: INK, 'stroke-width': 2 }),
    ].join(''),
  )

interface Mark<Name> {
  readonly words: string
  readonly draw: (name: Name) => string
  /** In the legend, centered on a point. */
  readonly key: (x: number, y: number) => string
}

const at = (words: string, sign: (point: Point) => string): Mark<Place> => ({
  words,
  draw: (place) => sign(placeOf(place)),
  key: (x, y) => sign([x, y]),
})
const square = (x: number, y: number): string => `M${x - 24} ${y - 18}L${x + 24} ${y - 18}L${x + 24} ${y + 18}L${x - 24} ${y + 18}Z`

const areaMarks: Readonly<Record<'bruises' | 'sinking' | 'crackling', Mark<Area>>> = {
  bruises: { words: 'Bruise', draw: (area) => bruised(areaPath(area)), key: (x, y) => bruised(square(x, y)) },
  sinking: { words: 'Sinks on inhaling', draw: sunk, key: (x, y) => sinking(square(x, y)) },
  crackling: {
    words: 'Crackles to touch',
    draw: crackled,
    key: (x, y) => [-16, 0, 16].map((off) => bubble(x + off, y - 8, 4) + bubble(x + off - 6, y + 8, 4)).join(''),
  },
}
const placeMarks: Readonly<Record<'wounds' | 'bubbling' | 'knives' | 'seals' | 'catheters', Mark<Place>>> = {
  wounds: at('Stab wound', slit),
  bubbling: at('Bubbling wound', bubbling),
  knives: { ...at('Knife in place', knife), key: (x, y) => knife([x + 22, y + 32]) },
  seals: at('Vented seal', seal),
  catheters: at('Catheter', catheter),
}

type Field = keyof typeof areaMarks | keyof typeof placeMarks
const areaFields = ['bruises', 'sinking', 'crackling'] as const
const placeFields = ['wounds', 'bubbling', 'knives', 'seals', 'catheters'] as const
const fields: readonly Field[] = [...areaFields, ...placeFields]
const marks = { ...areaMarks, ...placeMarks }

const tracheaWords = { midline: 'midline', right: 'to the right', left: 'to the left' } as const

function legend(shows: Chest): string {
  const seen = fields.filter((field) => shows[field].length > 0)
  return [
    textAt(620, 60, `Neck veins: ${shows.neckVeins}`),
    textAt(620, 100, `Trachea: ${tracheaWords[shows.trachea]}`),
    ...seen.flatMap((field, index) => {
      const y = 160 + index * 72
      return [marks[field].key(650, y), textAt(696, y + 9, marks[field].words)]
    }),
  ].join('')
}

export const chestInjury: SchematicDrawing<'chest_injury'> = {
  draw: (shows) =>
    documentOf(
      WIDTH,
      HEIGHT,
      PAPER,
      [
        body(),
        bones(),
        neck(shows),
        ...areaFields.flatMap((field) => shows[field].map((area) => areaMarks[field].draw(area))),
        ...placeFields.flatMap((field) => shows[field].map((place) => placeMarks[field].draw(place))),
        element(
          'g',
          { fill: INK, 'font-size': 28 },
          [
            textAt(MIDDLE - 150, HEIGHT - 18, 'Right', { 'text-anchor': 'middle' }),
            textAt(MIDDLE + 150, HEIGHT - 18, 'Left', { 'text-anchor': 'middle' }),
            legend(shows),
          ].join(''),
        ),
      ].join(''),
    ),
  describe: (shows) =>
    [
      "The front of a chest with its ribs. The patient's right is on the left of the drawing.",
      `Neck veins: ${shows.neckVeins}. Trachea: ${tracheaWords[shows.trachea]}.`,
      ...areaFields.flatMap((field) => shows[field].map((area) => `${areaMarks[field].words}: ${areas[area].words}.`)),
      ...placeFields.flatMap((field) =>
        shows[field].map((place) => `${placeMarks[field].words}: ${sideOf(place)} side, ${spotOf(place).words}.`),
      ),
    ].join(' '),
}
