import type { AnswerResult, ItemAnswer, Question } from '@medicready/domain/contract/questions'
import type { DailyQuestion } from '@medicready/domain/contract/study'
import { useState } from 'react'
import { QuestionSkeleton } from '../answering/question-skeleton.tsx'
import { SessionQuestion } from './session-question.tsx'
import { earlierParts } from './session-questions.ts'
import { SessionScore } from './session-score.tsx'

interface Outcome {
  result: AnswerResult
  /** What was chosen here; another answer may have stood already. */
  chosen: ItemAnswer
}

/** Goes through the questions from the first that is not answered to the score. */
export function StudySession({ dailyQuestions }: { dailyQuestions: readonly DailyQuestion[] }) {
  const [outcomes, setOutcomes] = useState<ReadonlyMap<string, Outcome>>(new Map())
  /** The parts of sets that answers opened here, also after midnight, when those of the new day are fetched. */
  const [opened, setOpened] = useState<ReadonlyMap<string, Question>>(new Map())
  const [place, setPlace] = useState(() => {
    const unanswered = dailyQuestions.findIndex((daily) => daily.answer === null)
    return unanswered < 0 ? dailyQuestions.length : unanswered
  })
  /** The first screen leaves the focus where the navigation put it; each later one takes it to its heading. */
  const [moved, setMoved] = useState(false)

  const resultOf = (daily: DailyQuestion) => outcomes.get(daily.questionId)?.result ?? daily.answer
  const questionOf = (daily: DailyQuestion) => opened.get(daily.questionId) ?? daily.question
  const goTo = (next: number) => {
    setMoved(true)
    setPlace(next)
    window.scrollTo({ top: 0 })
  }

  const current = dailyQuestions[place]
  if (!current)
    return (
      <SessionScore
        questions={dailyQuestions.flatMap((daily) => {
          const question = questionOf(daily)
          return question ? [{ question, result: resultOf(daily) }] : []
        })}
      />
    )
  const question = questionOf(current)
  // A part is come to with the answer that opens it, and stands in the next list that is fetched.
  if (!question) return <QuestionSkeleton />
  return (
    <div className="mx-auto grid max-w-3xl gap-4">
      <SessionQuestion
        key={current.questionId}
        question={question}
        result={resultOf(current)}
        chosen={outcomes.get(current.questionId)?.chosen}
        takesFocus={moved}
        earlierParts={earlierParts(dailyQuestions, place).flatMap((daily) => resultOf(daily) ?? [])}
        position={{ number: place + 1, of: dailyQuestions.length, answered: dailyQuestions.filter(resultOf).length }}
        onAnswered={(result, chosen) => setOutcomes((before) => new Map(before).set(current.questionId, { result, chosen }))}
        onOpened={(question) => setOpened((before) => new Map(before).set(question.id, question))}
        onNext={() => goTo(place + 1)}
        onPrevious={place > 0 ? () => goTo(place - 1) : undefined}
      />
    </div>
  )
}
