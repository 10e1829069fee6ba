import type { SchematicOf } from '../../content/schematics.ts'
import { documentOf, element, textAt } from '../svg.ts'
import { INK, MUTED, RULE, type SchematicDrawing } from './ink.ts'

const TAG = { width: 480, height: 330 }
const GROUND = '#e4e9ee'
const CARD = '#fffdf6'
const ROW = 36
/** In the order of the entries. */
const rows = ['Patient', 'Walks', 'Breathing', 'Pulse', 'Mental', 'Wounds'] as const
/** The strips to tear off, all still in place. SALT has one more. */
const strips = ['#16202b', '#b4232c', '#f2c230', '#2f8f4e']
const stripsOf = (method: string): string[] => (method === 'SALT' ? ['#16202b', '#8b949d', ...strips.slice(1)] : strips)

export const triageTag: SchematicDrawing<'triage_tag'> = {
  draw: (shows) => {
    const tags = tagsOf(shows)
    const columns = tags.length === 1 ? 1 : 2
    return documentOf(
      TAG.width * columns,
      TAG.height * Math.ceil(tags.length / columns),
      GROUND,
      tags
        .map((entries, index) =>
          element(
            'g',
            { transform: `translate(${TAG.width * (index % columns)} ${TAG.height * Math.floor(index / columns)})` },
            tag(index + 1, shows.method, entries),
          ),
        )
        .join(''),
    )
  },
  describe: (shows) => {
    const tags = tagsOf(shows)
    return [
      `${tags.length === 1 ? 'One triage tag' : `${tags.length} triage tags`} for ${shows.method}, all strips in place, no category marked.`,
      ...tags.map((entries, index) => `Tag ${index + 1}: ${rows.map((row, place) => `${row}: ${entries[place]}`).join('; ')}.`),
    ].join(' ')
  },
}

const tagsOf = ({ tags }: SchematicOf<'triage_tag'>): string[][] => tags.map((entries) => entries.split(';').map((entry) => entry.trim()))

function tag(number: number, method: string, entries: readonly string[]): string {
  const words = { 'font-size': 26, fill: INK }
  const top = 66
  return [
    element('path', {
      d: 'M40 10H440L468 38V318H12V38Z',
      fill: CARD,
      stroke: MUTED,
      'stroke-width': 3,
      'stroke-linejoin': 'round',
    }),
    element('circle', { cx: 240, cy: 26, r: 7, fill: GROUND, stroke: MUTED, 'stroke-width': 2 }),
    textAt(30, 54, `Tag ${number}`, { ...words, 'font-weight': 700 }),
    textAt(450, 54, method, { ...words, 'font-weight': 700, 'text-anchor': 'end' }),
    ...rows.flatMap((row, place) => {
      const y = top + ROW * place
      return [
        element('line', { x1: 12, x2: 468, y1: y, y2: y, stroke: RULE, 'stroke-width': 2 }),
        textAt(30, y + 27, row, { ...words, fill: MUTED }),
        textAt(166, y + 27, entries[place] ?? '', { ...words, 'font-weight': 600 }),
      ]
    }),
    ...stripsOf(method).map((fill, index, { length }) =>
      element('rect', { x: 14 + (452 / length) * index, y: 288, width: 452 / length, height: 28, fill }),
    ),
    element('line', { x1: 12, x2: 468, y1: 286, y2: 286, stroke: MUTED, 'stroke-width': 3, 'stroke-dasharray': '10 8' }),
  ].join('')
}
