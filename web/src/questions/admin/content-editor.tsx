import { MAX_SCENARIO_PARTS, MIN_SCENARIO_PARTS, type ScenarioPart } from '@medicready/domain/questions/content'
import { moduleLabel, moduleNames } from '@medicready/domain/questions/modules'
import { ageGroups, bloomsLevels, difficulties, judgmentSteps, nremtDomains } from '@medicready/domain/questions/terms'
import type { ReactNode } from 'react'
import { Checkbox } from '../../ui/checkbox.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import type { ContentDraft, ContentErrors } from './content-draft.ts'
import { ItemEditor } from './item-editor.tsx'
import { drawingOf } from './picture-draft.ts'
import { PictureEditor } from './picture-editor.tsx'

interface ContentEditorProps {
  draft: ContentDraft
  errors: ContentErrors
  onChange: (draft: ContentDraft) => void
  chosenBy: ReadonlyMap<string, number>
}

export function ContentEditor({ draft, errors, onChange, chosenBy }: ContentEditorProps) {
  const set = (changed: Partial<ContentDraft>) => onChange({ ...draft, ...changed })
  const field = <Name extends keyof ContentDraft>(name: Name, path: string = name) => ({
    value: draft[name],
    error: errors[path],
    onChange: (value: ContentDraft[Name]) => set({ [name]: value }),
  })
  const tag = <Name extends keyof ContentDraft['tags']>(name: Name) => ({
    value: draft.tags[name],
    error: errors[`tags.${name}`],
    onChange: (value: ContentDraft['tags'][Name]) => set({ tags: { ...draft.tags, [name]: value } }),
  })

  return (
    <div className="grid gap-5">
      <TextField {...field('stem')} label="Stem" hint="A short scenario that ends in one question." rows={6} maxLength={2000} />
      <Group legend="What the stem shows">
        <PictureEditor label="Picture" picture={draft.picture} errors={errors} path="picture" onChange={(picture) => set({ picture })} />
      </Group>
      <Group legend="What the learner does">
        <ItemEditor
          item={draft.item}
          errors={errors}
          chosenBy={chosenBy}
          pictureUrl={draft.picture && drawingOf(draft.picture)}
          onChange={(item) => set({ item })}
        />
      </Group>
      <TextField {...field('explanation')} label="Why the answer is correct" rows={5} maxLength={3000} />
      <Group legend="What the explanation shows">
        <PictureEditor
          label="Picture of the explanation"
          picture={draft.explanationPicture}
          errors={errors}
          path="explanationPicture"
          onChange={(explanationPicture) => set({ explanationPicture })}
        />
      </Group>
      <TextField {...field('clinicalPearl')} label="Clinical pearl" rows={2} maxLength={600} />
      <TextField {...field('references')} label="References" hint="One per line, with name and year." rows={3} />
      <Group legend="Guideline that supports the answer">
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <TextField {...field('guidelineName', 'guideline.name')} label="Name" maxLength={150} />
          <TextField {...field('guidelineYear', 'guideline.year')} label="Year" inputMode="numeric" maxLength={4} />
        </div>
      </Group>
      <Group legend="Set">
        <ScenarioFields scenario={draft.scenario} errors={errors} onChange={(scenario) => set({ scenario })} />
      </Group>
      <Group legend="Where it belongs">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField {...field('module')} label="Module" options={moduleNames} word={moduleLabel} />
          <SelectField {...field('difficulty')} label="Difficulty" options={difficulties} />
          <SelectField {...field('bloomsLevel')} label="Bloom's level" options={bloomsLevels} />
          <SelectField {...tag('domain')} label="National exam domain" options={nremtDomains} />
          <TextField {...tag('subTopic')} label="Sub-topic" maxLength={80} />
          <SelectField {...tag('ageGroup')} label="Age group" options={ageGroups} />
          <SelectField
            label="Step of clinical judgment"
            value={draft.tags.judgmentStep ?? NO_STEP}
            options={[NO_STEP, ...judgmentSteps]}
            onChange={(step) => tag('judgmentStep').onChange(step === NO_STEP ? null : step)}
          />
        </div>
      </Group>
    </div>
  )
}

const NO_STEP = 'none'

const Group = ({ legend, children }: { legend: string; children: ReactNode }) => (
  <fieldset className="grid min-w-0 gap-3 border-l-4 border-hairline pl-4">
    <legend className="float-left mb-3 w-full text-sm font-semibold">{legend}</legend>
    {children}
  </fieldset>
)

interface ScenarioFieldsProps {
  scenario: ScenarioPart | null
  errors: ContentErrors
  onChange: (scenario: ScenarioPart | null) => void
}

const counts = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => String(from + index))

const ScenarioFields = ({ scenario, errors, onChange }: ScenarioFieldsProps) => (
  <>
    <Checkbox
      name="scenario"
      label="This question is part of a set about one patient"
      checked={scenario !== null}
      onChange={(isPart) => onChange(isPart ? { set: '', part: 1, of: MIN_SCENARIO_PARTS, patient: '' } : null)}
    />
    {scenario && (
      <>
        <div className="grid gap-4 sm:grid-cols-[1fr_6rem_6rem]">
          <TextField
            label="Name of the set"
            hint="The same for every part, such as trauma-set-01."
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
          hint="What is known when the set begins. The same for every part."
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
