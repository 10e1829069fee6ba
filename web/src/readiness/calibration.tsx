import type { CalibrationBin, CalibrationFigures } from '@medicready/domain/contract/readiness/readiness'
import type { ReactNode } from 'react'
import { ChartOrTable } from '../ui/chart-or-table.tsx'
import { CalibrationPlot } from '../ui/charts/calibration-plot.tsx'
import { countOf, percentOf, shareRange } from '../ui/words.ts'

export const binName = ({ from, to }: CalibrationBin): string => `${Math.round(100 * from)}–${Math.round(100 * to)}%`

export function binWords(bin: CalibrationBin): string {
  const { predictions, passed, said, happened, low, high } = bin
  if (said === null || happened === null || low === null || high === null) return `Chances of ${binName(bin)}: none so far`
  return `Chances of ${binName(bin)}: on average we said ${percentOf(said)}, and ${percentOf(happened)} passed (${passed} of ${predictions}), likely range ${shareRange({ low, high })}`
}

const thousandths = (value: number): string => value.toFixed(3)

/** With fewer, chance alone moves the points. */
const ENOUGH = 200

/** Null once there are enough. */
export const fewWords = (predictions: number, noun: string): string | null =>
  predictions >= ENOUGH
    ? null
    : `Only ${countOf(predictions, noun)} so far. With so few, chance alone moves these points up and down. Look at the ranges, not the points.`

interface CalibrationProps {
  of: string
  noun: string
  title: ReactNode
  introduction: string
  predictions: number
  figures: CalibrationFigures
  children?: ReactNode
}

export function Calibration({ of, noun, title, introduction, predictions, figures, children }: CalibrationProps) {
  const { bins, passed, brierScore, brierScoreOfAConstant, expectedCalibrationError } = figures
  const share = passed / predictions
  const filled = bins.filter((bin) => bin.predictions > 0)
  const few = fewWords(predictions, noun)
  return (
    <>
      <ChartOrTable
        title={title}
        of={of}
        introduction={
          <div className="mt-1 mb-4 grid max-w-2xl gap-2">
            <p className="text-sm text-muted">{introduction}</p>
            {few && <p className="font-medium">{few}</p>}
          </div>
        }
        chart={
          <CalibrationPlot
            label={filled.map(binWords).join('; ')}
            pointsLabel={`Predictions for ${of}`}
            levels={bins.map((bin) => ({
              tick: binName(bin),
              shortTick: String(Math.round(100 * bin.from)),
              ...(bin.predictions > 0 && { note: bin.predictions.toLocaleString('en-US') }),
              found:
                bin.happened === null || bin.low === null || bin.high === null
                  ? null
                  : { share: bin.happened, low: bin.low, high: bin.high },
              expected: bin.said,
              words: binWords(bin),
            }))}
            marks={{ found: 'How many passed', range: 'Likely range', expected: 'Our prediction' }}
          />
        }
        columns={['Chance said', 'Predictions', 'Said on average', 'Passed', 'Likely range']}
        rows={filled.map((bin) => [
          binName(bin),
          bin.predictions.toLocaleString('en-US'),
          percentOf(bin.said ?? 0),
          percentOf(bin.happened ?? 0),
          shareRange({ low: bin.low ?? 0, high: bin.high ?? 0 }),
        ])}
      />
      <dl className="mt-5 grid gap-x-6 gap-y-4 border-t border-hairline pt-5 sm:grid-cols-3">
        <Entry term="Predictions" note={`${passed.toLocaleString('en-US')} of them passed, ${percentOf(share)}`}>
          {predictions.toLocaleString('en-US')}
        </Entry>
        <Entry
          term="Brier score"
          note={`The mean squared distance between prediction and outcome. 0 is perfect. Predicting ${percentOf(share)} for everyone would score ${thousandths(brierScoreOfAConstant)}.`}
        >
          {thousandths(brierScore)}
        </Entry>
        <Entry term="Calibration error" note="The average difference between prediction and pass rate, in percentage points.">
          {(100 * expectedCalibrationError).toFixed(1)} points
        </Entry>
      </dl>
      {children}
    </>
  )
}

const Entry = ({ term, note, children }: { term: string; note: string; children: ReactNode }) => (
  <div>
    <dt className="text-sm text-muted">{term}</dt>
    <dd>
      <span className="text-xl font-semibold tabular-nums">{children}</span>
      <span className="block text-sm text-muted">{note}</span>
    </dd>
  </div>
)
