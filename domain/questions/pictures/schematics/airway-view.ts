import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, textAt } from '../svg.ts'
import { INK, PAPER, type SchematicDrawing } from './ink.ts'

// Through the open mouth with a laryngoscope: the front of the neck is at the top, the patient's left on the left.

const WIDTH = 640
const HEIGHT = 560
const MIDDLE = 320
const LINE = '#6b2f2b'
const WALL = '#d99a8c'
const FOLD = '#efc4b8'
const VESTIBULE = '#c87f74'
const TONGUE = '#d6786f'
const DEPTH = '#32161a'
const CORD = '#fbf6ee'
const PLASTIC = '#e3eef6'
const STEEL = '#c3ccd4'

type AirwayView = SchematicOf<'airway_view'>

const drawn = (d: string, fill: string, width = 3): string =>
  element('path', { d, fill, stroke: LINE, 'stroke-width': width, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' })
const oval = (cx: number, cy: number, rx: number, ry: number, fill: string, stroke = LINE): string =>
  element('ellipse', { cx, cy, rx, ry, fill, stroke, 'stroke-width': 3 })
const both = (side: (x: (offset: number) => number) => string): string =>
  [-1, 1].map((sign) => side((offset) => MIDDLE + sign * offset)).join('')

/** How low the epiglottis hangs; null where it is out of sight. */
const edges: Readonly<Record<AirwayView['seen'], number | null>> = {
  whole_glottis: 218,
  posterior_glottis: 318,
  arytenoids: 394,
  epiglottis: 424,
  tongue: null,
}
const hasLarynx = ({ seen }: Pick<AirwayView, 'seen'>): boolean => seen !== 'epiglottis' && seen !== 'tongue'

function larynx({ cords, swollen }: AirwayView): string {
  const width = cords === 'closed' ? 0.05 : swollen ? 0.3 : 1
  const [top, mid, low] = [4 * width, 30 * width, 38 * width]
  const bulge = swollen ? 1.5 : 1
  const room = swollen ? 0.55 : 1
  const x0 = (offset: number) => MIDDLE - room * offset
  const x1 = (offset: number) => MIDDLE + room * offset
  return [
    drawn(
      'M320 150C220 150 178 250 198 340C208 400 232 440 280 448L320 440L360 448C408 440 432 400 442 340C462 250 420 150 320 150Z',
      FOLD,
    ),
    drawn(
      `M320 176C${x0(58)} 180 ${x0(92)} 260 ${x0(84)} 330C${x0(78)} 380 ${x0(58)} 408 ${x0(24)} 412L${x1(24)} 412C${x1(58)} 408 ${x1(78)} 380 ${x1(84)} 330C${x1(92)} 260 ${x1(58)} 180 320 176Z`,
      VESTIBULE,
    ),
    drawn(
      `M${MIDDLE - top} 226C${MIDDLE - mid} 290 ${MIDDLE - low} 345 ${MIDDLE - low} 396Q320 412 ${MIDDLE + low} 396C${MIDDLE + low} 345 ${MIDDLE + mid} 290 ${MIDDLE + top} 226Z`,
      DEPTH,
    ),
    cords === 'open' && !swollen ? rings() : '',
    both((x) =>
      drawn(
        `M${x(top)} 222C${x(mid)} 290 ${x(low)} 345 ${x(low)} 398L${x(low + 22)} 400C${x(low + 22)} 340 ${x(mid + 26)} 280 ${x(top)} 222Z`,
        CORD,
      ),
    ),
    both((x) => oval(x(58 * bulge), 396, 19 * bulge, 17 * bulge, FOLD)),
    both((x) => oval(x(27 * bulge - (bulge - 1) * 14), 420, 25 * bulge, 20 * bulge, FOLD)),
  ].join('')
}

const rings = (): string =>
  [
    [300, 13],
    [330, 21],
    [360, 26],
  ]
    .map(([y = 0, half = 0]) =>
      element('path', {
        d: `M${MIDDLE - half} ${y}Q320 ${y - 16} ${MIDDLE + half} ${y}`,
        fill: 'none',
        stroke: '#8d5b55',
        'stroke-width': 3,
      }),
    )
    .join('')

const gullet = (): string =>
  oval(MIDDLE, 482, 54, 13, '#7a3d3a') +
  both((x) =>
    element('path', {
      d: `M${x(60)} 478L${x(82)} 470M${x(62)} 486L${x(84)} 490M${x(36)} 498L${x(46)} 510`,
      stroke: LINE,
      'stroke-width': 2.5,
      fill: 'none',
    }),
  )

function epiglottis(edge: number, { swollen }: AirwayView): string {
  const thick = swollen ? 20 : 0
  const low = edge + thick
  const wide = 126 + thick
  return (
    drawn(
      `M${MIDDLE - wide} 196C${MIDDLE - 104} 118 ${MIDDLE + 104} 118 ${MIDDLE + wide} 196C${MIDDLE + wide} ${low - 20} ${MIDDLE + 70} ${low} 320 ${low}C${MIDDLE - 70} ${low} ${MIDDLE - wide} ${low - 20} ${MIDDLE - wide} 196Z`,
      '#f3d3c6',
    ) +
    element('path', {
      d: `M${MIDDLE - 84} ${low - 26}Q320 ${low - 8} ${MIDDLE + 84} ${low - 26}`,
      fill: 'none',
      stroke: '#c08a7d',
      'stroke-width': 3,
    })
  )
}

const tongue = (low: number): string =>
  drawn(`M40 20L600 20L600 ${low - 70}C520 ${low - 20} 420 ${low} 320 ${low}C220 ${low} 120 ${low - 20} 40 ${low - 70}Z`, TONGUE) +
  [-150, -90, -30, 30, 90, 150]
    .flatMap((x, index) =>
      [low - 34, low - 62].map((y, row) =>
        element('circle', { cx: MIDDLE + x + row * 24, cy: y - (index % 2) * 8, r: 4, fill: '#b4574f' }),
      ),
    )
    .join('')

/** Where the tip rests, from the top. */
const tips: Readonly<Record<Exclude<AirwayView['blade'], 'none'>, number>> = { tongue_base: 98, vallecula: 138, under_epiglottis: 226 }

function blade(at: Exclude<AirwayView['blade'], 'none'>, seen: AirwayView['seen']): string {
  const tip = seen === 'tongue' ? 230 : tips[at]
  return (
    element('path', {
      d: `M170 20L206 20L292 ${tip - 10}Q318 ${tip + 14} 346 ${tip - 14}L350 20L400 20L400 8L170 8Z`,
      fill: STEEL,
      stroke: INK,
      'stroke-width': 3,
      'stroke-linejoin': 'round',
    }) +
    element('path', { d: `M206 20L292 ${tip - 10}L306 ${tip - 22}L250 20Z`, fill: '#9aa6b0', stroke: INK, 'stroke-width': 2 }) +
    oval(326, tip - 36, 9, 9, '#fff3bf', INK)
  )
}

/** From the corner of the mouth on the right. */
function tube(at: Exclude<AirwayView['tube'], 'none'>): string {
  const end = at === 'behind' ? 476 : 322
  const body =
    at === 'behind'
      ? `M294 ${end}Q320 ${end - 18} 346 ${end}C384 496 430 505 500 560L390 560C350 540 312 515 294 ${end}Z`
      : `M298 ${end + 8}Q320 ${end - 14} 342 ${end + 8}C352 410 420 470 520 540L440 560C350 500 300 420 298 ${end + 8}Z`
  return (
    element('path', { d: body, fill: PLASTIC, stroke: INK, 'stroke-width': 3, 'stroke-linejoin': 'round' }) +
    (at === 'between_cords' ? element('path', { d: 'M301 388Q324 376 347 384', fill: 'none', stroke: INK, 'stroke-width': 7 }) : '') +
    (at === 'cuff_between_cords'
      ? oval(330, 400, 47, 42, '#b9d6ea', INK) +
        element('path', { d: 'M300 386Q312 368 332 366', fill: 'none', stroke: PAPER, 'stroke-width': 5 })
      : '')
  )
}

const specks: readonly (readonly [x: number, y: number])[] = [
  [262, 185],
  [300, 172],
  [352, 180],
  [388, 198],
  [230, 260],
  [412, 270],
  [222, 320],
  [420, 330],
  [276, 300],
  [368, 310],
  [262, 400],
  [300, 424],
  [344, 418],
  [378, 402],
  [240, 372],
  [402, 368],
  [270, 350],
  [372, 356],
]
const inTheWay: Readonly<Record<AirwayView['inTheWay'], string>> = {
  none: '',
  object:
    drawn('M262 352C258 312 290 292 330 298C372 302 386 338 376 368C366 402 330 414 298 404C274 398 264 380 262 352Z', '#b58b3a') +
    element('path', { d: 'M284 340Q296 318 322 318', fill: 'none', stroke: '#e7cb8c', 'stroke-width': 6 }),
  fluid:
    drawn('M50 214C120 192 180 228 240 214C300 198 350 230 410 214C470 202 520 226 590 210L590 560L50 560Z', '#c9a94f') +
    [
      [210, 300, 26],
      [404, 352, 22],
      [300, 410, 30],
      [430, 450, 20],
      [214, 452, 18],
    ]
      .map(([x = 0, y = 0, r = 0]) => oval(x, y, r, r * 0.7, '#a8823a', '#6d5716'))
      .join(''),
  specks: specks
    .map(([x, y], index) => element('ellipse', { cx: x, cy: y, rx: 6 + (index % 3) * 2, ry: 5 + (index % 2) * 3, fill: '#151515' }))
    .join(''),
}

const frame = (): string =>
  element('path', {
    d: `M0 0H${WIDTH}V${HEIGHT}H0ZM60 285A260 238 0 0 0 580 285A260 238 0 0 0 60 285Z`,
    fill: PAPER,
    'fill-rule': 'evenodd',
  }) + element('ellipse', { cx: MIDDLE, cy: 285, rx: 260, ry: 238, fill: 'none', stroke: INK, 'stroke-width': 4 })

export const airwayView: SchematicDrawing<'airway_view'> = {
  draw: (shows) => {
    const edge = edges[shows.seen]
    return documentOf(
      WIDTH,
      HEIGHT,
      PAPER,
      [
        element('rect', { x: 40, y: 20, width: 560, height: 530, fill: WALL }),
        both((x) =>
          element('path', { d: `M${x(250)} 150C${x(196)} 240 ${x(200)} 400 ${x(240)} 470`, fill: 'none', stroke: LINE, 'stroke-width': 3 }),
        ),
        hasLarynx(shows) ? gullet() + larynx(shows) : '',
        shows.tube === 'none' ? '' : tube(shows.tube),
        edge === null ? '' : oval(MIDDLE, 146, 158, 56, '#a8564e') + epiglottis(edge, shows),
        shows.inTheWay === 'none' ? '' : inTheWay[shows.inTheWay],
        tongue(edge === null ? 390 : 114),
        shows.blade === 'none' ? '' : blade(shows.blade, shows.seen),
        frame(),
        element(
          'g',
          { fill: INK, 'font-size': 24 },
          [
            textAt(MIDDLE, 32, 'Anterior', { 'text-anchor': 'middle' }),
            textAt(MIDDLE, 552, 'Posterior', { 'text-anchor': 'middle' }),
            textAt(12, 520, 'Patient’s'),
            textAt(12, 548, 'left'),
            textAt(WIDTH - 12, 520, 'Patient’s', { 'text-anchor': 'end' }),
            textAt(WIDTH - 12, 548, 'right', { 'text-anchor': 'end' }),
          ].join(''),
        ),
      ].join(''),
    )
  },
  describe: ({ seen, cords, swollen, blade, tube, inTheWay }) =>
    [
      "The throat seen through the mouth with a laryngoscope: the front of the neck is at the top, the patient's left on the left.",
      bladeWords[blade],
      inTheWay === 'fluid' ? 'Yellow-brown fluid with lumps covers everything below the upper part of the epiglottis.' : seenWords[seen],
      ...(hasLarynx({ seen }) && inTheWay !== 'fluid'
        ? [
            seen === 'arytenoids' ? '' : cordWords[cords],
            swollen ? 'The epiglottis, the folds, and the arytenoids are thick and round, and the opening is only a slit.' : '',
            tubeWords[tube],
          ]
        : []),
      wayWords[inTheWay],
    ]
      .filter((sentence) => sentence !== '')
      .join(' '),
}

const bladeWords: Readonly<Record<AirwayView['blade'], string>> = {
  none: '',
  tongue_base: 'The tip of the blade rests on the tongue, short of the groove between tongue and epiglottis.',
  vallecula: 'The tip of the blade rests in the groove between tongue and epiglottis.',
  under_epiglottis: 'The tip of the blade rests on the rear face of the epiglottis.',
}
const seenWords: Readonly<Record<AirwayView['seen'], string>> = {
  whole_glottis:
    'Below the epiglottis, both vocal cords are in sight over their whole length, with both arytenoids below them and the entrance of the esophagus at the bottom.',
  posterior_glottis:
    'The epiglottis covers the upper half of the vocal cords. Their lower half, both arytenoids, and the entrance of the esophagus are in sight.',
  arytenoids:
    'The epiglottis covers the vocal cords down to the arytenoids. Both arytenoids and the entrance of the esophagus are in sight.',
  epiglottis: 'The epiglottis hangs far down. Below it, only the rear wall of the throat is in sight; no cord and no arytenoid.',
  tongue:
    'The tongue fills the upper two thirds. Below it, only the rear wall of the throat is in sight; no epiglottis, cord, or arytenoid.',
}
const cordWords: Readonly<Record<AirwayView['cords'], string>> = {
  open: 'There is a dark opening between the cords.',
  closed: 'The cords touch each other along the middle.',
}
const tubeWords: Readonly<Record<AirwayView['tube'], string>> = {
  none: '',
  between_cords: 'A tube runs from the lower right between the cords; its black line lies at the level of the cords.',
  cuff_between_cords:
    'A tube runs from the lower right between the cords; its cuff lies at the lower end of the cords and in front of the arytenoids.',
  behind: 'A tube runs from the lower right into the opening below the arytenoids.',
}
const wayWords: Readonly<Record<AirwayView['inTheWay'], string>> = {
  none: '',
  object: 'A brown solid lump lies between and above the cords.',
  fluid: '',
  specks: 'Black specks lie on the epiglottis, the folds, and the arytenoids.',
}
