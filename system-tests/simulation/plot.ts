import type { Comparison, Outcome, Predictions } from './spaced-repetition.ts'

const WIDTH = 380
const HEIGHT = 300
const PANEL = { left: 56, right: 16, top: 40, bottom: 48 } as const
const COLORS = { ours: '#0b5cad', theirs: '#b45309', chance: '#6b7280' } as const

interface Axis {
  readonly from: number
  readonly to: number
  readonly ticks: readonly number[]
  readonly label: string
  readonly words: (value: number) => string
}

const percent = (value: number): string => `${Math.round(value * 100)} %`
const place = ({ from, to }: Axis, value: number, start: number, end: number): number =>
  start + ((value - from) / (to - from)) * (end - start)
const xOf = (axis: Axis, value: number): number => place(axis, value, PANEL.left, WIDTH - PANEL.right)
const yOf = (axis: Axis, value: number): number => place(axis, value, HEIGHT - PANEL.bottom, PANEL.top)
const rounded = (value: number): string => value.toFixed(1)

function frame(title: string, x: Axis, y: Axis): string {
  const left = PANEL.left
  const bottom = HEIGHT - PANEL.bottom
  return [
    `<text x="${left}" y="20" font-size="13" font-weight="600">${title}</text>`,
    ...x.ticks.map((tick) => `<text x="${rounded(xOf(x, tick))}" y="${bottom + 16}" text-anchor="middle">${x.words(tick)}</text>`),
    ...y.ticks.map(
      (tick) =>
        `<path d="M${left} ${rounded(yOf(y, tick))}H${WIDTH - PANEL.right}" stroke="#d1d5db"/><text x="${left - 6}" y="${rounded(yOf(y, tick) + 4)}" text-anchor="end">${y.words(tick)}</text>`,
    ),
    `<text x="${(left + WIDTH - PANEL.right) / 2}" y="${HEIGHT - 10}" text-anchor="middle">${x.label}</text>`,
    `<text transform="translate(14 ${(PANEL.top + bottom) / 2}) rotate(-90)" text-anchor="middle">${y.label}</text>`,
  ].join('')
}

/** The name is below the point at the index `named`. */
function curve(points: readonly (readonly [number, number])[], color: string, name: string, named = -1): string {
  const at = points.at(named)
  const path = points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${rounded(x)} ${rounded(y)}`).join('')
  const dots = points.map(([x, y]) => `<circle cx="${rounded(x)}" cy="${rounded(y)}" r="3" fill="${color}"/>`).join('')
  const anchor = named === -1 ? 'end' : 'start'
  const label = at ? `<text x="${rounded(at[0])}" y="${rounded(at[1] + 18)}" text-anchor="${anchor}" fill="${color}">${name}</text>` : ''
  return `<path d="${path}" fill="none" stroke="${color}" stroke-width="2"/>${dots}${label}`
}

const MOST_REVIEWS = 7_000
const effort: Axis = {
  from: 0,
  to: MOST_REVIEWS,
  ticks: [0, 2_000, 4_000, 6_000],
  label: 'reviews in 90 days',
  words: (value) => value.toLocaleString('en-US'),
}
const kept: Axis = { from: 0.6, to: 1, ticks: [0.6, 0.7, 0.8, 0.9, 1], label: 'remembered on the day of the exam', words: percent }
const chances = [0, 0.2, 0.4, 0.6, 0.8, 1]
const predicted: Axis = { from: 0, to: 1, ticks: chances, label: 'predicted', words: percent }
const happened: Axis = { from: 0, to: 1, ticks: chances, label: 'answered rightly', words: percent }

const costs = (outcomes: readonly Outcome[], color: string, name: string): string =>
  curve(
    outcomes
      .filter(({ reviews }) => reviews <= MOST_REVIEWS)
      .toSorted((one, other) => one.reviews - other.reviews)
      .map(({ reviews, retention }) => [xOf(effort, reviews), yOf(kept, retention)] as const),
    color,
    name,
  )

const classes = ({ classes }: Predictions, color: string, name: string): string =>
  curve(
    classes.map((one) => [xOf(predicted, one.predicted), yOf(happened, one.right)] as const),
    color,
    name,
    0,
  )

export function plotOf({ ours, theirs, chance, predictions }: Comparison, students: number): string {
  const diagonal = `<path d="M${xOf(predicted, 0)} ${yOf(happened, 0)}L${xOf(predicted, 1)} ${yOf(happened, 1)}" stroke="#6b7280" stroke-dasharray="4 4"/>`
  const left = [
    frame('What is remembered, for how many reviews', effort, kept),
    costs(ours, COLORS.ours, 'FSRS-6'),
    costs(theirs, COLORS.theirs, 'SM-2'),
    costs(chance, COLORS.chance, 'by chance'),
  ].join('')
  const right = [
    frame('Predicted and happened, in practice by chance', predicted, happened),
    diagonal,
    classes(predictions.ours, COLORS.ours, 'FSRS-6'),
    classes(predictions.theirs, COLORS.theirs, 'SM-2'),
  ].join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${2 * WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11" role="img"><title>${students.toLocaleString('en-US')} simulated students over 90 days: FSRS-6, SM-2 and practice by chance</title><rect width="100%" height="100%" fill="#ffffff"/>${left}<g transform="translate(${WIDTH} 0)">${right}</g></svg>\n`
}
