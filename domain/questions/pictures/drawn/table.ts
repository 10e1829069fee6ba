import type { PictureOf } from '../../content/picture.ts'
import { type Drawing, documentOf, element, textAt } from '../svg.ts'

// Screens show a real table. This drawing is for packages, which only hold images.

type Table = PictureOf<'table'>

const WIDTH = 960
const MARGIN = 14
const LINE = 21
const PADDING = 10
/** Wide enough for most letters at this size, so that few lines run short. */
const LETTER = 8.2
const INK = '#16202b'
const MUTED = '#5b6672'
const RULE = '#dbe3ea'

export function drawTable({ caption, columns, rows }: Table): Drawing {
  const column = (WIDTH - 2 * MARGIN) / columns.length
  const letters = Math.floor((column - PADDING) / LETTER)
  let y = MARGIN + LINE
  const parts = [textAt(MARGIN, y, caption, { fill: INK, 'font-weight': 600 })]
  y += PADDING
  for (const [row, cells] of [columns, ...rows].entries()) {
    const lines = cells.map((cell) => wrapped(cell, letters))
    parts.push(element('line', { x1: MARGIN, x2: WIDTH - MARGIN, y1: y, y2: y, stroke: RULE }))
    for (const [place, ofCell] of lines.entries())
      for (const [index, words] of ofCell.entries())
        parts.push(
          textAt(MARGIN + place * column, y + (index + 1) * LINE, words, {
            fill: row === 0 ? MUTED : INK,
            'font-weight': row === 0 || place === 0 ? 600 : 400,
          }),
        )
    y += Math.max(...lines.map(({ length }) => length)) * LINE + PADDING
  }
  return documentOf(WIDTH, y + MARGIN, '#ffffff', element('g', { 'font-size': 15 }, parts.join('')))
}

/** A word longer than a line is divided. */
const wrapped = (text: string, letters: number): string[] =>
  text.match(new RegExp(String.raw`\S(?:.{0,${letters - 2}}\S)?(?=\s|$)|\S{1,${letters}}`, 'g')) ?? []

export const describeTable = ({ caption, columns, rows }: Table): string =>
  [
    `${caption}.`,
    ...rows.map(([head, ...cells]) => `${head}: ${cells.map((cell, place) => `${columns[place + 1]}, ${cell}`).join('; ')}.`),
  ].join(' ')
