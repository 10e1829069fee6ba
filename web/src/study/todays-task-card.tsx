import { tiers, UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import type { DailyQuestion, UserModule } from '@medicready/domain/contract/study/study'
import type { SessionInShort } from '@medicready/domain/contract/study/study-sessions'
import { studyModeRules } from '@medicready/domain/study/shown/modes'
import { BookOpenCheck, CircleCheck, ClipboardList, Layers, type LucideIcon, Moon, Sparkles } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { AnswerList } from '../answering/answer-list.tsx'
import { ApiError, isSignedOut, serverMessage } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { type ToastWords, toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { useGenerateDailyQuestions } from './commands.ts'

type TodaysTask =
  | { state: 'selectModules' }
  /** `more` can still be generated today; `before` are answered already, as after an upgrade. */
  | { state: 'generate'; more: number; before: number }
  /** `next` is the next part of a case; null for a single question. */
  | { state: 'answer'; waiting: number; next: DailyQuestion['part'] }
  | { state: 'goOn'; session: SessionInShort }
  /** `correct` is null while a timed exam withholds a result. */
  | { state: 'done'; correct: number | null; total: number }
  /** Nothing was assigned today, and the plan's limit was used elsewhere. */
  | { state: 'usedUp' }

type Allowance = Pick<SubscriptionStatus, 'subscriptionTier' | 'remainingQuestions'>

function moreToday({ subscriptionTier, remainingQuestions: left }: Allowance, assigned: number): number {
  const more = Math.max(0, tiers[subscriptionTier].dailyQuestions - assigned)
  return left === UNLIMITED ? more : Math.min(more, left)
}

export function todaysTask(
  modules: readonly UserModule[],
  dailyQuestions: readonly DailyQuestion[],
  openSessions: readonly SessionInShort[],
  allowance: Allowance,
): TodaysTask {
  if (modules.length === 0) return { state: 'selectModules' }
  const waiting = dailyQuestions.filter((daily) => !daily.isCompleted)
  const [next] = waiting
  if (next) return { state: 'answer', waiting: waiting.length, next: next.part }
  const more = moreToday(allowance, dailyQuestions.length)
  if (more > 0) return { state: 'generate', more, before: dailyQuestions.length }
  const session = openSessions.find(hasWaiting)
  if (session) return { state: 'goOn', session }
  if (dailyQuestions.length === 0) return { state: 'usedUp' }
  const isToldOfAll = dailyQuestions.every(({ isWithheld }) => !isWithheld)
  const correct = dailyQuestions.filter(({ answer }) => answer?.isCorrect).length
  return { state: 'done', correct: isToldOfAll ? correct : null, total: dailyQuestions.length }
}

const hasWaiting = ({ answered, totalQuestions }: SessionInShort): boolean => answered < totalQuestions

export const sessionWords = ({ mode, answered, totalQuestions }: SessionInShort): string =>
  `${countOf(totalQuestions - answered, 'question')} waiting for you in ${studyModeRules[mode].name}`

export function doneWords({ correct, total }: Extract<TodaysTask, { state: 'done' }>): string {
  const answered =
    correct === null ? `You answered ${countOf(total, 'question')}.` : `You answered ${correct} of ${countOf(total, 'question')} correctly.`
  return `${answered} New ones are ready for you tomorrow.`
}

export function waitingWords({ waiting, next }: Extract<TodaysTask, { state: 'answer' }>): string {
  const words = `${countOf(waiting, 'question')} waiting for you`
  if (next === null) return words
  return next.part === 1 ? `${words}, first a case in ${next.of} parts` : `${words}, first part ${next.part} of ${next.of} of a case`
}

/** If the modules have no new questions, it says so instead of reporting success. */
export function generationNotice(count: number, before = 0): ToastWords {
  if (count <= before)
    return {
      title: 'No Questions Available',
      description: 'There are no new questions for your modules right now. Please try again later.',
      variant: 'destructive',
    }
  const ready = before === 0 ? `Your ${count} daily questions are ready.` : `${countOf(count - before, 'more daily question')} ready.`
  return { title: 'Questions Generated!', description: `${ready} Start studying now!` }
}

interface UsedToday {
  dailyQuestions: readonly Pick<DailyQuestion, 'isCompleted'>[]
  openSessions: readonly SessionInShort[]
  answered: number
}

/** Unanswered questions of an ended session do not count as used. */
export function limitNotice(
  { subscriptionTier, dailyLimit, remainingQuestions }: SubscriptionStatus,
  { dailyQuestions, openSessions, answered }: UsedToday,
): { title: string; text: string; action: string } | null {
  if (remainingQuestions === 0) {
    if (dailyQuestions.some(({ isCompleted }) => !isCompleted) || openSessions.some(hasWaiting)) return null
    const used = answered >= dailyLimit ? 'used' : 'been given'
    return {
      title: 'Daily Limit Reached:',
      text: `You've ${used} all ${dailyLimit} questions today. Upgrade for unlimited access.`,
      action: 'UPGRADE NOW',
    }
  }
  if (subscriptionTier === 'free' && remainingQuestions === 1)
    return {
      title: 'Almost at Daily Limit:',
      text: 'You have 1 question remaining today. Consider upgrading for more practice.',
      action: 'VIEW PLANS',
    }
  return null
}

interface TodaysTaskCardProps {
  task: TodaysTask
  dailyQuestions: readonly DailyQuestion[]
  subscription: SubscriptionStatus
  onSelectModules: () => void
}

export function TodaysTaskCard({ task, dailyQuestions, subscription, onSelectModules }: TodaysTaskCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [generated, setGenerated] = useState(false)
  // The pressed button is gone now, so its replacement is announced to screen readers.
  useEffect(() => {
    if (generated && task.state === 'answer') heading.current?.focus({ preventScroll: true })
  }, [generated, task.state])

  const answered = dailyQuestions.flatMap(({ question, answer, isCompleted }) =>
    question && isCompleted ? [{ question, result: answer }] : [],
  )

  switch (task.state) {
    case 'selectModules':
      return (
        <TaskCard
          icon={Layers}
          title="Select Your Study Modules"
          text="Choose the areas you want to study. You can change them at any time."
          action={<Button size="lg" onClick={onSelectModules} label="SELECT MODULES" />}
        />
      )
    case 'generate':
      return (
        <TaskCard
          icon={Sparkles}
          title="Generate Today's Questions"
          text={`${task.before > 0 ? countOf(task.more, 'more question') : countOf(task.more, 'question')} for today, drawn from your modules.`}
          action={<GenerateButton subscription={subscription} before={task.before} onGenerated={() => setGenerated(true)} />}
        >
          {answered.length > 0 && <AnsweredToday answered={answered} />}
        </TaskCard>
      )
    case 'answer':
      return (
        <TaskCard
          icon={ClipboardList}
          title="Answer Today's Questions"
          headingRef={heading}
          text={waitingWords(task)}
          action={<LinkButton size="lg" to={paths.studySession({ mode: 'daily' })} label="START STUDYING" />}
        >
          {answered.length > 0 && <AnsweredToday answered={answered} />}
        </TaskCard>
      )
    case 'goOn':
      return (
        <TaskCard
          icon={BookOpenCheck}
          title="Continue Your Session"
          text={`${sessionWords(task.session)}.`}
          action={<LinkButton size="lg" to={paths.studySession({ session: task.session.id })} label="CONTINUE" />}
        >
          {answered.length > 0 && <AnsweredToday answered={answered} />}
        </TaskCard>
      )
    case 'done':
      return (
        <TaskCard icon={CircleCheck} calm title="All done for today" text={doneWords(task)}>
          <AnswerList questions={answered} />
        </TaskCard>
      )
    case 'usedUp':
      return <TaskCard icon={Moon} calm title="You are done for today" text="New questions are ready for you tomorrow." />
  }
}

const AnsweredToday = ({ answered }: { answered: ComponentProps<typeof AnswerList>['questions'] }) => (
  <div className="mt-5 border-t border-hairline pt-4">
    <h3 className="text-sm font-semibold">Answered today</h3>
    <AnswerList questions={answered} />
  </div>
)

interface TaskCardProps {
  icon: LucideIcon
  title: string
  text: string
  calm?: boolean
  headingRef?: Ref<HTMLHeadingElement>
  action?: ReactNode
  children?: ReactNode
}

const TaskCard = ({ icon: Icon, title, text, calm = false, headingRef, action, children }: TaskCardProps) => (
  <Card>
    <div className="flex gap-4">
      <span
        className={`grid size-12 shrink-0 place-items-center rounded-card ${calm ? 'bg-ok-soft text-ok' : 'bg-brand-soft text-brand'} max-sm:hidden`}
      >
        <Icon aria-hidden className="size-6" />
      </span>
      <div className="min-w-0 flex-1">
        <h2 ref={headingRef} tabIndex={-1} className="text-xl font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-muted">{text}</p>
        {action && <div className="mt-5">{action}</div>}
        {children}
      </div>
    </div>
  </Card>
)

interface GenerateButtonProps {
  subscription: SubscriptionStatus
  before: number
  onGenerated: () => void
}

function GenerateButton({ subscription, before, onGenerated }: GenerateButtonProps) {
  const generate = useGenerateDailyQuestions()
  // Not mutation callbacks: the new questions unmount this button before those would run.
  const press = async () => {
    try {
      const { count } = await generate.mutateAsync({ body: { count: tiers[subscription.subscriptionTier].dailyQuestions } })
      if (count > before) onGenerated()
      toast(generationNotice(count, before))
    } catch (error) {
      if (isSignedOut(error)) return
      const description =
        error instanceof ApiError
          ? (serverMessage(error) ?? 'Failed to generate questions')
          : 'Failed to generate questions. Please try again.'
      toast({ title: 'Error', description, variant: 'destructive' })
    }
  }
  return <Button size="lg" onClick={() => void press()} loading={generate.isPending} busy="GENERATING..." label="GENERATE QUESTIONS" />
}
