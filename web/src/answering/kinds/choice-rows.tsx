import { type ReactNode, useId } from 'react'
import { ChoiceRow, rowLetter } from '../../ui/radio-rows.tsx'
import { ChoiceLabel, StrikeButton } from './choice-label.tsx'
import { type KindProps, outcomeOfChoice } from './kind-props.ts'

interface ChoiceRowsProps extends Pick<KindProps<'multiple_choice'>, 'draft' | 'change' | 'locked' | 'outcome' | 'chosenBy'> {
  /** What is asked of the learner. */
  legend: ReactNode
  choices: readonly { readonly id: string; readonly text: string }[]
  /** One of them, or several. */
  type: 'radio' | 'checkbox'
}

/** Lettered choices in rows, each with a button that rules it out. */
export function ChoiceRows({ legend, choices, type, draft, change, locked, outcome, chosenBy }: ChoiceRowsProps) {
  const name = useId()
  const choose = (id: string) =>
    type === 'checkbox' && draft.chosen.includes(id)
      ? change({ type: 'takeOut', id })
      : change({ type: 'choose', id, insteadOf: type === 'radio' ? choices.map((choice) => choice.id) : [] })
  return (
    <fieldset disabled={locked} className="min-w-0">
      <legend className="mb-3 w-full">{legend}</legend>
      <div className="grid gap-3">
        {choices.map(({ id, text }, index) => {
          const struck = draft.struck.includes(id)
          const said = outcome && outcomeOfChoice(id, draft, outcome)
          return (
            <div key={id} className="flex items-stretch gap-2">
              <ChoiceRow
                type={type}
                name={name}
                value={id}
                letter={rowLetter(index)}
                checked={draft.chosen.includes(id)}
                onChange={() => choose(id)}
                disabled={locked}
                tone={said?.tone}
              >
                <ChoiceLabel struck={struck} outcome={said} chosenBy={chosenBy?.get(text)}>
                  {text}
                </ChoiceLabel>
              </ChoiceRow>
              {!outcome && (
                <StrikeButton name={rowLetter(index)} struck={struck} disabled={locked} onPress={() => change({ type: 'strike', id })} />
              )}
            </div>
          )
        })}
      </div>
    </fieldset>
  )
}
