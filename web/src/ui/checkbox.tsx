import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

interface CheckboxProps {
  name: string
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
}

interface CheckboxField {
  name: string
  value: boolean
  error: string | undefined
  onChange: (checked: boolean) => void
}

/** The props of a checkbox for a field of a form. */
export const checkedOf = ({ value, ...field }: CheckboxField) => ({ ...field, checked: value })

export function Checkbox({ name, label, checked, onChange, error }: CheckboxProps) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
        <input
          type="checkbox"
          name={name}
          required
          checked={checked}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 shrink-0 cursor-[inherit] accent-brand"
          {...(error && { 'aria-invalid': true, 'aria-describedby': id })}
        />
        {label}
      </label>
      {error && (
        <p id={id} className="flex items-start gap-1.5 text-sm text-bad">
          <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {error}
        </p>
      )}
    </div>
  )
}
