import { element } from '../svg.ts'

export const SKIN = '#edc9ad'
export const MUCOSA = '#c9707a'
export const DEEP = '#8c3b47'
export const LINE = '#5a3324'
export const FETUS = '#e2a488'
export const BLUISH = '#a9a3b8'
const CORD = '#c3cfe0'
const CORD_LINE = '#47597a'

export const shape = (d: string, fill: string, stroke = LINE, width = 4): string =>
  element('path', { d, fill, stroke, 'stroke-width': width, 'stroke-linejoin': 'round', 'stroke-linecap': 'round' })
export const stroke = (d: string, width = 4, color = LINE): string => shape(d, 'none', color, width)

/** Umbilical cord along a path: an outlined tube with turns of its vessels. */
export const cordAlong = (d: string, width = 24): string =>
  [
    element('path', {
      d,
      fill: 'none',
      stroke: CORD_LINE,
      'stroke-width': width + 5,
      'stroke-linecap': 'round',
      'stroke-linejoin': 'round',
    }),
    element('path', { d, fill: 'none', stroke: CORD, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' }),
    element('path', { d, fill: 'none', stroke: '#8d5f86', 'stroke-width': width - 8, 'stroke-dasharray': '6 20' }),
  ].join('')
