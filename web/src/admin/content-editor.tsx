import { ageGroups, bloomsLevels, difficulties, judgmentSteps, nremtDomains } from '@medicready/domain/questions/terms'
import { moduleLabel, moduleNames } from '@medicready/domain/study/modules'
import type { ReactNode } from 'react'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { type ContentDraft, type ContentErrors, keyFirst } from './content-draft.ts'

interface ContentEditorProps {
  draft: ContentDraft
  errors: ContentErrors
  onChange: (draft: ContentDraft) => void
}

/** All that a question says, to be written anew. */
export function ContentEditor({ draft, errors, onChange }: ContentEditorProps) {
  const set = (changed: Partial<ContentDraft>) => onChange({ ...draft, ...changed })
  const setTags = (changed: Partial<ContentDraft['tags']>) => set({ tags: { ...draft.tags, ...changed } })
  /** An option keeps its id when its words change: what was answered before stays told apart by it. */
  const { item } = draft
  const setOption = (index: number, changed: { text: string } | { rationale: string }) =>
    item.kind === 'multiple_choice' &&
    set({ item: { ...item, options: item.options.map((option, at) => (at === index ? { ...option, ...changed } : option)) } })
  const [right, ...wrong] = item.kind === 'multiple_choice' ? keyFirst(item) : []

  return (
    <div className="grid gap-5">
      <TextField
        label="Stem"
        error={errors.stem}
        hint="A short scenario that ends in one question."
        rows={6}
        maxLength={2000}
        value={draft.stem}
        onChange={(stem) => set({ stem })}
      />
      {right && (
        <TextField
          label="Correct answer"
          error={errors[`item.options.${right.index}.text`]}
          maxLength={300}
          value={right.text}
          onChange={(text) => setOption(right.index, { text })}
        />
      )}
      <TextField
        label="Why it is right"
        error={errors.explanation}
        rows={5}
        maxLength={3000}
        value={draft.explanation}
        onChange={(explanation) => set({ explanation })}
      />
      {wrong.map(({ id, index, text, rationale }, place) => (
        <Group key={id} legend={`Distractor ${place + 1}`}>
          <TextField
            label="Option"
            error={errors[`item.options.${index}.text`]}
            maxLength={300}
            value={text}
            onChange={(text) => setOption(index, { text })}
          />
          <TextField
            label="Why it is not the answer"
            error={errors[`item.options.${index}.rationale`]}
            rows={2}
            maxLength={1200}
            value={rationale ?? ''}
            onChange={(rationale) => setOption(index, { rationale })}
          />
        </Group>
      ))}
      <TextField
        label="Clinical pearl"
        error={errors.clinicalPearl}
        rows={2}
        maxLength={600}
        value={draft.clinicalPearl}
        onChange={(clinicalPearl) => set({ clinicalPearl })}
      />
      <TextField
        label="References"
        error={errors.references}
        hint="One a line, by name and year."
        rows={3}
        value={draft.references}
        onChange={(references) => set({ references })}
      />
      <Group legend="Guideline that the answer rests on">
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <TextField
            label="Name"
            error={errors['guideline.name']}
            maxLength={150}
            value={draft.guidelineName}
            onChange={(guidelineName) => set({ guidelineName })}
          />
          <TextField
            label="Year"
            error={errors['guideline.year']}
            inputMode="numeric"
            maxLength={4}
            value={draft.guidelineYear}
            onChange={(guidelineYear) => set({ guidelineYear })}
          />
        </div>
      </Group>
      <Group legend="Where it belongs">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="Module"
            value={draft.module}
            options={moduleNames}
            word={moduleLabel}
            onChange={(module) => set({ module })}
          />
          <SelectField label="Difficulty" value={draft.difficulty} options={difficulties} onChange={(difficulty) => set({ difficulty })} />
          <SelectField
            label="Bloom's level"
            value={draft.bloomsLevel}
            options={bloomsLevels}
            onChange={(bloomsLevel) => set({ bloomsLevel })}
          />
          <SelectField
            label="National exam domain"
            value={draft.tags.domain}
            options={nremtDomains}
            onChange={(domain) => setTags({ domain })}
          />
          <TextField
            label="Sub-topic"
            error={errors['tags.subTopic']}
            maxLength={80}
            value={draft.tags.subTopic}
            onChange={(subTopic) => setTags({ subTopic })}
          />
          <SelectField label="Age group" value={draft.tags.ageGroup} options={ageGroups} onChange={(ageGroup) => setTags({ ageGroup })} />
          <SelectField
            label="Step of clinical judgment"
            value={draft.tags.judgmentStep ?? NO_STEP}
            options={[NO_STEP, ...judgmentSteps]}
            onChange={(step) => setTags({ judgmentStep: step === NO_STEP ? null : step })}
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
