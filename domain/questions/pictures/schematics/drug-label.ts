import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, textAt } from '../svg.ts'
import { INK, MUTED, PAPER, RULE, type SchematicDrawing } from './ink.ts'

const WIDTH = 960
const HEIGHT = 540
const LABEL = { x: 262, y: 30, width: 668, height: 480 }
const LEFT = LABEL.x + 34
const GLASS = { fill: '#eaf2f7', stroke: MUTED, 'stroke-width': 4, 'stroke-linejoin': 'round' }
const BAND = '#1f4e79'

type Container = SchematicOf<'drug_label'>['container']

export const drugLabel: SchematicDrawing<'drug_label'> = {
  draw: (shows) => documentOf(WIDTH, HEIGHT, PAPER, containers[shows.container]() + label(shows)),
  describe: (shows) =>
    [
      `The label of ${shows.container === 'ampule' ? 'an ampule' : `a ${shows.container}`}, from top to bottom:`,
      `${linesOf(shows).join('; ')}.`,
    ].join(' '),
}

const linesOf = ({ drug, amount, concentration, use, expiryMonth, expiryYear }: SchematicOf<'drug_label'>): readonly string[] => [
  drug,
  amount,
  `(${concentration})`,
  use,
  `EXP ${String(expiryMonth).padStart(2, '0')}/${expiryYear}`,
]

function label(shows: SchematicOf<'drug_label'>): string {
  const [drug = '', amount = '', concentration = '', use = '', expiry = ''] = linesOf(shows)
  return [
    element('rect', { ...LABEL, rx: 10, fill: '#fdfefe', stroke: INK, 'stroke-width': 3 }),
    element('rect', { x: LABEL.x + 2, y: LABEL.y + 2, width: LABEL.width - 4, height: 18, rx: 8, fill: BAND }),
    line(126, drug, 56, { 'font-weight': 700, fill: INK }),
    line(216, amount, 50, { 'font-weight': 700, fill: BAND }),
    line(294, concentration, 42, { fill: INK }),
    line(376, use, 34, { fill: INK }),
    element('line', { x1: LEFT, x2: LABEL.x + LABEL.width - 34, y1: 412, y2: 412, stroke: RULE, 'stroke-width': 3 }),
    line(472, expiry, 40, { 'font-weight': 600, fill: INK }),
  ].join('')
}

/** Small enough to leave the right end of the label free. */
const line = (y: number, words: string, largest: number, attributes: Readonly<Record<string, string | number>>): string =>
  textAt(LEFT, y, words, { 'font-size': Math.min(largest, Math.floor(870 / words.length)), ...attributes })

const small = (x: number, y: number, width: number, height: number): string =>
  element('rect', { x, y, width, height, fill: '#fdfefe', stroke: INK, 'stroke-width': 3 }) +
  element('rect', { x, y, width, height: 10, fill: BAND }) +
  [0.3, 0.5, 0.7]
    .map((part, line) =>
      element('line', {
        x1: x + 12,
        x2: x + width - (line === 0 ? 16 : 44),
        y1: y + height * part,
        y2: y + height * part,
        stroke: MUTED,
        'stroke-width': line === 0 ? 7 : 4,
      }),
    )
    .join('')

const containers: Readonly<Record<Container, () => string>> = {
  vial: () =>
    [
      element('path', {
        d: 'M92 160V190C92 206 58 212 58 240V464C58 480 66 488 82 488H174C190 488 198 480 198 464V240C198 212 164 206 164 190V160Z',
        ...GLASS,
      }),
      element('rect', { x: 80, y: 122, width: 96, height: 40, rx: 5, fill: '#b9c4ce', stroke: MUTED, 'stroke-width': 4 }),
      element('rect', { x: 86, y: 100, width: 84, height: 22, rx: 6, fill: '#3f7cac', stroke: MUTED, 'stroke-width': 4 }),
      small(60, 270, 136, 160),
    ].join(''),
  ampule: () =>
    [
      element('path', {
        d: 'M128 60C142 60 148 84 148 112C148 150 140 168 140 184C140 204 172 208 172 240V476C172 484 166 490 158 490H98C90 490 84 484 84 476V240C84 208 116 204 116 184C116 168 108 150 108 112C108 84 114 60 128 60Z',
        ...GLASS,
      }),
      element('line', { x1: 113, x2: 143, y1: 188, y2: 188, stroke: '#2b6ea3', 'stroke-width': 6 }),
      small(86, 280, 84, 150),
    ].join(''),
  bag: () =>
    [
      element('path', {
        d: 'M56 66H200C212 66 216 74 216 86V408C216 432 196 440 176 444H80C60 440 40 432 40 408V86C40 74 44 66 56 66Z',
        ...GLASS,
      }),
      element('rect', { x: 102, y: 82, width: 52, height: 14, rx: 7, fill: PAPER, stroke: MUTED, 'stroke-width': 4 }),
      element('rect', { x: 84, y: 444, width: 22, height: 50, rx: 5, ...GLASS }),
      element('rect', { x: 146, y: 444, width: 22, height: 64, rx: 5, ...GLASS }),
      small(60, 150, 136, 190),
    ].join(''),
}
