import type { AnswerResult, AskedItem, ItemKind, Question } from '@medicready/domain/contract/questions/questions'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Keyboard } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { rooms, sharedData } from '../api/query-keys.ts'
import { read } from '../api/read.ts'
import { Badge } from '../ui/badge.tsx'
import { IconButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { ShareBar } from '../ui/progress.tsx'
import { rowLetter } from '../ui/radio-rows.tsx'
import { Skeleton, SkeletonRows } from '../ui/skeleton.tsx'
import { capitalized } from '../ui/words.ts'
import type { Answering } from './answer/answering.ts'
import { draftOf, lettered } from './answer/item-answer.ts'
import { MultipleChoice } from './kinds/choice-rows.tsx'
import type { KindProps } from './kinds/kind-props.ts'
import { QuestionPicture } from './question-picture.tsx'
import type { AllTools } from './tools/all-tools.tsx'

/** Told only to those who answered this version, and only once enough people have. */
const choicesQuery = (questionId: string, version: number) =>
  queryOptions({
    ...sharedData,
    queryKey: [...rooms.questions, questionId, 'choices', version],
    queryFn: async (query) => (await read(query, 'GET /api/questions/{id}/statistics', { params: { id: questionId } })).choices,
  })

/** Percent of each choice. Empty until there is an answer and enough people have answered, or if it fails. */
function useChosenBy(result: AnswerResult | null) {
  const { id = '', version = 0 } = result?.question ?? {}
  const { data } = useQuery({ ...choicesQuery(id, version), enabled: result !== null })
  return data ?? undefined
}

/** With many choices, wrong ones that few made are left out. */
const FEWEST_PERCENT = 10

export function ChosenBy({ result }: { result: AnswerResult }) {
  const chosenBy = useChosenBy(result)
  if (!chosenBy) return null
  const { item } = result.question
  const hasLetters = lettered(item).length === chosenBy.length
  const shown = hasLetters ? chosenBy : chosenBy.filter(({ isRight, percent }) => isRight || percent >= FEWEST_PERCENT)
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-semibold">What others chose</h3>
      <ul className="grid gap-2.5 text-sm">
        {shown.map(({ choice, isRight, percent }, index) => (
          <li key={choice} className="grid gap-1">
            <span className="flex gap-3">
              <span className="min-w-0 flex-1">
                {hasLetters && <span className="font-semibold">{rowLetter(index)}. </span>}
                {choice}
                {isRight && <span className="text-muted"> (correct{hasLetters ? ' answer' : ''})</span>}
              </span>
              <span className="shrink-0 text-muted tabular-nums">{percent}% chose this</span>
            </span>
            <ShareBar percent={percent} tone={isRight ? 'ok' : 'brand'} className="h-1.5 rounded-pill bg-hairline" />
          </li>
        ))}
      </ul>
      {shown.length < chosenBy.length && (
        <p className="mt-2 text-sm text-muted">Wrong choices that fewer than {FEWEST_PERCENT}% chose are not shown.</p>
      )}
    </section>
  )
}

/** Loaded with the question but not waited for: if the code does not come, the question works without the tools. */
const tools: Promise<AllTools> = import('./tools/all-tools.tsx').then(
  (loaded) => loaded.default,
  () => ({ ToolBar: () => null, StemText: ({ question }) => question.stem }),
)
const ToolBar = lazyPart(async () => ({ default: (await tools).ToolBar }))
const StemText = lazyPart(async () => ({ default: (await tools).StemText }))

interface QuestionCardProps {
  answering: Answering
  /** Whether the stem takes the focus, so that a question that follows another is read out. */
  takesFocus?: boolean
  header?: ReactNode
}

export function QuestionCard({ answering, takesFocus = false, header }: QuestionCardProps) {
  const { question, result, answeredDraft, answer, isLocked } = answering
  const { draft, change, parts } = answering.draft
  const stem = useRef<HTMLHeadingElement>(null)
  const focusStem = useEffectEvent(() => {
    if (!takesFocus) return
    stem.current?.focus({ preventScroll: true })
    // Below a long case it may be out of view.
    stem.current?.scrollIntoView({ block: 'nearest' })
  })
  useEffect(() => focusStem(), [])
  const chosenBy = useChosenBy(answer.isShown ? result : null)
  const view: ComponentProps<typeof ItemView> = {
    item: question.item,
    draft: answeredDraft ?? draft,
    change,
    locked: isLocked,
    outcome: result && { isCorrect: result.isCorrect, right: answer.isShown ? draftOf(result.question.key) : null },
    chosenBy: chosenBy && new Map(chosenBy.map(({ choice, percent }) => [choice, percent])),
  }
  return (
    <article
      aria-label="Question"
      className="wrap-break-word rounded-card border border-hairline bg-surface p-4 max-sm:wrap-anywhere sm:p-6"
    >
      {header && <div className="mb-4 flex flex-wrap items-center gap-2">{header}</div>}
      <Part fallback={<div className="mb-3 h-12" />}>
        <ToolBar answering={answering} />
      </Part>
      <h1 ref={stem} tabIndex={-1} className="question-text max-w-[68ch] scroll-mb-28 text-lg font-medium whitespace-pre-line">
        <Part fallback={question.stem}>
          <StemText question={question} />
        </Part>
      </h1>
      {question.picture && (
        <div className="mt-5">
          <QuestionPicture key={question.id} picture={question.picture}>
            <PictureMarkers {...view} />
          </QuestionPicture>
        </div>
      )}
      <div ref={parts} className="question-text mt-5">
        <ItemView {...view} />
      </div>
    </article>
  )
}

const difficultyTones = { easy: 'ok', moderate: 'warn', hard: 'bad' } as const

export const QuestionBadges = ({ module, difficulty, bloomsLevel }: Partial<Pick<Question, 'module' | 'difficulty' | 'bloomsLevel'>>) => (
  <>
    {module && <Badge tone="brand">{moduleLabel(module)}</Badge>}
    {difficulty && (
      <Badge tone={difficultyTones[difficulty]}>
        <span className="sr-only">Difficulty:</span> {capitalized(difficulty)}
      </Badge>
    )}
    {bloomsLevel && (
      <Badge>
        <span className="sr-only">Level:</span> {capitalized(bloomsLevel)}
      </Badge>
    )}
  </>
)

const QuestionKeysHelp = lazyPart(() => import('./question-keys-help.tsx'))

/** Hidden on phones, which have no keys. */
export const QuestionKeysButton = ({ answering: { question, keys, flag, answer, closedBook } }: { answering: Answering }) => (
  <>
    <IconButton icon={Keyboard} label="Keyboard shortcuts" className="text-muted max-sm:hidden" onClick={() => keys.showHelp(true)} />
    <Part>
      {keys.helpOpen && (
        <QuestionKeysHelp
          item={question.item}
          flags={flag.canFlag}
          showsAnswer={!answer.showsAtOnce}
          closedBook={closedBook}
          onClose={() => keys.showHelp(false)}
        />
      )}
    </Part>
  </>
)

/** Single choice is in the main code; the other kinds load with the first question of one. */
const loadFurther = () => import('./kinds/further-kinds.tsx')
const FurtherKinds = lazyPart(loadFurther)
const HotSpotMarkers = lazyPart(async () => ({ default: (await loadFurther()).HotSpotMarkers }))

type ItemViewProps = Omit<KindProps<ItemKind>, 'item'> & { item: AskedItem }

export const ItemView = ({ item, ...rest }: ItemViewProps) =>
  item.kind === 'multiple_choice' ? (
    <MultipleChoice item={item} {...rest} />
  ) : (
    <Part
      fallback={
        <div className="grid gap-3">
          <SkeletonRows rows={4} className="h-12" />
        </div>
      }
    >
      <FurtherKinds item={item} {...rest} />
    </Part>
  )

export const PictureMarkers = ({ item, ...rest }: ItemViewProps) =>
  item.kind === 'hot_spot' && (
    <Part>
      <HotSpotMarkers item={item} {...rest} />
    </Part>
  )

export const QuestionSkeleton = () => (
  <Card>
    <Skeleton className="h-6 w-72 max-w-full" />
    <Skeleton className="mt-4 h-35" />
    <div className="mt-6 grid gap-3">
      <SkeletonRows rows={4} className="h-12" />
    </div>
  </Card>
)

export const AnsweringSkeleton = () => (
  <div className="mx-auto grid max-w-3xl gap-4">
    <div className="grid gap-1">
      <Skeleton className="h-11" />
      <Skeleton className="h-2" />
    </div>
    <QuestionSkeleton />
  </div>
)
