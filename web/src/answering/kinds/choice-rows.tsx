import { Check, Strikethrough, X } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { IconButton } from '../../ui/button.tsx'
import { classList } from '../../ui/class-list.ts'
import { ShareBar } from '../../ui/progress.tsx'
import { ChoiceRow, rowLetter } from '../../ui/radio-rows.tsx'
import { type KindProps, outcomeOfChoice, type PartOutcome } from './kind-props.ts'

interface ChoiceRowsProps extends Pick<KindProps<'multiple_choice'>, 'draft' | 'change' | 'locked' | 'outcome' | 'chosenBy'> {
  legend: ReactNode
  choices: readonly { readonly id: string; readonly text: string }[]
  type: 'radio' | 'checkbox'
}

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

interface ChoiceLabelProps {
  children: ReactNode
  struck: boolean
  outcome: PartOutcome | null
  chosenBy: number | undefined
}

const ChoiceLabel = ({ children, struck, outcome, chosenBy }: ChoiceLabelProps) => (
  <>
    <span className="flex min-w-0 flex-1 flex-col gap-1 sm:flex-row sm:items-center sm:gap-3">
      <span className={classList('min-w-0 flex-1', struck && 'text-muted line-through')}>{children}</span>
      {outcome && <OutcomeWords outcome={outcome} />}
      {chosenBy !== undefined && <ChosenShare percent={chosenBy} />}
    </span>
    {chosenBy !== undefined && (
      <ShareBar
        percent={chosenBy}
        tone={outcome?.tone === 'ok' ? 'ok' : 'brand'}
        className="absolute inset-x-0 bottom-0 h-1 rounded-b-control"
      />
    )}
  </>
)

export const ChosenShare = ({ percent }: { percent: number }) => (
  <span className="shrink-0 text-sm text-muted tabular-nums">{percent}% chose this</span>
)

const outcomeColors = { ok: 'text-ok', bad: 'text-bad', none: 'text-brand' }

export const OutcomeWords = ({ outcome: { tone, words } }: { outcome: PartOutcome }) => (
  <span className={classList('flex shrink-0 items-center gap-1 text-sm font-semibold', outcomeColors[tone])}>
    {tone === 'ok' && <Check aria-hidden className="size-4 shrink-0" />}
    {tone === 'bad' && <X aria-hidden className="size-4 shrink-0" />}
    {words}
  </span>
)

interface StrikeButtonProps {
  name: string
  struck: boolean
  disabled: boolean
  onPress: () => void
}

export const StrikeButton = ({ name, struck, disabled, onPress }: StrikeButtonProps) => (
  <IconButton
    icon={Strikethrough}
    small
    label={`Strike out ${name}`}
    tooltip={struck ? `Take ${name} back` : `Strike out ${name}`}
    aria-pressed={struck}
    disabled={disabled}
    onClick={onPress}
    className={classList('border', struck ? 'border-control bg-sunken text-ink' : 'border-transparent text-muted')}
  />
)

export const MultipleChoice = ({ item, ...rest }: KindProps<'multiple_choice'>) => (
  <ChoiceRows {...rest} type="radio" legend={<span className="sr-only">Choose one answer</span>} choices={item.options} />
)
