import { type BlueprintName, blueprints, isMock } from '@medicready/domain/exams/shown/blueprints'
import { type ModuleName, moduleLabel } from '@medicready/domain/questions/shown/modules'
import { ArrowLeft, Calculator, Coffee, type LucideIcon, MoveRight, Strikethrough, Timer, WifiOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { ApiError, isSignedOut } from '../api/errors.ts'
import { PageTitle } from '../page/page-head.tsx'
import { paths } from '../paths.ts'
import { Button, LinkButton } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { Switch } from '../ui/switch.tsx'
import { toast } from '../ui/toast.tsx'
import { useStartExam } from './commands.ts'
import { canFillScreen, fillScreen, keepShowsEstimate } from './exam-display.ts'
import { examNames, lengthWords, requestFor, startFailure } from './exam-words.ts'

export function ExamTutorial({ blueprint, module }: { blueprint: BlueprintName; module: ModuleName | null }) {
  const [showsEstimate, setShowsEstimate] = useState(!isMock(blueprint))
  const [fillsScreen, setFillsScreen] = useState(false)
  const { mutate, isPending } = useStartExam()
  const navigate = useNavigate()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    window.scrollTo({ top: 0 })
  }, [])
  const begin = () => {
    // Browsers allow full screen only during the press itself.
    if (fillsScreen) void fillScreen(true)
    mutate(
      { body: requestFor(blueprint, module) },
      {
        onSuccess: ({ examId }) => {
          keepShowsEstimate(examId, showsEstimate)
          void navigate(paths.practiceExam(examId), { replace: true })
        },
        onError: (error) => {
          void fillScreen(false)
          if (isSignedOut(error)) return
          toast(startFailure(error))
          const goesOn = error instanceof ApiError && error.code === 'examInProgress' ? error.body?.examId : undefined
          if (goesOn !== undefined) void navigate(paths.practiceExam(goesOn), { replace: true })
        },
      },
    )
  }
  const { minutes } = blueprints[blueprint]
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <PageTitle>{examNames[blueprint]}</PageTitle>
      <div>
        <h1 ref={heading} tabIndex={-1} className="text-2xl font-semibold sm:text-3xl">
          Before you begin
        </h1>
        <p className="mt-1 text-muted tabular-nums">
          {examNames[blueprint]}
          {module !== null && `, ${moduleLabel(module)}`}: {lengthWords(blueprints[blueprint])}, {minutes} minutes.
        </p>
      </div>
      <Card className="grid gap-4">
        <ul className="grid gap-4">
          {rules(minutes).map(({ icon: Icon, title, text }) => (
            <li key={title} className="flex gap-3">
              <Icon aria-hidden className="mt-0.5 size-5 shrink-0 text-brand" />
              <p>
                <span className="font-semibold">{title}</span> <span className="text-muted">{text}</span>
              </p>
            </li>
          ))}
        </ul>
        <div className="grid gap-3 border-t border-hairline pt-4">
          <Switch
            label="Show the score estimate"
            hint={
              isMock(blueprint)
                ? 'The real exam does not show how you are doing. You can change this at any time.'
                : 'Shows how you are doing after each answer. You can change this at any time.'
            }
            checked={showsEstimate}
            onChange={setShowsEstimate}
          />
          {canFillScreen() && (
            <Switch
              label="Fill the screen"
              hint="Hides the browser. Press Escape to exit."
              checked={fillsScreen}
              onChange={setFillsScreen}
            />
          )}
        </div>
      </Card>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <LinkButton icon={ArrowLeft} to={paths.practiceExams()} variant="ghost" className="sm:-ml-4" label="Back" />
        <Button size="lg" className="min-w-48 max-sm:flex-1" loading={isPending} onClick={begin} busy="LOADING..." label="Begin Exam" />
      </div>
    </div>
  )
}

const rules = (minutes: number): readonly { icon: LucideIcon; title: string; text: string }[] => [
  {
    icon: MoveRight,
    title: 'One question at a time. You cannot go back.',
    text: 'Each answer is final and decides the next question. You cannot skip or flag questions.',
  },
  {
    icon: Timer,
    title: `You have ${minutes} minutes.`,
    text: 'The clock never stops, and the exam ends when time is up. You can hide the clock.',
  },
  {
    icon: Coffee,
    title: 'Breaks use exam time.',
    text: 'A break hides the question. You can also leave this page and come back on any device while there is time.',
  },
  {
    icon: Strikethrough,
    title: 'Strike out choices that you rule out.',
    text: 'Use the button next to a choice, or Shift and its letter. Letters select, Enter submits, and ? shows all keys.',
  },
  {
    icon: Calculator,
    title: 'A calculator and other tools are above each question.',
    text: 'You see the answers and explanations after the exam.',
  },
  {
    icon: WifiOff,
    title: 'If you lose your connection, you lose only time.',
    text: 'Your answer is saved and sent again.',
  },
]
