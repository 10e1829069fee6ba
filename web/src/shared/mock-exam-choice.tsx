import type { MockBlueprint } from '@medicready/domain/exams/shown/blueprints'
import { Tick } from '../ui/checkbox.tsx'

export const mockExams: readonly { name: MockBlueprint; words: string }[] = [
  { name: 'national_registry_2024', words: 'The current exam: since July 2024, with Clinical Judgment' },
  { name: 'national_registry', words: 'The former exam: five domains, until June 2024' },
]

interface MockExamChoiceProps {
  legend: string
  name: string
  chosen: MockBlueprint
  onChoose: (blueprint: MockBlueprint) => void
  isBusy?: boolean
}

export const MockExamChoice = ({ legend, name, chosen, onChoose, isBusy = false }: MockExamChoiceProps) => (
  <fieldset className="print:hidden" aria-busy={isBusy || undefined}>
    <legend className="text-sm font-semibold">{legend}</legend>
    {mockExams.map(({ name: blueprint, words }) => (
      <Tick key={blueprint} type="radio" name={name} checked={chosen === blueprint} onChange={() => onChoose(blueprint)} label={words} />
    ))}
  </fieldset>
)
