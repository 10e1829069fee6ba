import { ageGroups, bloomsLevels, difficulties, judgmentSteps, nremtDomains } from '@medicready/domain/questions/terms'
import { moduleLabel, moduleNames } from '@medicready/domain/study/modules'
import type { ReactNode } from 'react'
import { Field, Input, Select, Textarea } from '../ui/field.tsx'
import { capitalized } from '../ui/words.ts'
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
  const setOption = (index: number, changed: { text: string } | { rationale: string }) =>
    set({ item: { ...draft.item, options: draft.item.options.map((option, at) => (at === index ? { ...option, ...changed } : option)) } })
  const [right, ...wrong] = keyFirst(draft.item)

  return (
    <div className="grid gap-5">
      <Field label="Stem" error={errors.stem} hint="A short scenario that ends in one question.">
        {(control) => (
          <Textarea {...control} rows={6} maxLength={2000} value={draft.stem} onChange={({ target }) => set({ stem: target.value })} />
        )}
      </Field>
      {right && (
        <Field label="Correct answer" error={errors[`item.options.${right.index}.text`]}>
          {(control) => (
            <Input
              {...control}
              maxLength={300}
              value={right.text}
              onChange={({ target }) => setOption(right.index, { text: target.value })}
            />
          )}
        </Field>
      )}
      <Field label="Why it is right" error={errors.explanation}>
        {(control) => (
          <Textarea
            {...control}
            rows={5}
            maxLength={3000}
            value={draft.explanation}
            onChange={({ target }) => set({ explanation: target.value })}
          />
        )}
      </Field>
      {wrong.map(({ id, index, text, rationale }, place) => (
        <Group key={id} legend={`Distractor ${place + 1}`}>
          <Field label="Option" error={errors[`item.options.${index}.text`]}>
            {(control) => (
              <Input {...control} maxLength={300} value={text} onChange={({ target }) => setOption(index, { text: target.value })} />
            )}
          </Field>
          <Field label="Why it is not the answer" error={errors[`item.options.${index}.rationale`]}>
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={1200}
                value={rationale ?? ''}
                onChange={({ target }) => setOption(index, { rationale: target.value })}
              />
            )}
          </Field>
        </Group>
      ))}
      <Field label="Clinical pearl" error={errors.clinicalPearl}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={600}
            value={draft.clinicalPearl}
            onChange={({ target }) => set({ clinicalPearl: target.value })}
          />
        )}
      </Field>
      <Field label="References" error={errors.references} hint="One a line, by name and year.">
        {(control) => (
          <Textarea {...control} rows={3} value={draft.references} onChange={({ target }) => set({ references: target.value })} />
        )}
      </Field>
      <Group legend="Guideline that the answer rests on">
        <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
          <Field label="Name" error={errors['guideline.name']}>
            {(control) => (
              <Input
                {...control}
                maxLength={150}
                value={draft.guidelineName}
                onChange={({ target }) => set({ guidelineName: target.value })}
              />
            )}
          </Field>
          <Field label="Year" error={errors['guideline.year']}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                maxLength={4}
                value={draft.guidelineYear}
                onChange={({ target }) => set({ guidelineYear: target.value })}
              />
            )}
          </Field>
        </div>
      </Group>
      <Group legend="Where it belongs">
        <div className="grid gap-4 sm:grid-cols-2">
          <Choice label="Module" value={draft.module} options={moduleNames} word={moduleLabel} onChange={(module) => set({ module })} />
          <Choice label="Difficulty" value={draft.difficulty} options={difficulties} onChange={(difficulty) => set({ difficulty })} />
          <Choice label="Bloom's level" value={draft.bloomsLevel} options={bloomsLevels} onChange={(bloomsLevel) => set({ bloomsLevel })} />
          <Choice
            label="National exam domain"
            value={draft.tags.domain}
            options={nremtDomains}
            onChange={(domain) => setTags({ domain })}
          />
          <Field label="Sub-topic" error={errors['tags.subTopic']}>
            {(control) => (
              <Input
                {...control}
                maxLength={80}
                value={draft.tags.subTopic}
                onChange={({ target }) => setTags({ subTopic: target.value })}
              />
            )}
          </Field>
          <Choice label="Age group" value={draft.tags.ageGroup} options={ageGroups} onChange={(ageGroup) => setTags({ ageGroup })} />
          <Choice
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

interface ChoiceProps<Value extends string> {
  label: string
  value: Value
  options: readonly Value[]
  word?: (value: Value) => string
  onChange: (value: Value) => void
}

const Choice = <Value extends string>({ label, value, options, word = capitalized, onChange }: ChoiceProps<Value>) => (
  <Field label={label}>
    {(control) => (
      <Select {...control} value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {options.map((option) => (
          <option key={option} value={option}>
            {word(option)}
          </option>
        ))}
      </Select>
    )}
  </Field>
)
