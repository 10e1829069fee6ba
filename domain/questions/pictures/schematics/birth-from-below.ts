import { element } from '../svg.ts'
import { cordAlong, DEEP, FETUS, LINE, MUCOSA, SKIN, shape, stroke } from './birth-tissue.ts'

export type Below = 'scalp' | 'cord' | 'buttocks' | 'foot' | 'hand'

/** Thighs to both sides, abdomen behind, seat below. The opening is centered at 400, 300. */
export const fromBelow = (seen: Below): string => {
  const isStretched = seen === 'scalp' || seen === 'buttocks'
  return [body, anus(isStretched), isStretched ? stretched : narrow, parts[seen](), isStretched ? rim : ''].join('')
}

const body = [
  shape('M180 200C190 40 300 8 400 8S610 40 620 200Z', SKIN),
  stroke('M400 44v16', 5),
  shape(
    'M-10 60C120 70 240 110 330 158C380 178 420 178 470 158C560 110 680 70 810 60V420C720 440 640 470 590 520C540 558 450 556 400 520C350 556 260 558 210 520C160 470 80 440 -10 420Z',
    SKIN,
  ),
  stroke('M330 158C300 220 286 300 296 400'),
  stroke('M470 158C500 220 514 300 504 400'),
  stroke('M400 470V520'),
].join('')

const narrow = [
  shape('M400 176C356 190 336 260 340 320C344 380 372 412 400 420C428 412 456 380 460 320C464 260 444 190 400 176Z', '#dba48f'),
  shape('M400 206C376 226 366 270 368 318C370 360 386 384 400 390C414 384 430 360 432 318C434 270 424 226 400 206Z', MUCOSA),
  shape('M400 252C386 266 380 292 382 322C384 350 392 364 400 368C408 364 416 350 418 322C420 292 414 266 400 252Z', DEEP),
].join('')

const stretched = shape(
  'M400 172C300 176 276 250 278 312C280 386 330 436 400 440C470 436 520 386 522 312C524 250 500 176 400 172Z',
  '#dba48f',
)
const rim = stroke('M400 196C320 200 298 262 300 312C302 374 342 414 400 418C458 414 498 374 500 312C502 262 480 200 400 196Z', 9, MUCOSA)

const anus = (isStretched: boolean): string =>
  element('ellipse', {
    cx: 400,
    cy: isStretched ? 468 : 452,
    rx: isStretched ? 17 : 11,
    ry: 8,
    fill: DEEP,
    stroke: LINE,
    'stroke-width': 3,
  })

const opening = 'M400 198C322 202 300 262 302 312C304 374 344 412 400 416C456 412 496 374 498 312C500 262 478 202 400 198Z'

/** Hair turns around a whorl, away from the middle. */
function hair(turn: number, reach: number): string {
  const uneven = 6 * Math.sin(7 * turn + reach)
  const at = (angle: number, far: number) => {
    const [x, y] = [406 + 0.88 * far * Math.cos(angle), 304 + 0.96 * far * Math.sin(angle)]
    return `${Math.round(x)} ${Math.round(y)}`
  }
  return stroke(`M${at(turn, reach - 24 + uneven)}Q${at(turn + 0.14, reach - 8)} ${at(turn + 0.3 + uneven / 150, reach + 6)}`, 3, '#4a3226')
}

const parts: Readonly<Record<Below, () => string>> = {
  scalp: () =>
    [
      shape(opening, '#c08f72'),
      ...[30, 52, 76, 100].flatMap((reach, ring) =>
        Array.from({ length: 18 + ring * 10 }, (_, index) => hair((index * 2 * Math.PI) / (18 + ring * 10) + ring, reach)),
      ),
    ].join(''),
  buttocks: () =>
    [
      shape(opening, FETUS),
      stroke('M400 214C392 260 392 340 400 404', 5),
      stroke('M352 250C336 290 340 340 362 372', 3, '#b87a60'),
      stroke('M448 250C464 290 460 340 438 372', 3, '#b87a60'),
      element('ellipse', { cx: 397, cy: 318, rx: 6, ry: 8, fill: '#7a3d33' }),
    ].join(''),
  cord: () => cordAlong('M392 320C376 410 332 450 352 506C370 546 424 540 432 490C438 446 414 400 408 322'),
  foot: () =>
    [
      shape(
        'M374 300C370 350 366 390 362 428C346 446 344 470 362 482C392 494 440 496 474 486C490 480 488 462 474 456C454 450 434 440 428 424C430 390 430 350 426 300C412 284 388 284 374 300Z',
        FETUS,
      ),
      ...[0, 1, 2, 3, 4].map((toe) =>
        element('circle', { cx: 489 - toe * 1.5, cy: 459 + toe * 8, r: toe === 0 ? 9 : 6.5, fill: FETUS, stroke: LINE, 'stroke-width': 3 }),
      ),
      stroke('M384 420C396 430 412 432 424 426', 3, '#b87a60'),
    ].join(''),
  hand: () =>
    [
      shape(
        'M376 300C372 350 372 400 376 440C370 458 368 474 374 490L386 494H418L428 490C434 474 432 458 424 440C428 400 428 350 424 300C410 284 390 284 376 300Z',
        FETUS,
      ),
      ...[
        [376, 486, 366, 528],
        [390, 492, 386, 542],
        [404, 494, 406, 546],
        [418, 492, 426, 538],
        [428, 462, 456, 488],
      ].map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) =>
        [
          element('line', { x1, y1, x2, y2, stroke: LINE, 'stroke-width': 18, 'stroke-linecap': 'round' }),
          element('line', { x1, y1: y1 - 3, x2, y2, stroke: FETUS, 'stroke-width': 12, 'stroke-linecap': 'round' }),
        ].join(''),
      ),
      stroke('M380 440C392 446 410 446 420 440', 3, '#b87a60'),
    ].join(''),
}
