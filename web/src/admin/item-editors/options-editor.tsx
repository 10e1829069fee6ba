import { Checkbox } from '../../ui/checkbox.tsx'
import { newPartId } from '../blank-item.ts'
import { chosenWords, type ItemEditorProps } from './editor-props.ts'
import { AddButton, PartFields } from './part-fields.tsx'

/** One right option of four: the right one has no rationale, because the explanation is about it. */
export function MultipleChoiceEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'multiple_choice'>) {
  const { options, key } = item
  /** An option keeps its id when its words change: what was answered before stays told apart by it. */
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
        This is the right answer
      </label>
    </PartFields>
  ))
}

const MOST_OPTIONS = 6
const FEWEST_OPTIONS = 5

/** Two or three right options of five or six. */
export function MultipleResponseEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'multiple_response'>) {
  const { options, keys } = item
  const set = (at: number, changed: { text: string } | { rationale: string }) =>
    onChange({ ...item, options: options.map((option, index) => (index === at ? { ...option, ...changed } : option)) })
  return (
    <>
      <p className="text-sm text-muted">Two or three options are right; the stem has to say how many.</p>
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
            label="This option is right"
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
