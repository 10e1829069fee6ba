import { Trash2 } from 'lucide-react'
import { IconButton } from '../../../ui/icon-button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { newPartId } from '../content-draft.ts'
import { AddButton, chosenWords, type ItemEditorProps } from './part-fields.tsx'

const FEWEST_ERRORS = 2
const MOST_ERRORS = 5

export function FigureEditor({ item, errors, onChange, chosenBy }: ItemEditorProps<'fill_in_blank'>) {
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
        <fieldset key={id} className="grid min-w-0 gap-3 border-l-4 border-hairline pl-4">
          <legend className="sr-only">Common error {index + 1}</legend>
          <div className="flex flex-wrap items-center gap-1">
            <span aria-hidden className="mr-auto text-sm font-semibold">
              Common error {index + 1}
            </span>
            {item.errors.length > FEWEST_ERRORS && (
              <IconButton
                label={`Remove common error ${index + 1}`}
                onClick={() => set({ errors: item.errors.filter((_, at) => at !== index) })}
              >
                <Trash2 aria-hidden className="size-4" />
              </IconButton>
            )}
          </div>
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
        </fieldset>
      ))}
      <AddButton
        what="an error"
        onAdd={
          item.errors.length < MOST_ERRORS
            ? () => set({ errors: [...item.errors, { id: newPartId(), value: '', rationale: '' }] })
            : undefined
        }
      />
    </>
  )
}
