import type { Readiness } from '@medicready/domain/contract/readiness/readiness'
import { Progress } from '../ui/progress.tsx'
import { countOf } from '../ui/words.ts'

export function AnswersMissing({ scoredAnswers, missingAnswers }: Pick<Readiness, 'scoredAnswers' | 'missingAnswers'>) {
  const least = scoredAnswers + missingAnswers
  return (
    <div className="grid max-w-xl gap-2">
      <p>
        <span className="font-semibold">{countOf(missingAnswers, 'more answer')} to go.</span> After {least} scored answers you see how
        likely you are to pass. With fewer it would be a guess.
      </p>
      <div className="flex items-center gap-3">
        <Progress label="Scored answers" value={scoredAnswers} max={least} />
        <span className="shrink-0 text-sm text-muted tabular-nums">
          {scoredAnswers} of {least}
        </span>
      </div>
    </div>
  )
}
