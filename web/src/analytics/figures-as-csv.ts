import type { Analytics, Figure, Figures } from '@medicready/domain/contract/analytics'
import { moduleLabel } from '@medicready/domain/study/modules'
import { valueName } from './figure-words.ts'

type Cell = string | number | null
type Row = readonly [part: string, name: string, figure: string, value: Cell]

const partNames: Readonly<Record<keyof Figures['breakdown'], string>> = {
  module: 'Module',
  topic: 'Topic',
  domain: 'Exam domain',
  judgmentStep: 'Judgment step',
  kind: 'Kind of item',
  difficulty: 'Difficulty',
}

/** Shares of 0 to 1 as percent with one decimal. */
const percent = (share: number | null | undefined): number | null =>
  share === null || share === undefined ? null : Math.round(1000 * share) / 10
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(100 * value) / 100)

/** All figures of the page, one a row, so that any spreadsheet sorts and filters them. What is unknown is left out. */
export function figuresAsCsv({ totals, figures }: Analytics): string {
  const rows: Row[] = [
    ...rowsOf('Total', 'All modules', {
      Answers: totals.answered,
      'Scored answers': totals.scored,
      'Right answers': totals.correct,
      'Accuracy, %': percent(totals.accuracy),
      'Study time, seconds': totals.studySeconds,
    }),
    ...totals.modules.flatMap(({ module, answered, scored, correct, accuracy, lastAnsweredOn }) =>
      rowsOf('Module progress', moduleLabel(module), {
        Answers: answered,
        'Scored answers': scored,
        'Right answers': correct,
        'Accuracy, %': percent(accuracy),
        'Last answered on': lastAnsweredOn,
      }),
    ),
    ...(figures ? rowsOfFigures(figures) : []),
  ]
  return [['Part', 'Name', 'Figure', 'Value'], ...rows].map((row) => row.map(quoted).join(',')).join('\r\n')
}

const rowsOf = (part: string, name: string, values: Readonly<Record<string, Cell>>): Row[] =>
  Object.entries(values).flatMap(([figure, value]): Row[] => (value === null ? [] : [[part, name, figure, value]]))

const dimensionRows = (
  part: string,
  name: string,
  { answered, accuracy, likelyRange, meanSeconds, all, amongOthers }: Omit<Figure, 'value'>,
) =>
  rowsOf(part, name, {
    Answers: answered,
    'Accuracy, %': percent(accuracy),
    'Likely range, low end, %': percent(likelyRange?.low),
    'Likely range, high end, %': percent(likelyRange?.high),
    'Mean time, seconds': rounded(meanSeconds),
    'Accuracy of all students, %': percent(all.accuracy),
    'Mean time of all students, seconds': rounded(all.meanSeconds),
    'Above so many of all students, %': amongOthers.above,
  })

function rowsOfFigures({ overall, breakdown, time, year, ability, calibration, sureAndWrong, forgetting }: Figures): Row[] {
  const dimensions = Object.keys(breakdown) as (keyof Figures['breakdown'])[]
  return [
    ...dimensionRows('Accuracy', 'All modules', overall),
    ...dimensions.flatMap((dimension) =>
      breakdown[dimension].flatMap((figure) => dimensionRows(partNames[dimension], valueName(dimension, figure.value), figure)),
    ),
    ...rowsOf('Time per question', 'All modules', {
      'Median, seconds': rounded(time.ownMedianSeconds),
      'Median of all students, seconds': rounded(time.othersMedianSeconds),
    }),
    ...ability.flatMap((week) =>
      rowsOf('Ability', `Week of ${week.week}`, {
        Ability: rounded(week.ability),
        'Likely range, low end': rounded(week.likelyRange.low),
        'Likely range, high end': rounded(week.likelyRange.high),
        'Scored answers': week.scored,
      }),
    ),
    ...calibration.levels.flatMap((level) =>
      rowsOf('Confidence', String(level.confidence), {
        'Scored answers': level.scored,
        'Right, %': percent(level.accuracy),
        'Likely range, low end, %': percent(level.likelyRange.low),
        'Likely range, high end, %': percent(level.likelyRange.high),
      }),
    ),
    ...sureAndWrong.latest.flatMap(({ stem, confidence, answeredAt }) =>
      rowsOf('Sure and wrong', stem, { Confidence: confidence, 'Answered at': answeredAt }),
    ),
    ...forgetting.bins.flatMap((bin) =>
      rowsOf('Forgetting curve', bin.toDays === null ? `${bin.fromDays} days or more` : `${bin.fromDays} to ${bin.toDays} days`, {
        Reviews: bin.scored,
        'Known, %': percent(bin.accuracy),
      }),
    ),
    ...year.days.flatMap(({ date, answered }) => rowsOf('Days', date, { Answers: answered })),
  ]
}

/** As RFC 4180 has it. What a spreadsheet would take for a formula is kept words. */
function quoted(cell: Cell): string {
  if (typeof cell === 'number' || cell === null) return String(cell ?? '')
  const words = /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(words) ? `"${words.replaceAll('"', '""')}"` : words
}
