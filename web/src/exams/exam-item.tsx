import type { ItemAnswer, Question } from '@medicready/domain/contract/questions/questions'
import { useState } from 'react'
import { AnswerBar } from '../answering/answer-bar.tsx'
import { type GivenAnswer, useAnswering } from '../answering/answering.ts'
import { beginsCase, CaseAbove } from '../answering/case-above.tsx'
import type { EarlierPart } from '../answering/case-panel.tsx'
import { QuestionCard } from '../answering/question-card.tsx'
import { QuestionKeysButton } from '../answering/question-keys-button.tsx'
import type { ExamAnswered } from './exam-progress.ts'
import { examAnswering } from './exam-words.ts'
import { keepDraft, keptDraft } from './kept-draft.ts'
import { unsentAnswer } from './unsent-answers.ts'

interface ExamItemProps {
  examId: string
  question: Question
  /** What was answered to the parts before it, where it is a part of a set. */
  earlier: readonly EarlierPart[]
  /** Whether a break covers it. */
  isCovered: boolean
  takesFocus: boolean
  send: (given: { answer: ItemAnswer; timeSpentSeconds: number }) => Promise<ExamAnswered>
  onAnswered: (answered: ExamAnswered, sent: ItemAnswer | null) => void
}

/** The question that is due in an exam: what it asks and how it is answered, and nothing that tells how it goes. */
export function ExamItem({ examId, question, earlier, isCovered, takesFocus, send, onAnswered }: ExamItemProps) {
  const [unsent] = useState(() => unsentTo(examId, question.id))
  const [before] = useState(() => keptDraft(examId, question.id))
  const answering = useAnswering({
    question,
    result: null,
    send: ({ answer, timeSpent }) => {
      if (answer === null) throw new Error('An exam takes no answer that says nothing.')
      return send({ answer, timeSpentSeconds: timeSpent })
    },
    onAnswered,
    isCovered,
    closedBook: true,
    unsent,
    kept: { before, keep: (draft) => keepDraft(examId, { questionId: question.id, draft }) },
    words: examAnswering,
  })
  return (
    <>
      <CaseAbove question={question} earlier={earlier} showsAnswers={false} takesFocus={takesFocus && beginsCase(question)} />
      <QuestionCard answering={answering} takesFocus={takesFocus && !beginsCase(question)} />
      <AnswerBar answering={answering} back={<QuestionKeysButton answering={answering} />} />
    </>
  )
}

/** What was given before the screen was left, and may not have arrived. */
function unsentTo(examId: string, questionId: string): GivenAnswer | null {
  const kept = unsentAnswer(examId)
  return kept?.questionId === questionId
    ? { answer: kept.answer, timeSpent: kept.timeSpentSeconds, flaggedForReview: false, confidence: null }
    : null
}
