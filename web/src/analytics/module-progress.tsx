import type { Analytics } from '@medicready/domain/contract/study/analytics'
import { moduleLabel } from '@medicready/domain/study/modules'
import { Card } from '../ui/card.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { Progress } from '../ui/progress.tsx'
import { countOf, percentOf } from '../ui/words.ts'
import { StartStudying } from './start-studying.tsx'

/** The accuracy in each module, on every plan. */
export const ModuleProgress = ({ totals: { modules } }: Pick<Analytics, 'totals'>) => (
  <Card aria-labelledby="module-progress" className="break-inside-avoid">
    <h2 id="module-progress" className="text-lg font-semibold">
      Module Progress
    </h2>
    <p className="mt-1 text-sm text-muted">Your accuracy in each module that you have answered in.</p>
    {modules.length === 0 ? (
      <EmptyState title="No answers yet" action={<StartStudying />}>
        Answer a question and its module appears here.
      </EmptyState>
    ) : (
      <ul className="mt-4 grid gap-x-8 gap-y-4 sm:grid-cols-2">
        {modules.map(({ module, answered, scored, correct, accuracy }) => (
          <li key={module}>
            <div className="mb-1.5 flex flex-wrap justify-between gap-x-3 text-sm">
              <span>{moduleLabel(module)}</span>
              <span className="text-muted tabular-nums">
                {accuracy === null ? (
                  `${countOf(answered, 'answer')}, not scored yet`
                ) : (
                  <>
                    <strong className="font-semibold text-ink">{percentOf(accuracy)}</strong> · {correct} of {countOf(scored, 'answer')}{' '}
                    right
                  </>
                )}
              </span>
            </div>
            <Progress label={`Accuracy in ${moduleLabel(module)}, in percent`} value={Math.round(100 * (accuracy ?? 0))} max={100} />
          </li>
        ))}
      </ul>
    )}
  </Card>
)
