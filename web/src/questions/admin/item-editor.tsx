import { type ItemKind, itemKinds } from '@medicready/domain/questions/item'
import { kindNames } from '../../answering/kind-names.ts'
import { Checkbox, Tick } from '../../ui/checkbox.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { blankItem, type ContentErrors, type ItemDraft, newPartId } from './content-draft.ts'
import { AddButton, chosenWords, type ItemEditorProps, type PartChange, PartFields, PartFrame } from './item-editors/part-fields.tsx'
import { DragDropEditor, OptionsTableEditor } from './item-editors/placement-editor.tsx'
import { SpotsEditor } from './item-editors/spots-editor.tsx'

interface AnyItemEditorProps {
  item: ItemDraft
  errors: ContentErrors
  chosenBy: ReadonlyMap<string, number>
  pictureUrl: string | null
  onChange: (item: ItemDraft) => void
}

export const ItemEditor = ({ item, onChange, ...rest }: AnyItemEditorProps) => (
  <>
    <SelectField<ItemKind>
      label="Kind"
      value={item.kind}
      options={itemKinds}
      word={(kind) => kindNames[kind]}
      onChange={(kind) => onChange(blankItem(kind))}
    />
    <Parts item={item} onChange={onChange} {...rest} />
  </>
)

function Parts({ item, pictureUrl, ...rest }: AnyItemEditorProps) {
  switch (item.kind) {
    case 'multiple_choice':
      return <MultipleChoiceEditor item={item} {...rest} />
    case 'multiple_response':
      return <MultipleResponseEditor item={item} {...rest} />
    case 'build_list':
      return <StepsEditor item={item} {...rest} />
    case 'drag_drop':
      return <DragDropEditor item={item} {...rest} />
    case 'options_table':
      return <OptionsTableEditor item={item} {...rest} />
    case 'hot_spot':
      return <SpotsEditor item={item} pictureUrl={pictureUrl} {...rest} />
    case 'fill_in_blank':
      return <FigureEditor item={item} {...rest} />
  }
}

const FEWEST_ERRORS = 2
const MOST_ERRORS = 5

function FigureEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'fill_in_blank'>) {
  const set = (changed: Partial<typeof item>) => onChange({ ...item, ...changed })
  const setError = (at: number, changed: { value: string } | { rationale: string }) =>
    set({ errors: item.errors.map((error, index) => (index === at ? { ...error, ...changed } : error)) })
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField
          label="Right number"
          error={errors['item.value']}
          hint={chosenWords(chosenBy.get(item.value), 'Given')}
          maxLength={12}
          value={item.value}
          onChange={(value) => set({ value })}
        />
        <TextField
          label="Unit"
          error={errors['item.unit']}
          hint="Shown after the blank, such as mL/h."
          maxLength={20}
          value={item.unit}
          onChange={(unit) => set({ unit })}
        />
        <TextField
          label="Tolerance"
          error={errors['item.tolerance']}
          hint="In the same unit. Enter 0 if only the exact number is correct."
          maxLength={12}
          value={item.tolerance}
          onChange={(tolerance) => set({ tolerance })}
        />
      </div>
      {item.errors.map(({ id, value, rationale }, index) => (
        <PartFrame
          key={id}
          name={`Common error ${index + 1}`}
          onRemove={item.errors.length > FEWEST_ERRORS ? () => set({ errors: item.errors.filter((_, at) => at !== index) }) : undefined}
        >
          <TextField
            label="Result of the error"
            error={errors[`item.errors.${index}.value`]}
            hint={chosenWords(chosenBy.get(value), 'Given')}
            maxLength={12}
            value={value}
            onChange={(value) => setError(index, { value })}
          />
          <TextField
            label="Name of the error"
            error={errors[`item.errors.${index}.rationale`]}
            rows={2}
            maxLength={1200}
            value={rationale}
            onChange={(rationale) => setError(index, { rationale })}
          />
        </PartFrame>
      ))}
      <AddButton
        what="an error"
        isFull={item.errors.length >= MOST_ERRORS}
        onAdd={() => set({ errors: [...item.errors, { id: newPartId(), value: '', rationale: '' }] })}
      />
    </>
  )
}

/** The key has no rationale, because the explanation is about it. */
function MultipleChoiceEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'multiple_choice'>) {
  const { options, key } = item
  /** Options keep their id when their text changes, so that earlier answers still match. */
  const set = (at: number, changed: PartChange) =>
    onChange({ ...item, options: options.map((option, index) => (index === at ? { ...option, ...changed } : option)) })
  const setKey = (right: string) =>
    onChange({
      ...item,
      key: right,
      options: options.map((option) => ({ ...option, rationale: option.id === right ? null : (option.rationale ?? '') })),
    })
  return options.map((option, index) => (
    <PartFields
      key={option.id}
      name={`Option ${index + 1}`}
      path={`item.options.${index}`}
      errors={errors}
      part={option}
      hint={chosenWords(chosenBy.get(option.id))}
      onChange={(changed) => set(index, changed)}
    >
      <Tick type="radio" name="key" checked={option.id === key} onChange={() => setKey(option.id)} label="This is the correct answer" />
    </PartFields>
  ))
}

const MOST_OPTIONS = 6
const FEWEST_OPTIONS = 5

function MultipleResponseEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'multiple_response'>) {
  const { options, keys } = item
  const set = (at: number, changed: PartChange) =>
    onChange({ ...item, options: options.map((option, index) => (index === at ? { ...option, ...changed } : option)) })
  return (
    <>
      <p className="text-sm text-muted">Two or three options are correct. The stem must say how many.</p>
      {options.map((option, index) => (
        <PartFields
          key={option.id}
          name={`Option ${index + 1}`}
          path={`item.options.${index}`}
          errors={errors}
          part={option}
          hint={chosenWords(chosenBy.get(option.id))}
          onChange={(changed) => set(index, changed)}
          onRemove={
            options.length > FEWEST_OPTIONS
              ? () => onChange({ ...item, options: options.toSpliced(index, 1), keys: keys.filter((key) => key !== option.id) })
              : undefined
          }
        >
          <Checkbox
            name={`right-${option.id}`}
            label="This option is correct"
            checked={keys.includes(option.id)}
            onChange={(isRight) => onChange({ ...item, keys: isRight ? [...keys, option.id] : keys.filter((key) => key !== option.id) })}
          />
        </PartFields>
      ))}
      <AddButton
        what="an option"
        isFull={options.length >= MOST_OPTIONS}
        onAdd={() => onChange({ ...item, options: [...options, { id: newPartId(), text: '', rationale: '' }] })}
      />
    </>
  )
}

const FEWEST_STEPS = 3
const MOST_STEPS = 6

function StepsEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'build_list'>) {
  const { steps, order } = item
  const set = (id: string, changed: PartChange) =>
    onChange({ ...item, steps: steps.map((step) => (step.id === id ? { ...step, ...changed } : step)) })
  const swap = (place: number, other: number) => () => {
    const [one, two] = [order[place], order[other]]
    if (one !== undefined && two !== undefined) onChange({ ...item, order: order.with(place, two).with(other, one) })
  }
  const add = () => {
    const id = newPartId()
    onChange({ ...item, steps: [...steps, { id, text: '', rationale: '' }], order: [...order, id] })
  }
  return (
    <>
      <p className="text-sm text-muted">Write the steps in the correct order. Learners see them in alphabetical order.</p>
      {order.map((id, place) => {
        const at = steps.findIndex((step) => step.id === id)
        const step = steps[at]
        return (
          step && (
            <PartFields
              key={id}
              name={`Step ${place + 1}`}
              path={`item.steps.${at}`}
              errors={errors}
              part={step}
              hint={chosenWords(chosenBy.get(`${id}:${place + 1}`), 'Put here')}
              onChange={(changed) => set(id, changed)}
              onMove={{
                up: place > 0 ? swap(place, place - 1) : undefined,
                down: place < order.length - 1 ? swap(place, place + 1) : undefined,
              }}
              onRemove={
                order.length > FEWEST_STEPS
                  ? () =>
                      onChange({ ...item, steps: steps.filter((other) => other.id !== id), order: order.filter((other) => other !== id) })
                  : undefined
              }
            />
          )
        )
      })}
      <AddButton what="a step" isFull={order.length >= MOST_STEPS} onAdd={add} />
    </>
  )
}
