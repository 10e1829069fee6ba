import { element } from '../svg.ts'
import { BLUISH, cordAlong, FETUS, LINE, SKIN, shape, stroke } from './birth-tissue.ts'

export type Beside = 'free' | 'drawn_back' | 'slack' | 'snug'

/** How far the head stands out, in pixels. */
const out: Readonly<Record<Beside, number>> = { free: 96, drawn_back: 0, slack: 96, snug: 96 }

export const fromTheSide = (seen: Beside): string =>
  [thigh, behind(seen), neckOf(seen), element('g', { transform: `translate(${out[seen]} 0)` }, head(seen)), torso(seen), before(seen)].join(
    '',
  )

const thigh = shape('M-10 130C120 60 300 40 470 20C560 8 640 30 640 92C640 150 560 150 470 170C420 180 380 200 352 236L-10 240Z', '#e3bb9c')

/** Drawn over the head, so that the skin covers what is still inside. */
const torso = (seen: Beside): string =>
  [
    shape(
      seen === 'drawn_back'
        ? 'M-10 176C100 160 220 170 300 196C340 210 372 226 386 254C398 282 372 306 370 330C370 356 402 392 392 424C380 458 350 476 300 500C200 540 90 540 -10 540Z'
        : 'M-10 176C100 160 220 170 300 196C330 208 352 224 362 250C370 276 366 300 364 330C364 360 372 392 364 424C354 458 330 480 290 500C200 540 90 540 -10 540Z',
      SKIN,
    ),
    stroke('M-10 540H790', 5, '#8a97a3'),
  ].join('')

const neckOf = (seen: Beside): string =>
  seen === 'drawn_back' ? '' : shape('M330 276C390 280 440 276 476 268L480 388C446 380 400 384 330 392Z', seen === 'snug' ? BLUISH : FETUS)

/** Face down, back of the head up; the crown points away from the mother. */
function head(seen: Beside): string {
  const fill = seen === 'snug' ? BLUISH : FETUS
  return [
    shape(
      'M372 246C390 196 450 172 512 180C590 190 634 244 630 306C626 350 606 384 576 404C566 414 560 420 556 430C550 444 536 446 526 438C520 432 514 432 506 436C500 446 484 448 476 440C462 446 444 446 430 436C410 420 392 400 378 384Z',
      fill,
    ),
    ...[0, 1, 2, 3, 4, 5].map((index) =>
      stroke(
        `M${420 + index * 30} ${200 - Math.min(index, 3) * 5 + Math.max(0, index - 3) * 12}C${460 + index * 28} ${206 + index * 6} ${486 + index * 20} ${222 + index * 12} ${500 + index * 16} ${250 + index * 16}`,
        4,
        '#4a3226',
      ),
    ),
    element('ellipse', { cx: 446, cy: 306, rx: 24, ry: 17, fill, stroke: LINE, 'stroke-width': 4 }),
    stroke('M436 308C442 298 454 298 460 308', 3),
    stroke('M560 376C552 384 540 384 532 378', 4),
    stroke('M490 440C492 430 498 424 506 420', 4),
  ].join('')
}

const behind = (seen: Beside): string => (seen === 'slack' ? cordAlong('M420 226C394 226 394 452 420 452') : '')

const before = (seen: Beside): string => {
  if (seen === 'slack') return cordAlong('M420 226C450 226 450 456 420 456C396 456 392 410 350 388')
  if (seen === 'snug')
    return [
      cordAlong('M396 268C404 300 404 360 396 392', 26),
      cordAlong('M432 266C440 300 440 362 432 394', 26),
      cordAlong('M396 392C384 400 372 396 352 386', 26),
    ].join('')
  return ''
}
