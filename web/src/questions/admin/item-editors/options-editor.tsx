import { Checkbox } from '../../../ui/checkbox.tsx'
import { newPartId } from '../content-draft.ts'
import { AddButton, chosenWords, type ItemEditorProps, PartFields } from './part-fields.tsx'

/** The key has no rationale, because the explanation is about it. */
export function MultipleChoiceEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'multiple_choice'>) {
  const { options, key } = item
  /** Options keep their id when their text changes, so that earlier answers still match. */
  const set = (at: number, changed: { text: string } | { rationale: string }) =>
    onChange({ ...item, options: options.map((option, index) => (index === at ? { ...option, ...changed } : option)) })
  const setKey = (right: string) =>
    onChange({
      ...item,
      key: right,
      options: options.map((option) => ({ ...option, rationale: option.id === right ? null : (option.rationale ?? '') })),
    })
  return options.map(({ id, text, rationale }, index) => (
    <PartFields
      key={id}
      name={`Option ${index + 1}`}
      path={`item.options.${index}`}
      errors={errors}
      text={text}
      rationale={rationale}
      hint={chosenWords(chosenBy.get(id))}
      onText={(text) => set(index, { text })}
      onRationale={(rationale) => set(index, { rationale })}
    >
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input type="radio" name="key" checked={id === key} onChange={() => setKey(id)} className="size-5 accent-brand" />
        This is the correct answer
      </label>
    </PartFields>
  ))
}

const MOST_OPTIONS = 6
const FEWEST_OPTIONS = 5

export function MultipleResponseEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'multiple_response'>) {
  const { options, keys } = item
  const set = (at: number, changed: { text: string } | { rationale: string }) =>
    onChange({ ...item, options: options.map((option, index) => (index === at ? { ...option, ...changed } : option)) })
  return (
    <>
      <p className="text-sm text-muted">Two or three options are correct. The stem must say how many.</p>
      {options.map(({ id, text, rationale }, index) => (
        <PartFields
          key={id}
          name={`Option ${index + 1}`}
          path={`item.options.${index}`}
          errors={errors}
          text={text}
          rationale={rationale}
          hint={chosenWords(chosenBy.get(id))}
          onText={(text) => set(index, { text })}
          onRationale={(rationale) => set(index, { rationale })}
          onRemove={
            options.length > FEWEST_OPTIONS
              ? () => onChange({ ...item, options: options.filter((option) => option.id !== id), keys: keys.filter((key) => key !== id) })
              : undefined
          }
        >
          <Checkbox
            name={`right-${id}`}
            label="This option is correct"
            checked={keys.includes(id)}
            onChange={(isRight) => onChange({ ...item, keys: isRight ? [...keys, id] : keys.filter((key) => key !== id) })}
          />
        </PartFields>
      ))}
      <AddButton
        what="an option"
        onAdd={
          options.length < MOST_OPTIONS
            ? () => onChange({ ...item, options: [...options, { id: newPartId(), text: '', rationale: '' }] })
            : undefined
        }
      />
    </>
  )
}

const FEWEST_STEPS = 3
const MOST_STEPS = 6

export function StepsEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'build_list'>) {
  const { steps, order } = item
  const set = (id: string, changed: { text: string } | { rationale: string }) =>
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
              text={step.text}
              rationale={step.rationale}
              hint={chosenWords(chosenBy.get(`${id}:${place + 1}`), 'Put here')}
              onText={(text) => set(id, { text })}
              onRationale={(rationale) => set(id, { rationale })}
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
      <AddButton what="a step" onAdd={order.length < MOST_STEPS ? add : undefined} />
    </>
  )
}
