import type { Readiness, ReadinessFigures } from '@medicready/domain/contract/readiness/readiness'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { readinessQuery } from '../api/readiness.ts'
import { useToday } from '../api/today.ts'
import { chanceToday, percentOfChance, rangeOfChance } from '../app/chance-words.ts'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { Gauge } from '../ui/charts/gauge.tsx'
import { AnswersMissing } from './answers-missing.tsx'
import { ChanceTrend } from './chance-trend.tsx'
import { ProfileChoice } from './profile-choice.tsx'
import { certaintyWords, chanceSentence, guessedWords, rangeWords } from './readiness-words.ts'
import { ToldOutcome } from './told-outcome.tsx'
import { WhatHasFaded, WhatWouldMoveIt } from './what-moves-it.tsx'

/** How likely the caller would pass today, how sure that is, how it went on, and what would move it. */
export default function ReadinessCard() {
  const { data: readiness } = useSuspenseQuery(readinessQuery(useToday()))
  const { figures, outcome } = readiness
  return (
    <Card aria-labelledby="readiness" className="grid min-w-0 gap-5 box-decoration-clone">
      <div>
        <h2 id="readiness" className="text-lg font-semibold">
          Readiness
        </h2>
        <p className="mt-1 max-w-2xl text-sm text-muted">
          Your chance to pass the exam if you took it today, estimated from your answers. It is not a promise, and not an NREMT score.{' '}
          <Link to={paths.readiness()} className="font-medium text-brand underline underline-offset-4">
            How it is computed, and how often it is right
          </Link>
        </p>
      </div>
      {figures ? <Figures readiness={readiness} figures={figures} /> : <AnswersMissing {...readiness} />}
      {outcome && <ToldOutcome outcome={outcome} />}
    </Card>
  )
}

const Figures = ({ readiness, figures }: { readiness: Readiness; figures: ReadinessFigures }) => (
  <>
    <div className="grid items-center gap-x-8 gap-y-5 md:grid-cols-[auto_minmax(0,1fr)]">
      <Gauge
        label={chanceSentence(figures)}
        value={figures.chance}
        low={figures.low}
        high={figures.high}
        words={percentOfChance(figures.chance)}
        rangeWords={rangeOfChance(figures) === null ? '' : rangeWords(figures)}
        marks={{ value: 'Your chance to pass', range: '80% range' }}
      />
      <div className="grid gap-3">
        <p className="text-xl font-semibold tabular-nums">{chanceToday(figures)}</p>
        <p className="max-w-[60ch]">{certaintyWords(figures, guessedWords(figures.byCategory))}</p>
        <ProfileChoice blueprint={readiness.blueprint} />
      </div>
    </div>
    <div className="grid gap-x-8 gap-y-5 border-t border-hairline pt-5 lg:grid-cols-2">
      <WhatWouldMoveIt byCategory={figures.byCategory} />
      <WhatHasFaded byCategory={figures.byCategory} />
    </div>
    <div className="min-w-0 border-t border-hairline pt-5">
      <ChanceTrend trend={figures.trend} />
    </div>
  </>
)
