import { tiers } from '@medicready/domain/billing/tiers'
import type { SubscriptionStatus } from '@medicready/domain/contract/billing/billing'
import type { DailyQuestion } from '@medicready/domain/contract/study/study'
import { BookOpenCheck, CircleCheck, ClipboardList, Layers, type LucideIcon, Moon, Sparkles } from 'lucide-react'
import { type ComponentProps, type ReactNode, type Ref, useEffect, useRef, useState } from 'react'
import { AnswerList } from '../answering/answer-list.tsx'
import { ApiError, isSignedOut, serverMessage } from '../api/errors.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { LinkButton } from '../ui/link-button.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { useGenerateDailyQuestions } from './commands.ts'
import { doneWords, generationNotice, sessionWords, type TodaysTask, waitingWords } from './todays-task.ts'

interface TodaysTaskCardProps {
  task: TodaysTask
  dailyQuestions: readonly DailyQuestion[]
  subscription: SubscriptionStatus
  onSelectModules: () => void
}

/** The one thing to do now. */
export function TodaysTaskCard({ task, dailyQuestions, subscription, onSelectModules }: TodaysTaskCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [generated, setGenerated] = useState(false)
  // The pressed button is gone once there are questions: what takes its place says so to those who do not see it.
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
          action={
            <Button size="lg" onClick={onSelectModules}>
              SELECT MODULES
            </Button>
          }
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
          action={
            <LinkButton size="lg" to={paths.studySession({ mode: 'daily' })}>
              START STUDYING
            </LinkButton>
          }
        >
          {answered.length > 0 && <AnsweredToday answered={answered} />}
        </TaskCard>
      )
    case 'goOn':
      return (
        <TaskCard
          icon={BookOpenCheck}
          title="Go on with Your Session"
          text={`${sessionWords(task.session)}.`}
          action={
            <LinkButton size="lg" to={paths.studySession({ session: task.session.id })}>
              CONTINUE
            </LinkButton>
          }
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
      return <TaskCard icon={Moon} calm title="That was all for today" text="New questions are ready for you tomorrow." />
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
  /** Nothing is left to do: the sign turns green. */
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
  /** How many the day has given already. */
  before: number
  onGenerated: () => void
}

function GenerateButton({ subscription, before, onGenerated }: GenerateButtonProps) {
  const generate = useGenerateDailyQuestions()
  // Not callbacks of the mutation: the new questions take this button away before those would be called.
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
  return (
    <Button size="lg" loading={generate.isPending} onClick={() => void press()}>
      {generate.isPending ? 'GENERATING...' : 'GENERATE QUESTIONS'}
    </Button>
  )
}
