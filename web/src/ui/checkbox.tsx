import { type ComponentProps, type ReactNode, useId } from 'react'
import { Fault, type FieldOf } from './field.tsx'

interface TickProps extends Omit<ComponentProps<'input'>, 'onChange'> {
  label: ReactNode
  onChange: (checked: boolean) => void
}

export const Tick = ({ type = 'checkbox', label, onChange, ...input }: TickProps) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 text-sm has-disabled:cursor-not-allowed">
    <input
      {...input}
      type={type}
      onChange={({ target }) => onChange(target.checked)}
      className="size-5 shrink-0 cursor-[inherit] accent-brand"
    />
    {label}
  </label>
)

export function Checkbox({ value, label, error, ...tick }: FieldOf<boolean> & { label: ReactNode }) {
  const id = useId()
  return (
    <div className="grid gap-1.5">
      <Tick {...tick} checked={value} label={label} required {...(error && { 'aria-invalid': true, 'aria-describedby': id })} />
      {error && <Fault id={id}>{error}</Fault>}
    </div>
  )
}
