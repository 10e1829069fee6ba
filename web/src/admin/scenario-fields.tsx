import { MAX_SCENARIO_PARTS, MIN_SCENARIO_PARTS, type ScenarioPart } from '@medicready/domain/questions/content'
import { Checkbox } from '../ui/checkbox.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import type { ContentErrors } from './content-draft.ts'

interface ScenarioFieldsProps {
  scenario: ScenarioPart | null
  errors: ContentErrors
  onChange: (scenario: ScenarioPart | null) => void
}

const counts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

/** The set that a question is a part of, if it is one. */
export const ScenarioFields = ({ scenario, errors, onChange }: ScenarioFieldsProps) => (
  <>
    <Checkbox
      name="scenario"
      label="It is a part of a set about one patient"
      checked={scenario !== null}
      onChange={(isPart) => onChange(isPart ? { set: '', part: 1, of: MIN_SCENARIO_PARTS, patient: '' } : null)}
    />
    {scenario && (
      <>
        <div className="grid gap-4 sm:grid-cols-[1fr_6rem_6rem]">
          <TextField
            label="Name of the set"
            hint="The same in all of its parts, such as trauma-set-01."
            error={errors['scenario.set']}
            maxLength={60}
            value={scenario.set}
            onChange={(set) => onChange({ ...scenario, set })}
          />
          <SelectField
            label="Part"
            value={String(scenario.part)}
            options={counts(1, scenario.of)}
            onChange={(part) => onChange({ ...scenario, part: Number(part) })}
          />
          <SelectField
            label="Of"
            value={String(scenario.of)}
            options={counts(MIN_SCENARIO_PARTS, MAX_SCENARIO_PARTS)}
            onChange={(of) => onChange({ ...scenario, of: Number(of), part: Math.min(scenario.part, Number(of)) })}
          />
        </div>
        <TextField
          label="Patient"
          hint="What is known when the set begins; the same in all of its parts."
          error={errors['scenario.patient']}
          rows={4}
          maxLength={2000}
          value={scenario.patient}
          onChange={(patient) => onChange({ ...scenario, patient })}
        />
      </>
    )}
  </>
)
