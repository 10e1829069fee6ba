import type { Picture, PictureKind, PictureOf } from '../../content/picture.ts'
import { trendPoints } from '../../shown/trend.ts'
import { describeCapnogram, drawCapnogram } from '../capnogram.ts'
import { describeEcg, drawEcg12Lead, drawEcgStrip, ecgSizes } from '../ecg/ecg.ts'
import { describeSchematic, drawSchematic } from '../schematics/schematics.ts'
import { describeSound, drawSound, soundSize } from '../sounds/draw-sound.ts'
import { type Drawing, documentOf, element, lineThrough, type Size, textAt } from '../svg.ts'
import { describeMonitor, drawMonitor } from './monitor.ts'
import { describeTable, drawTable } from './table.ts'

export type DrawnPicture = PictureOf<Exclude<PictureKind, 'image'>>

type DrawnKind = DrawnPicture['kind']
type Drawn<Kind extends DrawnKind> = {
  readonly draw: (picture: PictureOf<Kind>) => Drawing
  readonly describe: (picture: PictureOf<Kind>) => string
}

const drawn: { readonly [Kind in DrawnKind]: Drawn<Kind> } = {
  ecg_strip: { draw: drawEcgStrip, describe: describeEcg },
  ecg_12_lead: { draw: drawEcg12Lead, describe: describeEcg },
  capnogram: { draw: drawCapnogram, describe: describeCapnogram },
  sound: { draw: drawSound, describe: describeSound },
  monitor: { draw: drawMonitor, describe: describeMonitor },
  vital_signs: { draw: drawVitalSigns, describe: (picture) => describeVitalSigns(picture) },
  table: { draw: drawTable, describe: describeTable },
  schematic: { draw: drawSchematic, describe: describeSchematic },
}

/** TypeScript cannot follow this pairing through a union. */
const drawnAs = ({ kind }: DrawnPicture) => drawn[kind] as Drawn<DrawnKind>

export const drawPicture = (picture: DrawnPicture): Drawing => drawnAs(picture).draw(picture)

export const sizeOf = (picture: DrawnPicture): Size =>
  picture.kind === 'sound'
    ? soundSize
    : picture.kind === 'ecg_strip' || picture.kind === 'ecg_12_lead'
      ? ecgSizes[picture.kind]
      : drawPicture(picture)

export const describePicture = (picture: Picture): string =>
  picture.kind === 'image' ? picture.alt : (('alt' in picture ? picture.alt : null) ?? drawnAs(picture).describe(picture))

export type VitalSigns = Pick<PictureOf<'vital_signs'>, 'times' | 'rows'>

const LABELS = 250
const COLUMN = 118
const TREND = 130
const ROW = 46
const MARGIN = 14
const INK = '#16202b'
const MUTED = '#5b6672'
const RULE = '#dbe3ea'

export function drawVitalSigns({ times, rows }: VitalSigns): Drawing {
  const width = LABELS + COLUMN * times.length + TREND + 2 * MARGIN
  const height = ROW * (rows.length + 1) + 2 * MARGIN
  const right = (column: number) => LABELS + COLUMN * (column + 1)
  const lineOf = (row: number) => MARGIN + ROW * (row + 1)
  const heads = times.map((time, column) => textAt(right(column), lineOf(0) - 16, time, { fill: MUTED, 'text-anchor': 'end' }))
  const body = rows.flatMap(({ label, unit, values }, row) => [
    element('line', { x1: MARGIN, x2: width - MARGIN, y1: lineOf(row), y2: lineOf(row), stroke: RULE }),
    textAt(MARGIN, lineOf(row) + 29, unit === null ? label : `${label}, ${unit}`, { fill: INK }),
    ...values.map((value, column) =>
      textAt(right(column), lineOf(row) + 29, value, { fill: INK, 'text-anchor': 'end', 'font-weight': 600 }),
    ),
    ...trendPoints(values, { width: TREND - 40, height: ROW - 22 }).map((line) =>
      element('path', {
        d: lineThrough(line.map(([x, y]) => [right(times.length - 1) + 30 + x, lineOf(row) + 11 + y])),
        fill: 'none',
        stroke: '#0b5cad',
        'stroke-width': 2,
      }),
    ),
  ])
  return documentOf(width, height, '#ffffff', element('g', { 'font-size': 17 }, [...heads, ...body].join('')))
}

export const describeVitalSigns = ({ times, rows }: VitalSigns): string =>
  [
    `A table with the columns ${times.join(', ')}.`,
    ...rows.map(({ label, unit, values }) => `${label}${unit === null ? '' : `, ${unit}`}: ${values.join(', ')}.`),
  ].join(' ')
