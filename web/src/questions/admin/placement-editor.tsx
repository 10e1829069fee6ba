import { longest } from '@medicready/domain/questions/shown/terms'
import { Trash2 } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { type ContentErrors, newPartId } from './drafts/content-draft.ts'
import { AddButton, chosenWords, type ItemEditorProps, PartFields } from './part-fields.tsx'

interface Target {
  readonly id: string
  readonly text: string
}
interface Part extends Target {
  readonly rationale: string
}

interface Placed {
  readonly targets: readonly Target[]
  readonly parts: readonly Part[]
  readonly placement: Readonly<Record<string, string>>
}

interface PlacementEditorProps extends Placed {
  words: { target: string; part: string; targetHint: string; belongs: string; chosen: string }
  paths: { targets: string; parts: string }
  bounds: { targets: readonly [fewest: number, most: number]; parts: readonly [fewest: number, most: number] }
  errors: ContentErrors
  chosenBy: ReadonlyMap<string, number>
  onChange: (placed: Placed) => void
}

function PlacementEditor({ targets, parts, placement, words, paths, bounds, errors, chosenBy, onChange }: PlacementEditorProps) {
  const placed: Placed = { targets, parts, placement }
  const removeTarget = (id: string) => {
    const left = targets.filter((target) => target.id !== id)
    const moved = Object.entries(placement).map(([part, target]) => [part, target === id ? (left[0]?.id ?? '') : target])
    onChange({ ...placed, targets: left, placement: Object.fromEntries(moved) })
  }
  const addPart = () => {
    const id = newPartId()
    onChange({ ...placed, parts: [...parts, { id, text: '', rationale: '' }], placement: { ...placement, [id]: targets[0]?.id ?? '' } })
  }
  const removePart = (id: string) => {
    const { [id]: _, ...rest } = placement
    onChange({ ...placed, parts: parts.filter((part) => part.id !== id), placement: rest })
  }
  return (
    <>
      {targets.map((target, index) => (
        <div key={target.id} className="flex items-start gap-1">
          <div className="min-w-0 flex-1">
            <TextField
              label={`${words.target} ${index + 1}`}
              hint={index === 0 ? words.targetHint : undefined}
              error={errors[`${paths.targets}.${index}.text`]}
              maxLength={longest.part}
              value={target.text}
              onChange={(text) => onChange({ ...placed, targets: targets.with(index, { ...target, text }) })}
            />
          </div>
          {targets.length > bounds.targets[0] && (
            <IconButton
              icon={Trash2}
              small
              label={`Remove ${words.target.toLowerCase()} ${index + 1}`}
              className="mt-6 text-muted"
              onClick={() => removeTarget(target.id)}
            />
          )}
        </div>
      ))}
      <AddButton
        what={`a ${words.target.toLowerCase()}`}
        isFull={targets.length >= bounds.targets[1]}
        onAdd={() => onChange({ ...placed, targets: [...targets, { id: newPartId(), text: '' }] })}
      />
      {parts.map((part, index) => {
        const { id } = part
        const target = placement[id] ?? ''
        return (
          <PartFields
            key={id}
            name={`${words.part} ${index + 1}`}
            path={`${paths.parts}.${index}`}
            errors={errors}
            part={part}
            hint={chosenWords(chosenBy.get(`${id}:${target}`), words.chosen)}
            onChange={(changed) => onChange({ ...placed, parts: parts.with(index, changed) })}
            onRemove={parts.length > bounds.parts[0] ? () => removePart(id) : undefined}
          >
            <SelectField
              label={words.belongs}
              value={target}
              options={targets.map((each) => each.id)}
              word={(option) => {
                const at = targets.findIndex((each) => each.id === option)
                return targets[at]?.text || `${words.target} ${at + 1}`
              }}
              onChange={(chosen) => onChange({ ...placed, placement: { ...placement, [id]: chosen } })}
            />
          </PartFields>
        )
      })}
      <AddButton what={`a ${words.part.toLowerCase()}`} isFull={parts.length >= bounds.parts[1]} onAdd={addPart} />
    </>
  )
}

export const DragDropEditor = ({ item, errors, onChange, chosenBy }: ItemEditorProps<'drag_drop'>) => (
  <PlacementEditor
    targets={item.boxes}
    parts={item.things}
    placement={item.placement}
    words={{
      target: 'Box',
      part: 'Thing',
      targetHint: 'Two to four boxes. Each needs at least one item.',
      belongs: 'Belongs into',
      chosen: 'Put into this box',
    }}
    paths={{ targets: 'item.boxes', parts: 'item.things' }}
    bounds={{ targets: [2, 4], parts: [4, 8] }}
    errors={errors}
    chosenBy={chosenBy}
    onChange={({ targets, parts, placement }) =>
      onChange({ ...item, boxes: [...targets], things: [...parts], placement: { ...placement } })
    }
  />
)

export const OptionsTableEditor = ({ item, errors, onChange, chosenBy }: ItemEditorProps<'options_table'>) => (
  <PlacementEditor
    targets={item.columns}
    parts={item.rows}
    placement={item.marks}
    words={{
      target: 'Column',
      part: 'Row',
      targetHint: 'Two or three columns, in the order in which learners see them.',
      belongs: 'Right column',
      chosen: 'Correct column',
    }}
    paths={{ targets: 'item.columns', parts: 'item.rows' }}
    bounds={{ targets: [2, 3], parts: [3, 6] }}
    errors={errors}
    chosenBy={chosenBy}
    onChange={({ targets, parts, placement }) => onChange({ ...item, columns: [...targets], rows: [...parts], marks: { ...placement } })}
  />
)
