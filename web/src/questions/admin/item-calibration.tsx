import { type FirstLanguage, firstLanguages } from '@medicready/domain/accounts/shown/background'
import type { VersionCalibration } from '@medicready/domain/contract/questions/authoring'
import { likelyRange } from '@medicready/domain/study/shown/weakness'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChartOrTable } from '../../ui/chart-or-table.tsx'
import { CharacteristicCurve } from '../../ui/charts/characteristic-curve.tsx'
import { calendarDayInWords } from '../../ui/words.ts'
import { calibrationQuery } from './commands.ts'
import { Figure } from './review-figures.tsx'

/** Most abilities lie in this range; values beyond it are drawn at the edge. */
const ENDS = [-4, 4] as const

const signed = (value: number): string => value.toFixed(2).replace('-', '−')
const percent = (share: number): string => `${Math.round(100 * share)}%`

/** Bounds of acceptable fit (Wright & Linacre, 1994). */
const fitWords = (meanSquare: number): string =>
  meanSquare > 1.3 ? 'more random than expected' : meanSquare < 0.7 ? 'more regular than expected' : 'as expected'

export default function ItemCalibration({ questionId, version }: { questionId: string; version: number }) {
  const { data: versions } = useSuspenseQuery(calibrationQuery(questionId))
  const calibration = versions.find((one) => one.version === version)
  if (!calibration)
    return (
      <p className="text-sm text-muted">
        This version is not calibrated yet. Calibration runs each night on learners' first answers, once 30 learners have answered
        questions.
      </p>
    )
  const { difficulty, standardError, discrimination, infit, outfit, pointBiserial, answers, calibratedOn } = calibration
  return (
    <div className="grid gap-4">
      <dl className="grid grid-cols-2 gap-3 text-sm tabular-nums sm:grid-cols-3">
        <Figure term="Difficulty">
          {signed(difficulty)} ± {standardError.toFixed(2)}
        </Figure>
        <Figure term="Slope">{discrimination.toFixed(2)}</Figure>
        <Figure term="First answers">{answers.toLocaleString('en-US')}</Figure>
        <Figure term="Infit">
          {infit.toFixed(2)} · {fitWords(infit)}
        </Figure>
        <Figure term="Outfit">
          {outfit.toFixed(2)} · {fitWords(outfit)}
        </Figure>
        <Figure term="Point-biserial">{pointBiserial === null ? 'not known' : signed(pointBiserial)}</Figure>
      </dl>
      <Curve calibration={calibration} />
      <Comparisons comparisons={calibration.comparisons} />
      <p className="text-xs text-muted">
        Difficulty and ability are in logits. 0 is the average learner. As of {calendarDayInWords(calibratedOn)}.
      </p>
    </div>
  )
}

type GroupComparison = VersionCalibration['comparisons'][number]

/** ETS classes of differential item functioning. */
const classWords = { A: 'negligible', B: 'slight to moderate', C: 'moderate to large' } as const

const groupName = ({ by }: GroupComparison, name: string | null): string =>
  name === null ? 'other programs' : by === 'first_language' ? firstLanguages[name as FirstLanguage] : name

function Comparisons({ comparisons }: { comparisons: readonly GroupComparison[] }) {
  return (
    <section aria-label="Fairness" className="grid gap-2">
      <h3 className="text-sm font-semibold">Fairness</h3>
      {comparisons.length === 0 ? (
        <p className="text-sm text-muted">
          Groups are compared once each has 100 learners who gave their first language or program and answered.
        </p>
      ) : (
        <>
          <ul className="grid gap-2 text-sm">
            {comparisons.map((comparison) => (
              <li key={`${comparison.by} ${comparison.focal}`} className="grid gap-0.5 border-l-4 border-hairline pl-3 tabular-nums">
                <span>
                  {groupName(comparison, comparison.focal)} and {groupName(comparison, comparison.reference)}:{' '}
                  <strong className="font-semibold">
                    {classWords[comparison.class]} (class {comparison.class})
                  </strong>
                  {comparison.class !== 'A' && `, ${comparison.delta < 0 ? 'harder' : 'easier'} for the first`}
                </span>
                <span className="text-muted">
                  Delta {signed(comparison.delta)} ± {comparison.standardError.toFixed(2)},{' '}
                  {comparison.p < 0.001 ? 'p < 0.001' : `p = ${comparison.p.toFixed(3)}`}, {comparison.focalAnswers.toLocaleString('en-US')}{' '}
                  and {comparison.referenceAnswers.toLocaleString('en-US')} answers
                </span>
              </li>
            ))}
          </ul>
          <p className="text-xs text-muted">Compares learners of equal ability by the first language or program that they gave.</p>
        </>
      )}
    </section>
  )
}

function Curve({ calibration: { difficulty, standardError, discrimination, observed } }: { calibration: VersionCalibration }) {
  const expected = (ability: number) => 1 / (1 + Math.exp(discrimination * (difficulty - ability)))
  const points = observed.map(({ ability, answers, right }) => {
    const { low, high } = likelyRange({ scoredAnswers: answers, correctAnswers: right })
    const share = right / answers
    const words = `Ability ${signed(ability)}: ${percent(share)} of ${answers} right, ${percent(expected(ability))} expected.`
    return { at: ability, share, low, high, words, answers }
  })
  return (
    <ChartOrTable
      title={<h3 className="text-sm font-semibold">Right answers by ability</h3>}
      of="right answers by ability"
      chart={
        <CharacteristicCurve
          label={`Right answers by ability. Half of the learners with an ability of ${signed(difficulty)} are expected to be right. ${points.map(({ words }) => words).join(' ')}`}
          pointsLabel="Groups of learners"
          axis="Ability"
          ends={ENDS}
          expected={expected}
          middle={{ at: difficulty, off: standardError }}
          points={points}
          marks={{ curve: 'expected', point: 'observed', range: 'likely range', middle: 'difficulty ± standard error' }}
        />
      }
      columns={['Ability', 'Answers', 'Right', 'Expected']}
      rows={points.map(({ at, share, answers }) => [signed(at), answers, percent(share), percent(expected(at))])}
    />
  )
}
