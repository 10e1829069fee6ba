import { QUIZ_TIER, tiers } from '@medicready/domain/billing/shown/tiers'
import type { History, QuizFilter } from '@medicready/domain/contract/study/quizzes'
import { moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { difficulties, judgmentSteps } from '@medicready/domain/questions/shown/terms'
import { includesTier, sessionQuestions, studyModeRules } from '@medicready/domain/study/shown/modes'
import { useQuery, useSuspenseQueries } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { useState } from 'react'
import { kindNames } from '../answering/kind-names.ts'
import { useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, LinkButton } from '../ui/button.tsx'
import { Tick } from '../ui/checkbox.tsx'
import { classList } from '../ui/class-list.ts'
import { Field, Input } from '../ui/field.tsx'
import { lazyPart, Part } from '../ui/part.tsx'
import { ScrollArea } from '../ui/scroll-area.tsx'
import { capitalized, countOf } from '../ui/words.ts'
import { type SessionWish, useBeginSession } from './beginning.ts'
import {
  asAllowed,
  emptyFilter,
  historyWords,
  matchingQuery,
  obstacleTo,
  presetsQuery,
  type QuizDraft,
  SavedQuizzes,
  SaveQuiz,
  toggled,
  topicsQuery,
  wantedCount,
} from './saved-quizzes.tsx'

const KeepAheadButton = lazyPart(() => import('./keep-ahead-button.tsx'))

const histories = Object.keys(historyWords) as History[]
const kinds = Object.keys(kindNames) as (keyof typeof kindNames)[]

export default function QuizBuilder() {
  const { subscriptionTier } = useUser()
  return includesTier(subscriptionTier, QUIZ_TIER) ? <OpenBuilder /> : <LockedBuilder />
}

const LockedBuilder = () => (
  <div className="flex flex-wrap items-center justify-between gap-3">
    <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
      <Badge tone="warn">
        <Lock aria-hidden className="size-3" />
        {tiers[QUIZ_TIER].label}
      </Badge>
      Included in Basic and Premium
    </p>
    <LinkButton variant="secondary" to={paths.subscription()} aria-label="View plans to unlock the quiz builder" label="VIEW PLANS" />
  </div>
)

function OpenBuilder() {
  const { subscriptionTier } = useUser()
  const [{ data: topics }, { data: presets }] = useSuspenseQueries({ queries: [topicsQuery, presetsQuery] })
  const { begin, beginning } = useBeginSession()
  const most = tiers[subscriptionTier].mostSessionQuestions
  const isTimedOpen = includesTier(subscriptionTier, studyModeRules.timed_exam.requiredTier)
  const [filter, setFilter] = useState(emptyFilter)
  const [mode, setMode] = useState<QuizDraft['mode']>('tutor_mode')
  const [typed, setTyped] = useState(String(sessionQuestions(subscriptionTier)))
  const { data: matching, isError } = useQuery(matchingQuery(filter))
  const count = wantedCount(typed, most)
  const change = (changed: Partial<QuizFilter>) => setFilter((before) => ({ ...before, ...changed }))
  const allowed = (preset: QuizDraft) => asAllowed(preset, { most, isTimedOpen })
  const load = (preset: QuizDraft) => {
    const loaded = allowed(preset)
    setFilter(loaded.filter)
    setMode(loaded.mode)
    setTyped(String(loaded.count))
  }
  const shownTopics = topics.filter(({ module }) => filter.modules.length === 0 || filter.modules.includes(module))
  // Chosen topics stay visible so that they can be deselected.
  const topicNames = [...new Set([...shownTopics.map(({ subTopic }) => subTopic), ...filter.subTopics])].sort()
  const isBeginning = beginning === mode
  const obstacle = count === null ? 'Please choose how many questions.' : matching && obstacleTo(matching, count, most)
  const wishOf = (quiz: QuizDraft): SessionWish => ({ mode: quiz.mode, count: quiz.count, quiz: quiz.filter })

  return (
    <div className="grid gap-6">
      <SavedQuizzes
        presets={presets}
        isBeginning={beginning !== null}
        wishOf={(preset) => wishOf(allowed(preset))}
        onLoad={load}
        onStart={(preset) => void begin(wishOf(allowed(preset)))}
      />
      <QuizChoices
        legend="What you have done"
        none="anything"
        words={histories}
        chosen={filter.histories}
        label={(word) => historyWords[word]}
        onChange={(chosen) => change({ histories: chosen })}
      />
      <QuizChoices
        legend="Modules"
        none="your own modules"
        words={moduleNames}
        chosen={filter.modules}
        label={moduleLabel}
        onChange={(chosen) => change({ modules: chosen })}
      />
      <QuizChoices
        legend="Difficulty"
        none="any"
        words={difficulties}
        chosen={filter.difficulties}
        label={capitalized}
        onChange={(chosen) => change({ difficulties: chosen })}
      />
      <details className="rounded-control border border-hairline px-4 open:pb-4">
        <summary className="flex min-h-11 cursor-pointer items-center text-sm font-semibold">
          Topics, kinds of items and judgment steps{moreChosen(filter)}
        </summary>
        <div className="mt-2 grid gap-6">
          <QuizChoices
            legend="Topics"
            none="any"
            isLong
            words={topicNames}
            chosen={filter.subTopics}
            label={(topic) => topic}
            onChange={(chosen) => change({ subTopics: chosen })}
          />
          <QuizChoices
            legend="Kinds of items"
            none="any"
            words={kinds}
            chosen={filter.kinds}
            label={(kind) => kindNames[kind]}
            onChange={(chosen) => change({ kinds: chosen })}
          />
          <QuizChoices
            legend="Judgment steps"
            none="any"
            words={judgmentSteps}
            chosen={filter.judgmentSteps}
            label={capitalized}
            onChange={(chosen) => change({ judgmentSteps: chosen })}
          />
        </div>
      </details>
      <div className="grid gap-4 sm:grid-cols-2">
        <QuizMode mode={mode} isTimedOpen={isTimedOpen} onChange={setMode} />
        <Field
          label="Number of questions"
          hint={`1 to ${most}`}
          error={count === null ? `Please choose a number from 1 to ${most}.` : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="number"
              inputMode="numeric"
              min={1}
              max={most}
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
        </Field>
      </div>
      <div className="grid gap-3 border-t border-hairline pt-4 sm:flex sm:items-center sm:justify-between">
        <div role="status">
          <p className="font-medium tabular-nums">
            {isError ? 'The questions could not be counted.' : matching ? matchingWords(matching.questions) : 'Counting...'}
          </p>
          {obstacle && matching && matching.questions > 0 && <p className="text-sm text-muted">{obstacle}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {/* Timed sessions cannot be kept for offline use. */}
          {mode !== 'timed_exam' && count !== null && (
            <Part>
              <KeepAheadButton wish={wishOf({ mode, count, filter })} name="this quiz" disabledReason={obstacle} />
            </Part>
          )}
          <Button
            loading={isBeginning}
            disabledReason={obstacle}
            onClick={() => count !== null && void begin(wishOf({ mode, count, filter }))}
            busy="LOADING..."
            label="Begin Quiz"
          />
        </div>
      </div>
      <SaveQuiz draft={count === null ? null : { filter, mode, count }} />
    </div>
  )
}

const matchingWords = (count: number): string => (count === 1 ? '1 question matches' : `${countOf(count, 'question')} match`)

function moreChosen({ subTopics, kinds, judgmentSteps }: QuizFilter): string {
  const count = subTopics.length + kinds.length + judgmentSteps.length
  return count === 0 ? '' : ` · ${count} chosen`
}

interface QuizModeProps {
  mode: QuizDraft['mode']
  isTimedOpen: boolean
  onChange: (mode: QuizDraft['mode']) => void
}

const QuizMode = ({ mode, isTimedOpen, onChange }: QuizModeProps) => (
  <fieldset className="min-w-0">
    <legend className="text-sm font-medium">Mode</legend>
    {(['tutor_mode', 'timed_exam'] as const).map((each) => {
      const isLocked = each === 'timed_exam' && !isTimedOpen
      return (
        <Tick
          key={each}
          type="radio"
          name="quiz-mode"
          checked={mode === each}
          disabled={isLocked}
          onChange={() => onChange(each)}
          label={
            <span className="flex flex-wrap items-center gap-2">
              {each === 'tutor_mode' ? 'Tutor' : 'Timed, 90 seconds a question'}
              {isLocked && (
                <Badge tone="warn">
                  <Lock aria-hidden className="size-3" />
                  Premium
                </Badge>
              )}
            </span>
          }
        />
      )
    })}
  </fieldset>
)

interface QuizChoicesProps<Word extends string> {
  legend: string
  /** The meaning of an empty choice. */
  none: string
  words: readonly Word[]
  chosen: readonly Word[]
  label: (word: Word) => string
  onChange: (chosen: Word[]) => void
  isLong?: boolean
}

export function QuizChoices<Word extends string>({ legend, none, words, chosen, label, onChange, isLong = false }: QuizChoicesProps<Word>) {
  const choices = (
    <ul className={classList('grid gap-x-4 sm:grid-cols-2', isLong && 'px-3')}>
      {words.map((word) => (
        <li key={word}>
          <Tick checked={chosen.includes(word)} onChange={() => onChange(toggled(chosen, word))} label={label(word)} />
        </li>
      ))}
    </ul>
  )
  return (
    <fieldset className="min-w-0">
      <legend className="text-sm font-semibold">
        {legend} <span className="font-normal text-muted">· {chosen.length === 0 ? none : `${chosen.length} chosen`}</span>
      </legend>
      {isLong ? (
        <ScrollArea aria-label={legend} className="mt-2 max-h-64">
          {choices}
        </ScrollArea>
      ) : (
        choices
      )}
    </fieldset>
  )
}
