import type { AnswerResult, Question } from '@medicready/domain/contract/questions/questions'
import { lazyPart, Part } from '../ui/part.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { CasePanelProps, EarlierPart } from './case-panel.tsx'

const CasePanel = lazyPart(() => import('./case-panel.tsx'))

interface CaseAboveProps extends Omit<CasePanelProps, 'scenario'> {
  question: Question
}

export const CaseAbove = ({ question: { scenario }, ...shown }: CaseAboveProps) =>
  scenario && (
    <Part fallback={<Skeleton className="h-40" />}>
      <CasePanel {...shown} scenario={scenario} />
    </Part>
  )

export const toldPart = (result: AnswerResult): EarlierPart => ({
  question: result.question,
  selectedAnswer: result.selectedAnswer,
  result,
})

/** Where a case begins, its patient takes the focus of a new screen instead of the stem. */
export const beginsCase = ({ scenario }: Question): boolean => scenario?.part === 1
