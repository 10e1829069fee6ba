import type { Figure, Figures } from '@medicready/domain/contract/study/analytics'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { IntervalBars, type IntervalRow } from '../ui/charts/interval-bars.tsx'
import { SelectField } from '../ui/field.tsx'
import { countOf, percentOf, shareRange } from '../ui/words.ts'
import { accuracySummary, accuracyWords, answersToEstimate, FigureCard, valueName } from './figure-card.tsx'

type Dimension = keyof Figures['breakdown']
const dimensionNames: Readonly<Record<Dimension, string>> = {
  module: 'Module',
  topic: 'Topic',
  domain: 'Exam domain',
  judgmentStep: 'Judgment step',
  kind: 'Kind of item',
  difficulty: 'Difficulty',
}
const dimensions = Object.keys(dimensionNames) as Dimension[]
const SHOWN_AT_FIRST = 12

export function AccuracyCard({ figures: { breakdown, overall }, isExample }: { figures: Figures; isExample: boolean }) {
  const [dimension, setDimension] = useState<Dimension>('module')
  const [showsAll, setShowsAll] = useState(false)
  const figures = breakdown[dimension]
  const shown = showsAll ? figures : figures.slice(0, SHOWN_AT_FIRST)
  const nameOf = (figure: Figure) => figureName(dimension, figure, breakdown)
  return (
    <FigureCard
      title="Accuracy"
      explanation="The mark is your accuracy. The band is its likely range (90%), which narrows as you answer more."
      isExample={isExample}
      empty={overall.scored === 0 && { title: 'No scored answers yet', text: 'Your accuracy appears here with your first scored answer.' }}
      choice={
        overall.scored > 0 && (
          <div className="mb-4 max-w-60 print:hidden">
            <SelectField
              label="Accuracy by"
              value={dimension}
              options={dimensions}
              word={(option) => dimensionNames[option]}
              onChange={(chosen) => {
                setDimension(chosen)
                setShowsAll(false)
              }}
            />
          </div>
        )
      }
      chart={
        <>
          <IntervalBars
            label={`Accuracy by ${dimensionNames[dimension].toLowerCase()}. ${figures.map((figure) => accuracySummary(nameOf(figure), figure)).join('; ')}`}
            rows={shown.map((figure) => rowOf(nameOf(figure), figure))}
            marks={{ own: 'You', range: 'Likely range', others: 'All students' }}
          />
          {figures.length > shown.length && (
            <Button
              variant="secondary"
              size="sm"
              className="mt-4 print:hidden"
              onClick={() => setShowsAll(true)}
              label={`Show all ${figures.length}`}
            />
          )}
        </>
      }
      columns={[dimensionNames[dimension], 'Answers', 'Accuracy', 'Likely range', 'All students', 'Above others']}
      rows={figures.map((figure) => tableRow(nameOf(figure), figure))}
      isLong
    >
      {dimensions
        .filter((other) => other !== dimension && breakdown[other].length > 0)
        .map((other) => (
          <PrintedFigures key={other} title={`Accuracy by ${dimensionNames[other].toLowerCase()}`} of={other} breakdown={breakdown} />
        ))}
    </FigureCard>
  )
}

/** Topics of different modules may share a name. */
function figureName(dimension: Dimension, figure: Figure, { topic }: Figures['breakdown']): string {
  const name = valueName(dimension, figure.value)
  if (dimension !== 'topic' || topic.filter(({ value }) => value === figure.value).length === 1) return name
  const module = topic.find((other) => other === figure)?.module
  return module ? `${name} (${moduleLabel(module)})` : name
}

const rowOf = (name: string, figure: Figure): IntervalRow => {
  const { accuracy, likelyRange, scored, all } = figure
  const isKnown = accuracy !== null && likelyRange !== null && answersToEstimate(scored) === 0
  return {
    name,
    words: accuracyWords(figure),
    own: isKnown ? { share: accuracy, ...likelyRange } : null,
    others: all.accuracy,
  }
}

const UNKNOWN = '–'

const tableRow = (name: string, { answered, accuracy, likelyRange, all, amongOthers }: Figure) =>
  [
    name,
    answered.toLocaleString('en-US'),
    accuracy === null ? UNKNOWN : percentOf(accuracy),
    likelyRange === null ? UNKNOWN : shareRange(likelyRange),
    all.accuracy === null ? UNKNOWN : percentOf(all.accuracy),
    amongOthers.above === null ? UNKNOWN : `${amongOthers.above}% of ${countOf(amongOthers.students, 'student')}`,
  ] as const

const PrintedFigures = ({ title, of, breakdown }: { title: string; of: Dimension; breakdown: Figures['breakdown'] }) => (
  <div className="mt-5 hidden break-inside-avoid text-sm print:block">
    <h3 className="font-semibold">{title}</h3>
    <ul className="mt-1 columns-2 gap-8">
      {breakdown[of]
        .map((figure) => ({ name: figureName(of, figure, breakdown), words: accuracyWords(figure) }))
        .map(({ name, words }) => (
          <li key={name} className="flex justify-between gap-3">
            <span>{name}</span>
            <span className="shrink-0 tabular-nums">{words}</span>
          </li>
        ))}
    </ul>
  </div>
)
