import { element, textAt } from '../svg.ts'
import { cordAlong, DEEP, LINE, MUCOSA, SKIN, shape, stroke } from './birth-tissue.ts'

const BLOOD = '#9c1f2b'
const PLACENTA = '#8d2f4a'

/** Cut along the front, so that the patient's right is on the viewer's left. */
export const inTheUterus = (isLow: boolean): string =>
  element(
    'g',
    { transform: 'translate(0 -16)' },
    [shape('M150 30C190 180 190 330 300 540H500C610 330 610 180 650 30Z', SKIN), isLow ? low : atWall, navel].join(''),
  )

const navel = [
  element('line', { x1: 120, x2: 560, y1: 150, y2: 150, stroke: LINE, 'stroke-width': 3, 'stroke-dasharray': '12 10' }),
  textAt(20, 158, 'Navel', { 'font-size': 28, fill: LINE, 'font-weight': 600 }),
].join('')

const vagina = shape('M352 418C356 460 352 500 348 540H452C448 500 444 460 448 418Z', '#d98d92')

const atWall = [
  vagina,
  shape('M230 250C226 180 300 166 400 166S574 180 570 250C566 330 500 370 460 426H340C300 370 234 330 230 250Z', '#cf7f80'),
  shape('M284 262C284 226 330 218 400 218S516 226 516 262C512 320 450 350 420 426H380C350 350 288 320 284 262Z', DEEP),
  shape('M282 262C284 222 330 214 400 214S516 222 518 262C500 272 470 276 400 276S300 272 282 262Z', PLACENTA),
  stroke('M330 258C360 266 440 266 470 258', 3, '#d9a0b0'),
  cordAlong('M400 276C392 330 408 380 400 430C396 470 400 490 400 524', 16),
  clamp(524),
].join('')

const low = [
  vagina,
  shape('M252 222C252 130 320 92 400 92S548 130 548 222C548 310 480 340 452 400H348C320 340 252 310 252 222Z', MUCOSA),
  shape('M330 230C330 190 360 172 400 172S470 190 470 230C468 290 440 320 428 380H372C360 320 332 290 330 230Z', BLOOD),
  shape('M350 350C372 330 428 330 450 350C470 390 462 440 440 462H360C338 440 330 390 350 350Z', PLACENTA),
  stroke('M368 372C390 362 410 362 432 372', 3, '#d9a0b0'),
  cordAlong('M400 460C396 480 404 500 400 556', 16),
  element('ellipse', { cx: 446, cy: 528, rx: 26, ry: 12, fill: BLOOD }),
  clamp(552),
].join('')

function clamp(y: number): string {
  return element('rect', { x: 378, y: y - 6, width: 44, height: 14, rx: 5, fill: '#f2c230', stroke: LINE, 'stroke-width': 3 })
}
