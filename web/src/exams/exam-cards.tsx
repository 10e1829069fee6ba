import { type BlueprintName, blueprints, LISTED_TOTAL, type MockBlueprint, TODAYS_EXAM } from '@medicready/domain/exams/blueprints'
import { PASSING_SCORE } from '@medicready/domain/exams/score'
import { type ModuleName, moduleLabel, moduleNames } from '@medicready/domain/study/modules'
import { ClipboardCheck, Layers, type LucideIcon, Stethoscope, Target } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { MockExamChoice } from '../app/mock-exam-choice.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { toast } from '../ui/toast.tsx'
import { examNames } from './exam-names.ts'
import { lengthWords, noModule, shareWords } from './exam-words.ts'

/** The four types of exams. While one goes on, none can be begun. */
export function ExamCards({ isOneInProgress }: { isOneInProgress: boolean }) {
  const navigate = useNavigate()
  const [mock, setMock] = useState<MockBlueprint>(TODAYS_EXAM)
  const [module, setModule] = useState<ModuleName | ''>('')
  const start = (exam: BlueprintName) => {
    if (exam === 'module' && module === '') return toast(noModule)
    void navigate(paths.practiceExams({ exam, ...(exam === 'module' && { module }) }))
  }
  const shown = { isOneInProgress, onStart: start }
  return (
    <ul className="grid items-stretch gap-4 sm:grid-cols-2">
      <ExamCard
        {...shown}
        blueprint={mock}
        icon={ClipboardCheck}
        text="As the National Registry gives it: it ends as soon as it is 95% sure which side of the passing score you are on."
        facts={[mock === 'national_registry' && `Listed total: ${LISTED_TOTAL} questions`, shareWords(mock).join(', ')]}
      >
        <MockExamChoice legend="Blueprint" name="blueprint" chosen={mock} onChoose={setMock} />
      </ExamCard>
      <ExamCard
        {...shown}
        blueprint="full_simulation"
        icon={Stethoscope}
        text="A whole exam over the modules that you study, each by its share of the real one."
        facts={['From your own modules', endsEarly]}
      />
      <ExamCard {...shown} blueprint="module" icon={Layers} text="One module, until it is clear where you stand in it." facts={[endsEarly]}>
        <SelectField
          label="Module"
          value={module}
          options={['', ...moduleNames]}
          word={(name) => (name === '' ? 'Choose a module' : moduleLabel(name))}
          onChange={setModule}
        />
      </ExamCard>
      <ExamCard
        {...shown}
        blueprint="weak_areas"
        icon={Target}
        text="What you are weakest in, by your own answers so far."
        facts={['Your weakest modules, found for you', endsEarly]}
      />
    </ul>
  )
}

const endsEarly = 'Ends early when more questions would not change the result'

interface ExamCardProps {
  blueprint: BlueprintName
  icon: LucideIcon
  text: string
  /** What holds for it beside its numbers. */
  facts: readonly (string | false)[]
  isOneInProgress: boolean
  onStart: (blueprint: BlueprintName) => void
  /** What there is to choose. */
  children?: ReactNode
}

function ExamCard({ blueprint, icon: Icon, text, facts, isOneInProgress, onStart, children }: ExamCardProps) {
  const title = useId()
  const { minutes, pilots } = blueprints[blueprint]
  const shown = [
    lengthWords(blueprints[blueprint]),
    pilots > 0 && `Up to ${pilots} of them on trial, which do not count`,
    `${minutes} minutes`,
    `Passing score: ${PASSING_SCORE}`,
    ...facts,
  ].filter((fact) => fact !== false)
  return (
    <li className="flex min-w-0">
      <Card aria-labelledby={title} className="flex w-full min-w-0 flex-col gap-3">
        <div className="flex items-start gap-3">
          <Icon aria-hidden className="mt-0.5 size-6 shrink-0 text-brand" />
          <h2 id={title} className="text-lg font-semibold">
            {examNames[blueprint]}
          </h2>
        </div>
        <p>{text}</p>
        <ul className="grid list-disc gap-1 pl-5 text-sm text-muted tabular-nums">
          {shown.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
        {children}
        <div className="mt-auto pt-1">
          <Button
            wide
            disabledReason={isOneInProgress ? 'You have a practice exam in progress. Please finish it first.' : undefined}
            onClick={() => onStart(blueprint)}
          >
            Start {examNames[blueprint]}
          </Button>
        </div>
      </Card>
    </li>
  )
}
