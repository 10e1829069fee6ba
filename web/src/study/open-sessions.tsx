import type { SessionInShort } from '@medicready/domain/contract/study-sessions'
import { studyModeRules } from '@medicready/domain/study/modes'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { Progress } from '../ui/progress.tsx'

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Sessions that wait to be taken up, on whatever device they were begun; nothing where none does. */
export const OpenSessions = ({ sessions }: { sessions: readonly SessionInShort[] }) =>
  sessions.length > 0 && (
    <Card aria-labelledby="open-sessions">
      <h2 id="open-sessions" className="text-lg font-semibold">
        Continue where you stood
      </h2>
      <ul className="mt-2 divide-y divide-hairline">
        {sessions.map(({ id, mode, startedAt, answered, totalQuestions }) => {
          const { name } = studyModeRules[mode]
          const begun = timeOfDay.format(new Date(startedAt))
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-6 gap-y-3 py-3 last:pb-0">
              <div className="grid min-w-0 grow basis-52 gap-1.5">
                <p>
                  <span className="font-semibold">{name}</span>{' '}
                  <span className="text-sm text-muted">
                    {answered} of {totalQuestions} answered · begun {begun}
                  </span>
                </p>
                <Progress label={`Answered in ${name}, begun ${begun}`} value={answered} max={totalQuestions} />
              </div>
              <LinkButton to={paths.studySession({ session: id })} aria-label={`Continue ${name}, begun ${begun}`}>
                CONTINUE
              </LinkButton>
            </li>
          )
        })}
      </ul>
    </Card>
  )
