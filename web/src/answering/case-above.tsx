import type { AnswerResult, Question } from '@medicready/domain/contract/questions/questions'
import { lazyPart } from '../ui/lazy-part.ts'
import { Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { CasePanelProps, EarlierPart } from './case-panel.tsx'

const CasePanel = lazyPart(() => import('./case-panel.tsx'))

interface CaseAboveProps extends Omit<CasePanelProps, 'scenario'> {
  question: Question
}

/** The case that a question is a part of; nothing for a question by itself. */
export const CaseAbove = ({ question: { scenario }, ...shown }: CaseAboveProps) =>
  scenario && (
    <Part fallback={<Skeleton className="h-40" />}>
      <CasePanel {...shown} scenario={scenario} />
    </Part>
  )

/** A part of a case of which everything may be told. */
export const toldPart = (result: AnswerResult): EarlierPart => ({
  question: result.question,
  selectedAnswer: result.selectedAnswer,
  result,
})

/** Whether the case takes the focus of a new screen, in place of the stem: where it begins, its patient comes first. */
export const beginsCase = ({ scenario }: Question): boolean => scenario?.part === 1
