export type LogLine = (line: string) => void

/** Ends what was given to `ends` when the work is over. dependency-cruiser cannot parse `await using`. */
export async function untilDone<Result>(work: (ends: AsyncDisposableStack) => Result | Promise<Result>): Promise<Result> {
  const ends = new AsyncDisposableStack()
  try {
    return await work(ends)
  } finally {
    await ends.disposeAsync()
  }
}

export type Bench = (isQuick: boolean, rounds: number | undefined, log: LogLine) => Promise<BenchFigure[]>

/** Quick, a bench only shows that it works. Rounds that are asked for come in place of those of its scale. */
export const benchOf =
  <Scale extends object>(
    scales: Readonly<Record<'quick' | 'full', Scale>>,
    measure: (scale: Scale, log: LogLine, ends: AsyncDisposableStack) => BenchFigure[] | Promise<BenchFigure[]>,
  ): Bench =>
  (isQuick, rounds, log) =>
    untilDone((ends) => measure({ ...(isQuick ? scales.quick : scales.full), ...(rounds !== undefined && { rounds }) }, log, ends))

export interface BenchFigure {
  readonly name: string
  readonly value: number
  readonly unit: '×' | 'ms' | 's' | '/s' | 'MB' | 'µs' | '%' | 'KB' | 'points' | 'items' | 'logits' | 'students' | ''
  readonly better: 'lower' | 'higher'
  /** Null for a figure that is there to be known. */
  readonly required: number | null
  readonly aim: number | null
  /** What the value was made of: our figure and the raw one, and over how many rounds. */
  readonly from: string
}

type Bounds = Pick<BenchFigure, 'unit' | 'better' | 'required' | 'aim'>
const bounded =
  (better: BenchFigure['better']) =>
  (unit: BenchFigure['unit'], required: number | null, aim: number | null = null): Bounds => ({ unit, better, required, aim })
export const atMost = bounded('lower')
export const atLeast = bounded('higher')
export const toKnow = (unit: BenchFigure['unit'], better: BenchFigure['better'] = 'lower') => bounded(better)(unit, null)

const digits = (value: number, unit: BenchFigure['unit']): string => {
  const places = unit === 'logits' || unit === '' ? 4 : value >= 1_000 ? 0 : value >= 100 ? 1 : 2
  return value.toLocaleString('en-US', { minimumFractionDigits: places, maximumFractionDigits: places })
}

export const withUnit = (value: number, unit: BenchFigure['unit']): string =>
  `${digits(value, unit)}${unit === '×' || unit === '/s' || unit === '' ? unit : ` ${unit}`}`

const keeps = ({ value, better }: BenchFigure, bound: number): boolean => (better === 'lower' ? value <= bound : value >= bound)

export const isMissed = (figure: BenchFigure): boolean => figure.required !== null && !keeps(figure, figure.required)

function verdict(figure: BenchFigure): string {
  if (figure.required === null) return ''
  if (isMissed(figure)) return 'MISSED'
  return figure.aim !== null && keeps(figure, figure.aim) ? 'aim reached' : 'kept'
}

const bound = ({ better, unit }: BenchFigure, value: number | null): string =>
  value === null ? '' : `${better === 'lower' ? '≤' : '≥'} ${withUnit(value, unit)}`

export const asJson = (figures: readonly BenchFigure[]): string =>
  `${JSON.stringify(figures, ['name', 'value', 'unit', 'better', 'required', 'aim'], 2)}\n`

export function asTable(figures: readonly BenchFigure[]): string {
  const rows = [
    ['figure', 'value', 'required', 'aim', '', 'from'],
    ...figures.map((figure) => [
      figure.name,
      withUnit(figure.value, figure.unit),
      bound(figure, figure.required),
      bound(figure, figure.aim),
      verdict(figure),
      figure.from,
    ]),
  ]
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? []
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
