import type { ItemKind } from '@medicready/domain/questions/item'
import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, IconButton } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import type { ContentErrors, ItemDraft } from '../content-draft.ts'

export interface ItemEditorProps<Kind extends ItemKind> {
  readonly item: Extract<ItemDraft, { kind: Kind }>
  readonly errors: ContentErrors
  readonly onChange: (item: ItemDraft) => void
  /** Percent by choice id, of the version that is revised; empty if no one answered it. */
  readonly chosenBy: ReadonlyMap<string, number>
}

export const chosenWords = (percent: number | undefined, what = 'Chosen'): string | undefined =>
  percent === undefined ? undefined : `${what} by ${percent}% of those who answered`

interface PartFieldsProps {
  /** Such as `Option 2`. */
  name: string
  /** Such as `item.options.1`. */
  path: string
  errors: ContentErrors
  text: string
  rationale: string | null
  hint?: string | undefined
  onText: (text: string) => void
  onRationale: (rationale: string) => void
  /** Left out at the minimum number of parts. */
  onRemove?: (() => void) | undefined
  /** For parts whose order counts. */
  onMove?: { up: (() => void) | undefined; down: (() => void) | undefined } | undefined
  children?: ReactNode
}

export const PartFields = ({
  name,
  path,
  errors,
  text,
  rationale,
  hint,
  onText,
  onRationale,
  onRemove,
  onMove,
  children,
}: PartFieldsProps) => (
  <fieldset className="grid min-w-0 gap-3 border-l-4 border-hairline pl-4">
    <legend className="sr-only">{name}</legend>
    <div className="flex flex-wrap items-center gap-1">
      <span aria-hidden className="mr-auto text-sm font-semibold">
        {name}
      </span>
      {onMove && <MoveButton name={name} way="up" move={onMove.up} />}
      {onMove && <MoveButton name={name} way="down" move={onMove.down} />}
      {onRemove && (
        <IconButton label={`Remove ${name.toLowerCase()}`} onClick={onRemove}>
          <Trash2 aria-hidden className="size-4" />
        </IconButton>
      )}
    </div>
    <TextField label="Words" error={errors[`${path}.text`]} hint={hint} maxLength={300} value={text} onChange={onText} />
    {rationale !== null && (
      <TextField
        label="Why it is right or wrong"
        error={errors[`${path}.rationale`]}
        rows={2}
        maxLength={1200}
        value={rationale}
        onChange={onRationale}
      />
    )}
    {children}
  </fieldset>
)

function MoveButton({ name, way, move }: { name: string; way: 'up' | 'down'; move: (() => void) | undefined }) {
  const Arrow = way === 'up' ? ArrowUp : ArrowDown
  return (
    <IconButton
      label={`Move ${name.toLowerCase()} ${way}`}
      aria-disabled={move ? undefined : true}
      className="text-muted aria-disabled:opacity-40"
      onClick={move}
    >
      <Arrow aria-hidden className="size-4" />
    </IconButton>
  )
}

export const AddButton = ({ what, onAdd }: { what: string; onAdd: (() => void) | undefined }) =>
  onAdd && (
    <Button variant="secondary" size="sm" className="justify-self-start" onClick={onAdd}>
      <Plus aria-hidden className="size-4" />
      Add {what}
    </Button>
  )
