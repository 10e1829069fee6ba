import { difficultyOf } from '../../exams/shown/difficulty.ts'
import type { Question } from '../questions/questions.ts'
import type { ExamQuestion } from './exams.ts'

interface Place {
  readonly order: number
  /** In logits. */
  readonly difficulty: number
}

/** Letters follow the order in which choices are shown. */
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
