import { useState } from 'react'
import { Tick } from '../../../ui/checkbox.tsx'
import { classList } from '../../../ui/class-list.ts'
import { Field, Input, SelectField } from '../../../ui/field.tsx'
import { rowLetter } from '../../../ui/radio-rows.tsx'
import { newPartId } from '../drafts/content-draft.ts'
import { AddButton, chosenWords, type ItemEditorProps, PartFields } from './part-fields.tsx'

const FEWEST_SPOTS = 3
const MOST_SPOTS = 6

const inPercent = (value: number): number => Math.min(100, Math.max(0, Math.round(value)))

interface SpotsEditorProps extends ItemEditorProps<'hot_spot'> {
  pictureUrl: string | null
}

export function SpotsEditor({ item, errors, onChange, chosenBy, pictureUrl }: SpotsEditorProps) {
  const { spots, key } = item
  const [moving, setMoving] = useState(0)
  const set = (at: number, changed: Partial<(typeof spots)[number]>) =>
    onChange({ ...item, spots: spots.map((spot, index) => (index === at ? { ...spot, ...changed } : spot)) })
  return (
    <>
      <p className="text-sm text-muted">Describe where the place is, not what is there. Screen readers read this text aloud.</p>
      {pictureUrl === null ? (
        <p className="text-sm font-medium text-warn">Choose a picture first.</p>
      ) : (
        <div className="grid gap-2">
          <SelectField
            label="Pressing the picture moves"
            value={String(moving)}
            options={spots.map((_, index) => String(index))}
            word={(index) => `Place ${rowLetter(Number(index))}`}
            onChange={(index) => setMoving(Number(index))}
          />
          <div className="relative">
            <button
              type="button"
              aria-label={`Press the picture to move place ${rowLetter(moving)}, or use the numbers below`}
              className="block w-full cursor-crosshair rounded-control border border-hairline"
              onClick={(event) => {
                // A click by keyboard has no position.
                if (event.detail === 0) return
                const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
                const [x, y] = [(event.clientX - left) / width, (event.clientY - top) / height]
                set(moving, { x: inPercent(100 * x), y: inPercent(100 * y) })
              }}
            >
              <img src={pictureUrl} alt="" className="block w-full" />
            </button>
            {spots.map(({ id, x, y }, index) => (
              <span
                key={id}
                aria-hidden
                style={{ left: `${x}%`, top: `${y}%` }}
                className={classList(
                  'pointer-events-none absolute grid size-7 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-pill border-2 bg-surface text-sm font-semibold',
                  id === key ? 'border-ok text-ok' : 'border-control text-ink',
                )}
              >
                {rowLetter(index)}
              </span>
            ))}
          </div>
        </div>
      )}
      {spots.map((spot, index) => (
        <PartFields
          key={spot.id}
          name={`Place ${rowLetter(index)}`}
          path={`item.spots.${index}`}
          errors={errors}
          part={spot}
          hint={chosenWords(chosenBy.get(spot.id))}
          onChange={(changed) => set(index, changed)}
          onRemove={
            spots.length > FEWEST_SPOTS && spot.id !== key ? () => onChange({ ...item, spots: spots.toSpliced(index, 1) }) : undefined
          }
        >
          <div className="grid grid-cols-2 gap-3">
            <PercentField label="From the left, %" value={spot.x} onChange={(x) => set(index, { x })} />
            <PercentField label="From the top, %" value={spot.y} onChange={(y) => set(index, { y })} />
          </div>
          <Tick
            type="radio"
            name="key"
            checked={spot.id === key}
            onChange={() => onChange({ ...item, key: spot.id })}
            label="This is the correct place"
          />
        </PartFields>
      ))}
      <AddButton
        what="a place"
        isFull={spots.length >= MOST_SPOTS}
        onAdd={() => onChange({ ...item, spots: [...spots, { id: newPartId(), text: '', rationale: '', x: 50, y: 50 }] })}
      />
    </>
  )
}

const PercentField = ({ label, value, onChange }: { label: string; value: number; onChange: (value: number) => void }) => (
  <Field label={label}>
    {(control) => (
      <Input
        {...control}
        type="number"
        min={0}
        max={100}
        value={String(value)}
        onChange={({ target }) => onChange(inPercent(Number(target.value)))}
      />
    )}
  </Field>
)
