import type { QuestionStatistics } from '@medicready/domain/contract/reviews'
import { useId, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { ShareBar } from '../ui/share-bar.tsx'
import { Figure } from './figure.tsx'

interface VersionStatisticsProps {
  statistics: QuestionStatistics
  isCurrent: boolean
  /** Known of the current version. */
  correctAnswer: string | null
}

const discriminationWords = (discrimination: number): string =>
  discrimination < 0 ? 'the able miss it' : discrimination < 0.1 ? 'tells little' : discrimination < 0.3 ? 'fair' : 'good'

/** How one version of a question did: figures, and what was chosen as bars or as a table. */
export function VersionStatistics({ statistics, isCurrent, correctAnswer }: VersionStatisticsProps) {
  const { version, answers, correctRate, averageTimeSeconds, discrimination } = statistics
  return (
    <section className="grid gap-3">
      <h3 className="text-sm font-semibold">
        Version {version}
        {isCurrent && <span className="font-normal text-muted"> (current)</span>}
      </h3>
      {answers === 0 ? (
        <p className="text-sm text-muted">Nobody has answered this version yet.</p>
      ) : (
        <>
          <dl className="grid grid-cols-2 gap-3 text-sm tabular-nums sm:grid-cols-4">
            <Figure term="Answers">{answers.toLocaleString('en-US')}</Figure>
            <Figure term="Correct">{correctRate}%</Figure>
            <Figure term="Mean time">{averageTimeSeconds} s</Figure>
            <Figure term="Discrimination">
              {discrimination === null ? 'too few answers' : `${discrimination.toFixed(2)} · ${discriminationWords(discrimination)}`}
            </Figure>
          </dl>
          <ChoiceChart statistics={statistics} correctAnswer={correctAnswer} />
        </>
      )}
    </section>
  )
}

function ChoiceChart({ statistics, correctAnswer }: Pick<VersionStatisticsProps, 'statistics' | 'correctAnswer'>) {
  const [asTable, setAsTable] = useState(false)
  const id = useId()
  const summary = statistics.choices.map(({ choice, percent }) => `${choice}: ${percent}%`).join('; ')
  return (
    <div>
      <div className="flex items-center justify-between gap-2">
        <h4 className="text-sm text-muted">Chosen options</h4>
        <Button
          variant="ghost"
          size="sm"
          className="-mr-2 text-muted"
          aria-expanded={asTable}
          aria-controls={id}
          aria-label={`${asTable ? 'Show chart' : 'Show table'} of version ${statistics.version}`}
          onClick={() => setAsTable(!asTable)}
        >
          {asTable ? 'Show chart' : 'Show table'}
        </Button>
      </div>
      <div id={id} className="mt-1">
        {asTable ? (
          <table className="w-full text-sm">
            <thead>
              <tr className="border-b border-hairline text-left text-muted">
                <th scope="col" className="py-1.5 font-medium">
                  Option
                </th>
                <th scope="col" className="py-1.5 text-right font-medium">
                  Chosen by
                </th>
              </tr>
            </thead>
            <tbody>
              {statistics.choices.map(({ choice, percent }) => (
                <tr key={choice} className="border-b border-hairline last:border-0">
                  <th scope="row" className="py-1.5 pr-3 text-left font-normal">
                    {choice}
                    {choice === correctAnswer && ' (key)'}
                  </th>
                  <td className="py-1.5 text-right tabular-nums">{percent}%</td>
                </tr>
              ))}
            </tbody>
          </table>
        ) : (
          <div role="img" aria-label={`Chosen options: ${summary}`} className="grid gap-2 text-sm">
            {statistics.choices.map(({ choice, percent }) => (
              <div key={choice} className="grid grid-cols-1 gap-1">
                <div className="flex gap-3">
                  <span className="min-w-0 flex-1 truncate">
                    {choice}
                    {choice === correctAnswer && <span className="font-semibold text-ok"> (key)</span>}
                  </span>
                  <span className="tabular-nums">{percent}%</span>
                </div>
                <ShareBar percent={percent} tone={choice === correctAnswer ? 'ok' : 'brand'} className="h-2 rounded-pill bg-hairline" />
              </div>
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
