import { type ModuleName, moduleLabel, moduleNames } from '@medicready/domain/questions/shown/modules'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, BookOpenCheck, ChartNoAxesColumn, ClipboardList, Layers, Lightbulb, type LucideIcon, Sparkles } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'
import { isSignedOut } from '../api/errors.ts'
import { LoadFailure } from '../api/loaded.tsx'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Progress } from '../ui/progress.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { countOf } from '../ui/words.ts'
import { useSaveModules } from './commands.ts'
import { allModulesQuery } from './queries.ts'

type Step = 'welcome' | 'modules' | 'ready'
const steps: readonly Step[] = ['welcome', 'modules', 'ready']

interface OnboardingDialogProps {
  /** `modules` is for changing modules: the current ones are preselected. */
  startAt: 'welcome' | 'modules'
  onClose: () => void
}

export default function OnboardingDialog({ startAt, onClose }: OnboardingDialogProps) {
  const { data: saved, error, refetch } = useQuery(allModulesQuery)
  const [chosenStep, setStep] = useState<Step | null>(null)
  const [chosen, setChosen] = useState<ReadonlySet<ModuleName> | null>(null)
  const save = useSaveModules()
  const heading = useRef<HTMLHeadingElement>(null)

  const active = saved?.filter((entry) => entry.isActive).map((entry) => entry.module)
  // A user with modules needs no welcome.
  const step = chosenStep ?? (startAt === 'welcome' && active && active.length > 0 ? 'ready' : startAt)
  const selected = chosen ?? new Set(active)

  const submit = async () => {
    try {
      await save.mutateAsync(selected)
      toast({ title: 'Modules saved!', description: `Selected ${selected.size} study modules` })
      setStep('ready')
    } catch (failure) {
      if (!isSignedOut(failure)) toast({ title: 'Error saving modules', description: 'Please try again', variant: 'destructive' })
    }
  }

  const footer = {
    welcome: <Button onClick={() => setStep('modules')} label="LET'S GET STARTED" />,
    modules: (
      <>
        <Button icon={ArrowLeft} variant="ghost" className="sm:mr-auto" onClick={() => setStep('welcome')} label="Back" />
        <Button
          loading={save.isPending}
          disabledReason={selected.size === 0 ? 'Select at least one module' : saved ? undefined : 'Your modules are still loading'}
          onClick={() => void submit()}
          busy="SAVING..."
          label="SAVE MODULES"
        />
      </>
    ),
    ready: <Button onClick={onClose} label="START STUDYING" />,
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="GET STARTED"
      footer={footer[step]}
      onOpenAutoFocus={(event) => {
        event.preventDefault()
        heading.current?.focus()
      }}
    >
      <div className="mb-5 flex items-center gap-3">
        <Progress label="Steps done" value={steps.indexOf(step) + 1} max={steps.length} />
        <Badge tone="brand" className="shrink-0">
          Step {steps.indexOf(step) + 1} of {steps.length}
        </Badge>
      </div>
      {step === 'welcome' && <Welcome headingRef={heading} moved={chosenStep !== null} />}
      {step === 'modules' && (
        <StepContent
          title={selected.size === 0 ? 'Select at least one module' : 'Select your modules'}
          text="Choose the areas you want to study"
          headingRef={heading}
          moved={chosenStep !== null}
        >
          {error && !saved ? (
            <LoadFailure words="Your modules could not be loaded." onRetry={() => void refetch()} />
          ) : saved ? (
            <ModuleList selected={selected} onChange={setChosen} disabled={save.isPending} />
          ) : (
            <Skeleton className="h-[300px]" />
          )}
          <p aria-live="polite" className="mt-3 text-sm font-medium">
            Selected: {countOf(selected.size, 'module')}
          </p>
        </StepContent>
      )}
      {step === 'ready' && <Ready headingRef={heading} moved={chosenStep !== null} />}
    </Dialog>
  )
}

interface StepProps {
  headingRef: RefObject<HTMLHeadingElement | null>
  /** Whether another step came before; the heading then takes the focus. */
  moved: boolean
}

interface StepContentProps extends StepProps {
  title: string
  text?: string
  children: ReactNode
}

function StepContent({ title, text, headingRef, moved, children }: StepContentProps) {
  useEffect(() => {
    if (moved) headingRef.current?.focus()
  }, [moved, headingRef])
  return (
    <>
      <h3 ref={headingRef} tabIndex={-1} className="text-lg font-semibold">
        {title}
      </h3>
      {text && <p className="mt-0.5 text-sm text-muted">{text}</p>}
      <div className="mt-4">{children}</div>
    </>
  )
}

const Point = ({ icon: Icon, title, text }: { icon: LucideIcon; title: string; text: string }) => (
  <li className="flex gap-4">
    <span className="grid size-10 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
      <Icon aria-hidden className="size-5" />
    </span>
    <span>
      <span className="block font-semibold">{title}</span>
      <span className="block text-sm text-muted">{text}</span>
    </span>
  </li>
)

const Welcome = (step: StepProps) => (
  <StepContent {...step} title="Welcome to your NREMT prep" text="A few minutes a day on the areas that you choose.">
    <ul className="grid gap-4">
      <Point icon={Sparkles} title="AI-generated questions" text="Clinical scenarios in the style of the national exam." />
      <Point icon={Lightbulb} title="Detailed explanations" text="Why an answer is right and the others are wrong." />
    </ul>
  </StepContent>
)

const Ready = (step: StepProps) => (
  <StepContent {...step} title="You are ready. Next steps:">
    <ul className="grid gap-4">
      <Point icon={ClipboardList} title="Answer today's questions" text="You get new ones every day." />
      <Point icon={BookOpenCheck} title="Use study modes" text="Choose the mode that fits your time." />
      <Point icon={ChartNoAxesColumn} title="Track progress" text="Watch your accuracy and your streak grow." />
    </ul>
  </StepContent>
)

interface ModuleListProps {
  selected: ReadonlySet<ModuleName>
  onChange: (selected: ReadonlySet<ModuleName>) => void
  disabled: boolean
}

function ModuleList({ selected, onChange, disabled }: ModuleListProps) {
  const toggle = (module: ModuleName) => {
    const next = new Set(selected)
    if (!next.delete(module)) next.add(module)
    onChange(next)
  }
  return (
    <fieldset disabled={disabled} className="min-w-0 rounded-control border border-hairline">
      <legend className="sr-only">Modules</legend>
      <div className="max-h-[300px] overflow-y-auto p-1.5">
        {moduleNames.map((module) => (
          <label
            key={module}
            className="flex min-h-12 cursor-pointer items-center gap-3 rounded-control px-3 transition-colors hover:bg-sunken has-checked:bg-brand-soft has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand"
          >
            <Layers aria-hidden className="size-4 shrink-0 text-muted" />
            <span className="flex-1 font-medium">{moduleLabel(module)}</span>
            <input
              type="checkbox"
              checked={selected.has(module)}
              onChange={() => toggle(module)}
              className="size-5 shrink-0 accent-brand outline-none"
            />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
