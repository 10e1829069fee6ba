import type { ExamQuestionInFull } from '@medicready/domain/contract/exams/exams'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { ChevronDown } from 'lucide-react'
import { type ComponentProps, startTransition, useState } from 'react'
import { draftOf } from '../answering/answer/item-answer.ts'
import { outcomeSign } from '../answering/answer-list.tsx'
import { Explanation } from '../answering/explanation.tsx'
import { ItemView, PictureMarkers } from '../answering/question-card.tsx'
import { QuestionPicture } from '../answering/question-picture.tsx'
import { Badge } from '../ui/badge.tsx'
import { Card, CardTitle } from '../ui/card.tsx'
import { Switch } from '../ui/switch.tsx'
import { countOf, durationOf } from '../ui/words.ts'

export function GivenQuestions({ questions }: { questions: readonly ExamQuestionInFull[] }) {
  const [onlyWrong, setOnlyWrong] = useState(false)
  const wrong = questions.filter(({ result }) => result?.isCorrect === false)
  const shown = onlyWrong ? wrong : questions
  return (
    <Card aria-labelledby="given-questions" className="box-decoration-clone">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <CardTitle id="given-questions">Your Questions</CardTitle>
        {wrong.length > 0 && (
          <div className="print:hidden">
            <Switch label={`Only wrong answers (${wrong.length})`} checked={onlyWrong} onChange={setOnlyWrong} />
          </div>
        )}
      </div>
      <p role="status" className="text-sm text-muted">
        {countOf(shown.length, 'question')}
      </p>
      <ol className="mt-3 divide-y divide-hairline border-t border-hairline">
        {shown.map((given) => (
          <li key={given.id} className="break-inside-avoid">
            <Given given={given} />
          </li>
        ))}
      </ol>
    </Card>
  )
}

function Given({ given: { order, asked, result, isAnswered, isPilot, timeSpentSeconds } }: { given: ExamQuestionInFull }) {
  // Folded content is not rendered, so that 150 questions do not load their pictures.
  const [open, setOpen] = useState(false)
  const { icon: Icon, tone, words } = outcomeSign(result ? result.isCorrect : isAnswered ? 'withheld' : 'notAnswered')
  const told = [
    words,
    moduleLabel(asked.module),
    ...(asked.scenario ? [`Part ${asked.scenario.part} of ${asked.scenario.of} of a case`] : []),
    ...(timeSpentSeconds === null ? [] : [durationOf(timeSpentSeconds)]),
  ]
  return (
    <details className="group" onToggle={({ currentTarget }) => startTransition(() => setOpen(currentTarget.open))}>
      <summary className="flex min-h-12 list-none items-center gap-3 rounded-control py-2 [&::-webkit-details-marker]:hidden">
        <Icon aria-hidden className={`size-5 shrink-0 ${tone}`} />
        <span className="grid min-w-0 flex-1">
          <span className="truncate text-sm font-medium group-open:whitespace-normal">
            <span className="tabular-nums">{order}.</span> {asked.stem}
          </span>
          <span className="text-sm text-muted">
            {told.join(' · ')} {isPilot && <Badge>Not scored</Badge>}
          </span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180 print:hidden" />
      </summary>
      {open && <InFull asked={asked} result={result} />}
    </details>
  )
}

function InFull({ asked, result }: Pick<ExamQuestionInFull, 'asked' | 'result'>) {
  const view: ComponentProps<typeof ItemView> = {
    item: asked.item,
    draft: draftOf(result?.answer ?? null),
    change: () => undefined,
    locked: true,
    outcome: result && { isCorrect: result.isCorrect, right: draftOf(result.question.key) },
    chosenBy: undefined,
  }
  return (
    <div className="grid gap-5 pt-2 pb-6">
      {asked.scenario && (
        <div className="question-text max-w-[68ch] border-l-4 border-control pl-3">
          <p className="text-sm font-semibold">The patient</p>
          <p className="whitespace-pre-line">{asked.scenario.patient}</p>
        </div>
      )}
      {asked.picture && (
        <QuestionPicture picture={asked.picture}>
          <PictureMarkers {...view} />
        </QuestionPicture>
      )}
      <div className="question-text">
        <ItemView {...view} />
      </div>
      {result ? <Explanation result={result} /> : <p className="text-sm text-muted">You gave no answer.</p>}
    </div>
  )
}
