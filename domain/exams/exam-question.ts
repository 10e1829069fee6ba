import type { ExamQuestion } from '../contract/exams/exams.ts'
import type { Question } from '../contract/questions/questions.ts'
import { difficultyOf } from './difficulty.ts'

/** Where a question stands in an exam, and how hard it is there. */
interface Place {
  /** Counted from 1. */
  readonly order: number
  /** In logits. */
  readonly difficulty: number
}

/** A question as an exam shows it: the letters go by the order in which its choices are shown. */
export function examQuestion(asked: Question, { order, difficulty }: Place): ExamQuestion {
  const [optionA = null, optionB = null, optionC = null, optionD = null] = asked.item.kind === 'multiple_choice' ? asked.choices : []
  return {
    order,
    id: asked.id,
    module: asked.module,
    difficulty: difficultyOf(difficulty),
    question: asked.stem,
    optionA,
    optionB,
    optionC,
    optionD,
    asked,
  }
}
