import type { SessionInShort } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { ChevronDown } from 'lucide-react'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { Progress } from '../ui/progress.tsx'
import { instantFormat } from '../ui/words.ts'

const KeepOffline = lazyPart(() => import('./keep-offline.tsx'))

const timeOfDay = instantFormat({ timeStyle: 'short' })

const SHOWN_AT_ONCE = 3

export const OpenSessions = ({ sessions }: { sessions: readonly SessionInShort[] }) =>
  sessions.length > 0 && (
    <Card heading="Continue where you left off">
      <SessionList sessions={sessions.slice(0, SHOWN_AT_ONCE)} />
      {sessions.length > SHOWN_AT_ONCE && (
        <details className="group mt-3 border-t border-hairline pt-2">
          <summary className="inline-flex min-h-11 list-none items-center gap-1.5 rounded-control text-sm font-semibold [&::-webkit-details-marker]:hidden">
            {sessions.length - SHOWN_AT_ONCE} more of today
            <ChevronDown aria-hidden className="size-4 text-muted transition-transform group-open:rotate-180" />
          </summary>
          <SessionList sessions={sessions.slice(SHOWN_AT_ONCE)} />
        </details>
      )}
    </Card>
  )

const SessionList = ({ sessions }: { sessions: readonly SessionInShort[] }) => (
  <ul className="mt-2 divide-y divide-hairline">
    {sessions.map((session) => {
      const { id, mode, startedAt, answered, totalQuestions } = session
      const { name } = studyModeRules[mode]
      const begun = timeOfDay(startedAt)
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
          {studyModeRules[mode].showsAnswers && (
            <Part>
              <KeepOffline id={id} name={`${name}, begun ${begun}`} />
            </Part>
          )}
          <LinkButton to={paths.studySession({ session: id })} aria-label={`Continue ${name}, begun ${begun}`} label="CONTINUE" />
        </li>
      )
    })}
  </ul>
)
