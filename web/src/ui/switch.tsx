import type { ReactNode } from 'react'

interface SwitchProps {
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  hint?: ReactNode
}

/** Takes effect at once. The whole row is pressable. */
export const Switch = ({ label, checked, onChange, hint }: SwitchProps) => (
  <label className="flex min-h-11 cursor-pointer items-center justify-between gap-4">
    <span className="grid gap-0.5">
      <span className="text-sm font-medium">{label}</span>
      {hint && <span className="text-sm text-muted">{hint}</span>}
    </span>
    <input
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      className="relative h-6 w-11 shrink-0 cursor-[inherit] appearance-none rounded-pill border border-control bg-sunken transition-colors before:absolute before:top-0.5 before:left-0.5 before:size-4.5 before:rounded-pill before:bg-control before:transition-transform checked:border-brand checked:bg-brand checked:before:translate-x-5 checked:before:bg-on-brand"
    />
  </label>
)
