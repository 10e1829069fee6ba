import { type ItemKind, itemKinds } from '@medicready/domain/questions/content/item'
import { longest } from '@medicready/domain/questions/shown/terms'
import { useState } from 'react'
import { kindNames } from '../../answering/kind-names.ts'
import { Checkbox, Tick } from '../../ui/checkbox.tsx'
import { classList } from '../../ui/class-list.ts'
import { Field, Input, SelectField, TextField } from '../../ui/field.tsx'
import { rowLetter } from '../../ui/radio-rows.tsx'
import { blankItem, type ContentErrors, fieldsOf, type ItemDraft, newPartId } from './drafts/content-draft.ts'
import { AddButton, chosenWords, type ItemEditorProps, PartFields, PartFrame } from './part-fields.tsx'
import { DragDropEditor, OptionsTableEditor } from './placement-editor.tsx'

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
  const field = fieldsOf(item, onChange, errors, 'item.')
  const setErrors = (errors: typeof item.errors) => onChange({ ...item, errors })
  return (
    <>
      <div className="grid gap-3 sm:grid-cols-3">
        <TextField {...field('value')} label="Right number" hint={chosenWords(chosenBy.get(item.value), 'Given')} maxLength={12} />
        <TextField {...field('unit')} label="Unit" hint="Shown after the blank, such as mL/h." maxLength={longest.unit} />
        <TextField
          {...field('tolerance')}
          label="Tolerance"
          hint="In the same unit. Enter 0 if only the exact number is correct."
          maxLength={12}
        />
      </div>
      {item.errors.map((error, index) => {
        const part = fieldsOf(error, (changed) => setErrors(item.errors.with(index, changed)), errors, `item.errors.${index}.`)
        return (
          <PartFrame
            key={error.id}
            name={`Common error ${index + 1}`}
            onRemove={item.errors.length > FEWEST_ERRORS ? () => setErrors(item.errors.toSpliced(index, 1)) : undefined}
          >
            <TextField
              {...part('value')}
              label="Result of the error"
              hint={chosenWords(chosenBy.get(error.value), 'Given')}
              maxLength={12}
            />
            <TextField {...part('rationale')} label="Name of the error" rows={2} maxLength={longest.rationale} />
          </PartFrame>
        )
      })}
      <AddButton
        what="an error"
        isFull={item.errors.length >= MOST_ERRORS}
        onAdd={() => setErrors([...item.errors, { id: newPartId(), value: '', rationale: '' }])}
      />
    </>
  )
}

/** The key has no rationale, because the explanation is about it. */
function MultipleChoiceEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'multiple_choice'>) {
  const { options, key } = item
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
      // Options keep their id when their text changes, so that earlier answers still match.
      onChange={(changed) => onChange({ ...item, options: options.with(index, changed) })}
    >
      <Tick type="radio" name="key" checked={option.id === key} onChange={() => setKey(option.id)} label="This is the correct answer" />
    </PartFields>
  ))
}

const MOST_OPTIONS = 6
const FEWEST_OPTIONS = 5

function MultipleResponseEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'multiple_response'>) {
  const { options, keys } = item
  return (
    <>
      <p className="text-sm text-muted">Two or three options are correct. The stem must say how many.</p>
      {options.map((option, index) => {
        const without = keys.filter((key) => key !== option.id)
        return (
          <PartFields
            key={option.id}
            name={`Option ${index + 1}`}
            path={`item.options.${index}`}
            errors={errors}
            part={option}
            hint={chosenWords(chosenBy.get(option.id))}
            onChange={(changed) => onChange({ ...item, options: options.with(index, changed) })}
            onRemove={
              options.length > FEWEST_OPTIONS ? () => onChange({ ...item, options: options.toSpliced(index, 1), keys: without }) : undefined
            }
          >
            <Checkbox
              name={`right-${option.id}`}
              label="This option is correct"
              value={keys.includes(option.id)}
              onChange={(isRight) => onChange({ ...item, keys: isRight ? [...keys, option.id] : without })}
            />
          </PartFields>
        )
      })}
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
              onChange={(changed) => onChange({ ...item, steps: steps.with(at, changed) })}
              onMove={{
                up: place > 0 ? swap(place, place - 1) : undefined,
                down: place < order.length - 1 ? swap(place, place + 1) : undefined,
              }}
              onRemove={
                order.length > FEWEST_STEPS
                  ? () => onChange({ ...item, steps: steps.toSpliced(at, 1), order: order.toSpliced(place, 1) })
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

const FEWEST_SPOTS = 3
const MOST_SPOTS = 6

const inPercent = (value: number): number => Math.min(100, Math.max(0, Math.round(value)))

interface SpotsEditorProps extends ItemEditorProps<'hot_spot'> {
  pictureUrl: string | null
}

function SpotsEditor({ item, errors, onChange, chosenBy, pictureUrl }: SpotsEditorProps) {
  const { spots, key } = item
  const [moving, setMoving] = useState(0)
  const set = (at: number, changed: Partial<(typeof spots)[number]>) =>
    onChange({ ...item, spots: spots.map((spot, index) => (index === at ? { ...spot, ...changed } : spot)) })
  return (
    <>
      <p className="text-sm text-muted">Describe where the place is, not what is there. Screen readers read this text aloud.</p>
      {pictureUrl === null ? (
        <p className="text-sm font-medium text-warn">Choose a picture first.</p>
      ) : (
        <div className="grid gap-2">
          <SelectField
            label="Pressing the picture moves"
            value={String(moving)}
            options={spots.map((_, index) => String(index))}
            word={(index) => `Place ${rowLetter(Number(index))}`}
            onChange={(index) => setMoving(Number(index))}
          />
          <div className="relative">
            <button
              type="button"
              aria-label={`Press the picture to move place ${rowLetter(moving)}, or use the numbers below`}
              className="block w-full cursor-crosshair rounded-control border border-hairline"
              onClick={(event) => {
                // A click by keyboard has no position.
                if (event.detail === 0) return
                const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
                const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height]
                set(moving, { x: inPercent(100 * x), y: inPercent(100 * y) })
              }}
            >
              <img src={pictureUrl} alt="" className="block w-full" />
            </button>
            {spots.map(({ id, x, y }, index) => (
              <span
                key={id}
                aria-hidden
                style={{ left: `${x}%`, top: `${y}%` }}
                className={classList(
                  'pointer-events-none absolute grid size-7 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-pill border-2 bg-surface text-sm font-semibold',
                  id === key ? 'border-ok text-ok' : 'border-control text-ink',
                )}
              >
                {rowLetter(index)}
              </span>
            ))}
          </div>
        </div>
      )}
      {spots.map((spot, index) => (
        <PartFields
          key={spot.id}
          name={`Place ${rowLetter(index)}`}
          path={`item.spots.${index}`}
          errors={errors}
          part={spot}
          hint={chosenWords(chosenBy.get(spot.id))}
          onChange={(changed) => set(index, changed)}
          onRemove={
            spots.length > FEWEST_SPOTS && spot.id !== key ? () => onChange({ ...item, spots: spots.toSpliced(index, 1) }) : undefined
          }
        >
          <div className="grid grid-cols-2 gap-3">
            <PercentField label="From the left, %" value={spot.x} onChange={(x) => set(index, { x })} />
            <PercentField label="From the top, %" value={spot.y} onChange={(y) => set(index, { y })} />
          </div>
          <Tick
            type="radio"
            name="key"
            checked={spot.id === key}
            onChange={() => onChange({ ...item, key: spot.id })}
            label="This is the correct place"
          />
        </PartFields>
      ))}
      <AddButton
        what="a place"
        isFull={spots.length >= MOST_SPOTS}
        onAdd={() => onChange({ ...item, spots: [...spots, { id: newPartId(), text: '', rationale: '', x: 50, y: 50 }] })}
      />
    </>
  )
}

const PercentField = ({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) => (
  <Field label={label}>
    {(control) => (
      <Input
        {...control}
        type="number"
        min={0}
        max={100}
        value={String(value)}
        onChange={({ target }) => onChange(inPercent(Number(target.value)))}
      />
    )}
  </Field>
)
