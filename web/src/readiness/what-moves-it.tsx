import { QUIZ_TIER } from '@medicready/domain/billing/tiers'
import type { CategoryReadiness } from '@medicready/domain/contract/readiness/readiness'
import { includesTier } from '@medicready/domain/study/modes'
import { type PreparedQuiz, useBeginQuiz } from '../api/prepared-quiz.ts'
import { useUser } from '../api/session.ts'
import { Button } from '../ui/button.tsx'
import { QUIZ_QUESTIONS, quizAbout } from './category-quiz.ts'
import { categoryWords, dayInShort, pointsOf, whatHasFaded, whatWouldMoveIt } from './readiness-words.ts'

interface ByCategory {
  byCategory: readonly CategoryReadiness[]
}

/** Where an hour of study is worth most, each with a quiz where the plan has quizzes. */
export function WhatWouldMoveIt({ byCategory }: ByCategory) {
  const { subscriptionTier } = useUser()
  const hasQuizzes = includesTier(subscriptionTier, QUIZ_TIER)
  const shown = whatWouldMoveIt(byCategory)
  return (
    <section aria-labelledby="what-would-move-it">
      <h3 id="what-would-move-it" className="font-semibold">
        What would move it most
      </h3>
      {shown.length === 0 ? (
        <p className="mt-1 text-sm text-muted">No part of the exam would move your chance by a whole point. Keep all of them fresh.</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">By how much your chance would rise if you came to a score of 80 there.</p>
          <ul className="mt-2 divide-y divide-hairline">
            {shown.map((category) => (
              <li key={category.category} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3 last:pb-0">
                <span className="grid min-w-0 grow basis-48 gap-0.5">
                  <span className="font-medium">
                    {category.category} <span className="whitespace-nowrap tabular-nums text-ok">+{pointsOf(category.gain)}</span>
                  </span>
                  <span className="text-sm text-muted tabular-nums">{categoryWords(category)}</span>
                </span>
                {hasQuizzes && <Study category={category.category} quiz={quizAbout(category.category)} />}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function Study({ category, quiz }: { category: string; quiz: PreparedQuiz | null }) {
  const { begin, isPending } = useBeginQuiz()
  return (
    quiz && (
      <Button
        variant="secondary"
        size="sm"
        className="print:hidden"
        loading={isPending}
        aria-label={`Study ${QUIZ_QUESTIONS} questions of ${category}`}
        onClick={() => void begin(quiz)}
      >
        Study {QUIZ_QUESTIONS} questions
      </Button>
    )
  )
}

/** What was forgotten, since it was not practised for a while. */
export function WhatHasFaded({ byCategory }: ByCategory) {
  const shown = whatHasFaded(byCategory)
  return (
    <section aria-labelledby="what-has-faded">
      <h3 id="what-has-faded" className="font-semibold">
        What has faded since
      </h3>
      {shown.length === 0 ? (
        <p className="mt-1 text-sm text-muted">Nothing by a whole point: what you know is still fresh.</p>
      ) : (
        <>
          <p className="mt-1 text-sm text-muted">What is not practiced is forgotten little by little. A few questions bring it back.</p>
          <ul className="mt-2 divide-y divide-hairline">
            {shown.map(({ category, faded, lastAnswered }) => (
              <li key={category} className="grid gap-0.5 py-3 last:pb-0">
                <span className="font-medium">
                  {category} <span className="whitespace-nowrap tabular-nums text-warn">−{pointsOf(faded)}</span>
                </span>
                {lastAnswered && <span className="text-sm text-muted">Last answered {dayInShort(lastAnswered)}</span>}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}
