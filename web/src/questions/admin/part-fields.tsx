import type { ItemKind } from '@medicready/domain/questions/content/item'
import { longest } from '@medicready/domain/questions/shown/terms'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import type { ContentErrors, ItemDraft } from './drafts/content-draft.ts'

export interface ItemEditorProps<Kind extends ItemKind> {
  readonly item: Extract<ItemDraft, { kind: Kind }>
  readonly errors: ContentErrors
  readonly onChange: (item: ItemDraft) => void
  /** Percent by choice id, of the version that is revised; empty if no one answered it. */
  readonly chosenBy: ReadonlyMap<string, number>
}

export const chosenWords = (percent: number | undefined, what = 'Chosen'): string | undefined =>
  percent === undefined ? undefined : `${what} by ${percent}% of those who answered`

interface PartFrameProps {
  name: string
  /** Left out at the minimum number of parts. */
  onRemove?: (() => void) | undefined
  onMove?: { up: (() => void) | undefined; down: (() => void) | undefined } | undefined
  children?: ReactNode
}

interface PartFieldsProps<Part> extends PartFrameProps {
  path: string
  errors: ContentErrors
  part: Part
  hint?: string | undefined
  onChange: (changed: Part) => void
}

export function PartFields<Part extends { text: string; rationale: string | null }>(props: PartFieldsProps<Part>) {
  const { path, errors, part, hint, onChange, children, ...frame } = props
  return (
    <PartFrame {...frame}>
      <TextField
        label="Words"
        error={errors[`${path}.text`]}
        hint={hint}
        maxLength={longest.part}
        value={part.text}
        onChange={(text) => onChange({ ...part, text })}
      />
      {part.rationale !== null && (
        <TextField
          label="Why it is right or wrong"
          error={errors[`${path}.rationale`]}
          rows={2}
          maxLength={longest.rationale}
          value={part.rationale}
          onChange={(rationale) => onChange({ ...part, rationale })}
        />
      )}
      {children}
    </PartFrame>
  )
}

export const PartFrame = ({ name, onRemove, onMove, children }: PartFrameProps) => (
  <fieldset className="grid min-w-0 gap-3 border-l-4 border-hairline pl-4">
    <legend className="sr-only">{name}</legend>
    <div className="flex flex-wrap items-center gap-1">
      <span aria-hidden className="mr-auto text-sm font-semibold">
        {name}
      </span>
      {onMove && <MoveButton name={name} way="up" move={onMove.up} />}
      {onMove && <MoveButton name={name} way="down" move={onMove.down} />}
      {onRemove && <IconButton icon={Trash2} small label={`Remove ${name.toLowerCase()}`} onClick={onRemove} />}
    </div>
    {children}
  </fieldset>
)

function MoveButton({ name, way, move }: { name: string; way: 'up' | 'down'; move: (() => void) | undefined }) {
  const Arrow = way === 'up' ? ArrowUp : ArrowDown
  return (
    <IconButton
      icon={Arrow}
      small
      label={`Move ${name.toLowerCase()} ${way}`}
      aria-disabled={move ? undefined : true}
      className="text-muted aria-disabled:opacity-40"
      onClick={move}
    />
  )
}

export const AddButton = ({ what, isFull, onAdd }: { what: string; isFull: boolean; onAdd: () => void }) =>
  !isFull && <Button icon={Plus} variant="secondary" size="sm" className="justify-self-start" onClick={onAdd} label={`Add ${what}`} />
