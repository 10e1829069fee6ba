import { useId, useState } from 'react'
import { classList } from '../../ui/class-list.ts'
import { Field, Input } from '../../ui/field.tsx'
import { readFigure } from '../figure.ts'
import { ChosenShare, OutcomeWords } from './choice-label.tsx'
import type { KindProps, PartOutcome } from './kind-props.ts'

/** A number, before its unit. What is wrong with it is said once the field is left. */
export default function FillInBlank({ item: { unit }, draft, change, locked, outcome, chosenBy }: KindProps<'fill_in_blank'>) {
  const unitId = useId()
  const [left, setLeft] = useState(false)
  const said = outcome && outcomeOfFigure(outcome)
  const figure = left && !locked && draft.typed.trim() !== '' ? readFigure(draft.typed) : null
  return (
    <div className="grid gap-3">
      <Field
        label="Your answer"
        hint={locked ? undefined : 'A number, such as 5, 0.5 or 1,000'}
        error={figure && 'fault' in figure ? figure.fault : undefined}
      >
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
              className={classList('max-w-48 text-right text-lg tabular-nums', said && blankTones[said.tone])}
            />
            <span id={unitId} className="text-lg font-medium">
              {unit}
            </span>
          </span>
        )}
      </Field>
      {said && draft.typed !== '' && (
        <p className="flex flex-wrap items-center gap-3">
          <OutcomeWords outcome={said} />
          <Share percent={chosenBy?.get(`${draft.typed} ${unit}`)} />
        </p>
      )}
    </div>
  )
}

const blankTones = { ok: 'border-ok bg-ok-soft', bad: 'border-bad bg-bad-soft', none: '' }

const outcomeOfFigure = ({ isCorrect }: { isCorrect: boolean }): PartOutcome =>
  isCorrect ? { tone: 'ok', words: 'Your answer, correct' } : { tone: 'bad', words: 'Your answer' }

const Share = ({ percent }: { percent: number | undefined }) => percent !== undefined && <ChosenShare percent={percent} />
