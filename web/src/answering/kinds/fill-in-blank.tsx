import { useId, useState } from 'react'
import { classList } from '../../ui/class-list.ts'
import { Field, Input } from '../../ui/field.tsx'
import { readFigure } from '../figure.ts'
import { ChosenShare, OutcomeWords } from './choice-label.tsx'
import type { KindProps } from './kind-props.ts'

/** A number, before its unit. What is wrong with it is said once the field is left. */
export default function FillInBlank({ item: { unit }, draft, change, locked, outcome, chosenBy }: KindProps<'fill_in_blank'>) {
  const unitId = useId()
  const [left, setLeft] = useState(false)
  if (outcome)
    return <Given typed={draft.typed} unit={unit} isCorrect={outcome.isCorrect} chosenBy={chosenBy?.get(`${draft.typed} ${unit}`)} />
  const figure = left && draft.typed.trim() !== '' ? readFigure(draft.typed) : null
  return (
    <Field label="Your answer" hint="A number, such as 5, 0.5 or 1,000" error={figure && 'fault' in figure ? figure.fault : undefined}>
      {(control) => (
        <span className="flex items-center gap-3">
          <Input
            {...control}
            data-blank
            type="text"
            inputMode="decimal"
            autoComplete="off"
            aria-describedby={classList(unitId, control['aria-describedby'])}
            value={draft.typed}
            readOnly={locked}
            onChange={({ target }) => change({ type: 'write', text: target.value })}
            onFocus={() => setLeft(false)}
            onBlur={() => setLeft(true)}
            className="max-w-48 text-right text-lg tabular-nums"
          />
          <span id={unitId} className="text-lg font-medium">
            {unit}
          </span>
        </span>
      )}
    </Field>
  )
}

interface GivenProps {
  typed: string
  unit: string
  isCorrect: boolean
  chosenBy: number | undefined
}

/** What was written, and what came of it. */
const Given = ({ typed, unit, isCorrect, chosenBy }: GivenProps) => (
  <p
    className={classList(
      'flex min-h-12 flex-wrap items-center gap-x-4 gap-y-1 rounded-control border px-3 py-2',
      isCorrect ? 'border-ok bg-ok-soft' : 'border-bad bg-bad-soft',
    )}
  >
    <span className="flex-1 text-lg font-medium tabular-nums">{typed === '' ? 'None in time' : `${typed} ${unit}`}</span>
    <OutcomeWords outcome={isCorrect ? { tone: 'ok', words: 'Your answer, correct' } : { tone: 'bad', words: 'Your answer' }} />
    {chosenBy !== undefined && <ChosenShare percent={chosenBy} />}
  </p>
)
