import { useSuspenseQuery } from '@tanstack/react-query'
import { readinessQuery } from '../api/own-reads.ts'
import { useToday } from '../api/today.ts'
import { paths } from '../paths.ts'
import { mockExams } from '../shared/mock-exam-choice.tsx'
import { LinkButton, TextLink } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { AnswersMissing } from './answers-missing.tsx'
import { chanceToday } from './chance-words.ts'

export default function ReadinessInShort() {
  const { blueprint, figures, ...answers } = useSuspenseQuery(readinessQuery(useToday())).data
  return (
    <Card aria-labelledby="readiness-in-short" className="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="grid min-w-0 grow basis-72 gap-1">
        <h2 id="readiness-in-short" className="text-lg font-semibold tabular-nums">
          {figures ? chanceToday(figures) : 'Readiness'}
        </h2>
        {figures ? (
          <p className="text-sm text-muted">
            Your chance to pass, and its 80% range. {mockExams.find(({ name }) => name === blueprint)?.words}.{' '}
            <TextLink to={paths.readiness()}>How it is computed</TextLink>
          </p>
        ) : (
          <AnswersMissing {...answers} />
        )}
      </div>
      {figures && <LinkButton to={paths.analytics()} variant="secondary" size="sm" label="What would raise it" />}
    </Card>
  )
}
