import type { Figures } from '@medicready/domain/contract/study/analytics'
import { moduleLabel } from '@medicready/domain/study/modules'
import { ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { Link } from 'react-router-dom'
import { confidenceWords } from '../answering/kind-names.ts'
import { useMoment } from '../api/rendered-at.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/card.tsx'
import { CalibrationPlot } from '../ui/charts/calibration-plot.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { agoOf, countOf, percentOf, shareRange } from '../ui/words.ts'
import { FigureCard } from './figure-card.tsx'

const readings = {
  over: 'You tend to be a little more confident than your answers justify.',
  under: 'You know more than you think.',
  even: 'Your confidence matches how often you are right.',
} as const

export function CalibrationCard({ figures: { calibration }, isExample }: { figures: Figures; isExample: boolean }) {
  const levels = confidenceWords.map((name, index) => ({
    name: `${index + 1}, ${name.toLowerCase()}`,
    tick: name,
    level: calibration.levels.find(({ confidence }) => confidence === index + 1),
  }))
  const wordsOf = ({ name, level }: (typeof levels)[number]) =>
    level
      ? `Confidence ${name}: right ${percentOf(level.accuracy)} of the time, likely range ${shareRange(level.likelyRange)}, from ${countOf(level.scored, 'answer')}`
      : `Confidence ${name}: no answers yet`
  return (
    <FigureCard
      title="Confidence and Correctness"
      explanation="How often you were right at each confidence level in Tutor Mode."
      isExample={isExample}
      empty={
        calibration.levels.length === 0
          ? {
              title: 'No confidence ratings yet',
              text: 'Tutor Mode asks for your confidence before you answer.',
              action: (
                <LinkButton to={paths.studyMode()} variant="secondary">
                  Start Tutor Mode
                </LinkButton>
              ),
            }
          : null
      }
      chart={
        <CalibrationPlot
          label={levels
            .filter(({ level }) => level)
            .map(wordsOf)
            .join('; ')}
          pointsLabel="Levels of confidence"
          levels={levels.map(({ name, tick, level }, index) => ({
            tick,
            shortTick: String(index + 1),
            found: level ? { share: level.accuracy, ...level.likelyRange } : null,
            expected: level?.claimed ?? null,
            words: wordsOf({ name, tick, level }),
          }))}
          marks={{ found: 'How often you were right', range: 'Likely range', expected: 'Perfect match' }}
        />
      }
      columns={['Confidence', 'Answers', 'Right', 'Likely range', 'Perfect match']}
      rows={levels.flatMap(({ name, level }) =>
        level ? [[name, level.scored, percentOf(level.accuracy), shareRange(level.likelyRange), percentOf(level.claimed)] as const] : [],
      )}
    >
      {calibration.reading && <p className="mt-3 font-medium">{readings[calibration.reading]}</p>}
    </FigureCard>
  )
}

export function SureAndWrongCard({ figures: { sureAndWrong }, isExample }: { figures: Figures; isExample: boolean }) {
  const id = useId()
  const now = useMoment()
  const { questions, latest } = sureAndWrong
  return (
    <Card
      {...(isExample ? { 'aria-label': 'Example, not your own figures: Sure and Wrong' } : { 'aria-labelledby': id })}
      className="min-w-0 box-decoration-clone"
    >
      <h2 id={id} className="flex break-after-avoid flex-wrap items-center gap-x-3 gap-y-1 text-lg font-semibold">
        Sure and Wrong
        {isExample && <Badge>Example</Badge>}
      </h2>
      <p className="mt-1 break-after-avoid text-sm text-muted">
        Questions that you missed with confidence 4 or 5, latest first, until you answer them correctly.
      </p>
      {latest.length === 0 ? (
        <EmptyState title="Nothing here">You have no confident misses to review.</EmptyState>
      ) : (
        <>
          <ul className="mt-3 grid">
            {latest.map((question) => (
              <li key={question.questionId} className="break-inside-avoid border-b border-hairline last:border-0">
                <MissedQuestion question={question} now={now} isExample={isExample} />
              </li>
            ))}
          </ul>
          {questions > latest.length && (
            <p className="mt-2 text-sm text-muted">
              The latest {latest.length} of {countOf(questions, 'question')}.
            </p>
          )}
        </>
      )}
    </Card>
  )
}

interface MissedQuestionProps {
  question: Figures['sureAndWrong']['latest'][number]
  now: number
  /** Example questions do not exist, so there is nothing to link to. */
  isExample: boolean
}

function MissedQuestion({ question: { questionId, module, stem, confidence, answeredAt }, now, isExample }: MissedQuestionProps) {
  const words = (
    <span className="grid min-w-0 flex-1 gap-0.5">
      <span className="line-clamp-2 font-medium">{stem}</span>
      <span className="text-sm text-muted">
        {moduleLabel(module)} · Confidence {confidence}, {agoOf(answeredAt, now)}
      </span>
    </span>
  )
  const look = 'flex min-h-14 items-center gap-3 py-2.5'
  if (isExample) return <div className={look}>{words}</div>
  return (
    <Link to={paths.question(questionId)} className={`${look} -mx-2 rounded-control px-2 transition-colors hover:bg-sunken`}>
      {words}
      <ChevronRight aria-hidden className="size-4 shrink-0 text-muted print:hidden" />
    </Link>
  )
}
