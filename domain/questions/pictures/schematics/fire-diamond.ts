import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, textAt } from '../svg.ts'
import { INK, PAPER, type SchematicDrawing } from './ink.ts'

const SIZE = 600
const CENTER = SIZE / 2
/** From the center of the sign to that of a section. */
const APART = 140
const DIGITS = { 'text-anchor': 'middle', 'font-size': 130, 'font-weight': 700 }

/** NFPA 704: blue on the left, red above, yellow on the right, white below. */
const sections = [
  { of: 'flammability', place: 'top', color: '#d0202e', ink: '#ffffff', colorName: 'red', x: 0, y: -APART },
  { of: 'health', place: 'left', color: '#1558b0', ink: '#ffffff', colorName: 'blue', x: -APART, y: 0 },
  { of: 'instability', place: 'right', color: '#ffd21f', ink: INK, colorName: 'yellow', x: APART, y: 0 },
] as const

export const fireDiamond: SchematicDrawing<'fire_diamond'> = {
  draw: (shows) =>
    documentOf(
      SIZE,
      SIZE,
      PAPER,
      [
        ...sections.map(
          ({ of, color, ink, x, y }) =>
            section(x, y, color) + textAt(CENTER + x, CENTER + y + 46, String(shows[of]), { ...DIGITS, fill: ink }),
        ),
        section(0, APART, PAPER),
        special(shows.special),
      ].join(''),
    ),
  describe: (shows) =>
    [
      'A square sign that stands on one corner, divided into four smaller squares.',
      ...sections.map(
        ({ of, place, colorName }) => `The ${colorName} one ${place === 'top' ? 'at the top' : `on the ${place}`} shows ${shows[of]}.`,
      ),
      `The white one at the bottom ${inWords[shows.special]}.`,
    ].join(' '),
}

type Special = SchematicOf<'fire_diamond'>['special']

const inWords: Readonly<Record<Special, string>> = {
  none: 'is empty',
  W: 'shows the letter W with a bar through it',
  OX: 'shows the letters OX',
  SA: 'shows the letters SA',
}

const section = (x: number, y: number, fill: string): string =>
  element('path', {
    d: `M${CENTER + x} ${CENTER + y - APART}l${APART} ${APART}l${-APART} ${APART}l${-APART} ${-APART}Z`,
    fill,
    stroke: INK,
    'stroke-width': 6,
    'stroke-linejoin': 'round',
  })

function special(sign: Special): string {
  if (sign === 'none') return ''
  const y = CENTER + APART
  const letters = textAt(CENTER, y + 34, sign, { ...DIGITS, 'font-size': 96, fill: INK })
  return sign === 'W' ? letters + element('rect', { x: CENTER - 64, y: y - 4, width: 128, height: 11, fill: INK }) : letters
}
