import type { AnswerResult } from '@medicready/domain/contract/questions'
import type { DailyQuestion } from '@medicready/domain/contract/study'
import type { ItemAnswer } from '@medicready/domain/questions/item'
import { useState } from 'react'
import { SessionQuestion } from './session-question.tsx'
import { SessionScore } from './session-score.tsx'

interface Outcome {
  result: AnswerResult
  /** What was chosen here; another answer may have stood already. */
  chosen: ItemAnswer
}

/** Goes through the questions from the first that is not answered to the score. */
export function StudySession({ dailyQuestions }: { dailyQuestions: readonly DailyQuestion[] }) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  const [place, setPlace] = useState(() => {
    const unanswered = dailyQuestions.findIndex((daily) => daily.answer === null)
    return unanswered < 0 ? dailyQuestions.length : unanswered
  })
  /** The first screen leaves the focus where the navigation put it; each later one takes it to its heading. */
  const [moved, setMoved] = useState(false)

  const resultOf = (daily: DailyQuestion) => outcomes.get(daily.questionId)?.result ?? daily.answer
  const goTo = (next: number) => {
    setMoved(true)
    setPlace(next)
    window.scrollTo({ top: 0 })
  }

  const current = dailyQuestions[place]
  if (!current) return <SessionScore questions={dailyQuestions.map((daily) => ({ question: daily.question, result: resultOf(daily) }))} />
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <SessionQuestion
        key={current.questionId}
        question={current.question}
        result={resultOf(current)}
        chosen={outcomes.get(current.questionId)?.chosen}
        takesFocus={moved}
        position={{ number: place + 1, of: dailyQuestions.length, answered: dailyQuestions.filter(resultOf).length }}
        onAnswered={(result, chosen) => setOutcomes((before) => new Map(before).set(current.questionId, { result, chosen }))}
        onNext={() => goTo(place + 1)}
        onPrevious={place > 0 ? () => goTo(place - 1) : undefined}
      />
    </div>
  )
}
