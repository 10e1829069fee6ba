import type { Analytics, Figure, Figures } from '@medicready/domain/contract/study/analytics'
import { type ModuleName, moduleLabel } from '@medicready/domain/questions/shown/modules'
import { csvLine } from '@medicready/platform/csv'

/** The first two columns say what a row is about; cells without a figure are empty. */

const columns = [
  'Section',
  'Name',
  'Answered',
  'Scored',
  'Correct',
  'Accuracy %',
  'Likely from %',
  'Likely to %',
  'Mean seconds',
  'All students: accuracy %',
  'All students: mean seconds',
  'Above % of students',
  'Value',
] as const
type Row = { readonly Section: string; readonly Name: string } & { readonly [Name in (typeof columns)[number]]?: string | number | null }

const BYTE_ORDER_MARK = '\uFEFF'

export function analyticsFile(analytics: Analytics): string {
  const rows = [...totals(analytics.totals), ...(analytics.figures ? figures(analytics.figures) : [])]
  return [BYTE_ORDER_MARK, csvLine(columns), ...rows.map((row) => csvLine(columns.map((column) => row[column])))].join('')
}

const percent = (share: number | null | undefined): number | null => (share === null || share === undefined ? null : round(100 * share))
const round = (value: number | null): number | null => (value === null ? null : Math.round(10 * value) / 10)

const totals = ({ answered, scored, correct, accuracy, studySeconds, modules }: Analytics['totals']): Row[] => [
  { Section: 'Total', Name: 'All modules', Answered: answered, Scored: scored, Correct: correct, 'Accuracy %': percent(accuracy) },
  { Section: 'Total', Name: 'Study time in minutes', Value: round(studySeconds / 60) },
  ...modules.map(({ module, lastAnsweredOn, ...tally }) => ({
    Section: 'Module progress',
    Name: moduleLabel(module),
    Answered: tally.answered,
    Scored: tally.scored,
    Correct: tally.correct,
    'Accuracy %': percent(tally.accuracy),
    Value: lastAnsweredOn,
  })),
]

const figures = ({ overall, breakdown, time, year, ability, calibration, sureAndWrong, forgetting }: Figures): Row[] => [
  figure('All answers', '', overall),
  ...breakdown.module.map((one) => figure('Module', moduleLabel(one.value as ModuleName), one)),
  ...breakdown.topic.map((one) => figure(`Topic of ${moduleLabel(one.module)}`, one.value, one)),
  ...breakdown.domain.map((one) => figure('Exam domain', one.value, one)),
  ...breakdown.judgmentStep.map((one) => figure('Judgment step', one.value, one)),
  ...breakdown.kind.map((one) => figure('Kind of item', one.value, one)),
  ...breakdown.difficulty.map((one) => figure('Difficulty', one.value, one)),
  { Section: 'Time per question', Name: 'Your median in seconds', Value: round(time.ownMedianSeconds) },
  { Section: 'Time per question', Name: 'Median of all students on the same questions', Value: round(time.othersMedianSeconds) },
  ...ability.map(({ week, scored, ability, likelyRange }) => ({
    Section: 'Ability by week, on our own scale',
    Name: week,
    Scored: scored,
    Value: `${ability.toFixed(2)} (${likelyRange.low.toFixed(2)} to ${likelyRange.high.toFixed(2)})`,
  })),
  ...calibration.levels.map((level) => ({ Section: 'Confidence', Name: String(level.confidence), ...scoredOnly(level) })),
  { Section: 'Confidence', Name: 'Brier score', Value: calibration.brierScore && Math.round(1_000 * calibration.brierScore) / 1_000 },
  ...sureAndWrong.latest.map(({ stem, confidence }) => ({ Section: 'Sure and wrong', Name: stem, Value: `Confidence ${confidence}` })),
  ...forgetting.bins.map((bin) => ({
    Section: 'Days since the last answer to the same question',
    Name: bin.toDays === null ? `${bin.fromDays} and more` : `${bin.fromDays} to ${bin.toDays}`,
    ...scoredOnly(bin),
  })),
  ...year.days.map(({ date, answered }) => ({ Section: 'Day', Name: date, Answered: answered })),
]

const figure = (section: string, name: string, one: Omit<Figure, 'value'>): Row => ({
  Section: section,
  Name: name,
  Answered: one.answered,
  ...scoredOnly(one),
  'Mean seconds': round(one.meanSeconds),
  'All students: accuracy %': percent(one.all.accuracy),
  'All students: mean seconds': round(one.all.meanSeconds),
  'Above % of students': one.amongOthers.above,
})

const scoredOnly = (one: Pick<Figure, 'scored' | 'correct' | 'accuracy' | 'likelyRange'>) => ({
  Scored: one.scored,
  Correct: one.correct,
  'Accuracy %': percent(one.accuracy),
  'Likely from %': percent(one.likelyRange?.low),
  'Likely to %': percent(one.likelyRange?.high),
})
