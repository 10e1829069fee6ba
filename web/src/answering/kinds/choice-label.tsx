import { Check, Strikethrough, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { classList } from '../../ui/class-list.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { ShareBar } from '../../ui/share-bar.tsx'
import type { PartOutcome } from './kind-props.ts'

interface ChoiceLabelProps {
  children: ReactNode
  struck: boolean
  outcome: PartOutcome | null
  /** What percent of all who answered chose it. */
  chosenBy: number | undefined
}

/** The words of a choice in its row, with what the answer says of it. */
export const ChoiceLabel = ({ children, struck, outcome, chosenBy }: ChoiceLabelProps) => (
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

/** The sign and the words of an outcome. */
export const OutcomeWords = ({ outcome: { tone, words } }: { outcome: PartOutcome }) => (
  <span className={classList('flex shrink-0 items-center gap-1 text-sm font-semibold', outcomeColors[tone])}>
    {tone === 'ok' && <Check aria-hidden className="size-4 shrink-0" />}
    {tone === 'bad' && <X aria-hidden className="size-4 shrink-0" />}
    {words}
  </span>
)

interface StrikeButtonProps {
  /** What is ruled out: a letter, or the words of a choice without one. */
  name: string
  struck: boolean
  disabled: boolean
  onPress: () => void
}

/** Rules a choice out, or takes it back. */
export const StrikeButton = ({ name, struck, disabled, onPress }: StrikeButtonProps) => (
  <IconButton
    label={`Strike out ${name}`}
    tooltip={struck ? `Take ${name} back` : `Strike out ${name}`}
    aria-pressed={struck}
    disabled={disabled}
    onClick={onPress}
    className={classList('border', struck ? 'border-control bg-sunken text-ink' : 'border-transparent text-muted')}
  >
    <Strikethrough aria-hidden className="size-4" />
  </IconButton>
)
