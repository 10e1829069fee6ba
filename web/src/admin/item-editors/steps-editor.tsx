import { newPartId } from '../blank-item.ts'
import { chosenWords, type ItemEditorProps } from './editor-props.ts'
import { AddButton, PartFields } from './part-fields.tsx'

const FEWEST_STEPS = 3
const MOST_STEPS = 6

/** The steps in the order that is right. Learners get them sorted by their words. */
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
      <p className="text-sm text-muted">Write the steps in their right order. Learners get them sorted by their words.</p>
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
