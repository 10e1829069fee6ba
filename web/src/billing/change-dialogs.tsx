import { inWords, priceInWords } from '@medicready/domain/billing/shown/money'
import { CANCELLATION_WORDS, renewalWords } from '@medicready/domain/billing/shown/plan-words'
import { type PaidTier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/billing'
import { ActionDialog } from '../ui/dialog.tsx'
import { dayOf } from '../ui/words.ts'
import { useCancelPlan, useChangePlan, useMoneyBack } from './commands.ts'
import { differenceNow } from './plan-words.ts'

interface PlanDialogProps {
  plan: Subscription
  isOpen: boolean
  onClose: () => void
}

export function CancelDialog({ plan, isOpen, onClose }: PlanDialogProps) {
  const cancel = useCancelPlan(onClose)
  const { label } = tiers[plan.tier]
  return (
    <ActionDialog
      open={isOpen}
      title={`Cancel ${label}?`}
      keep={`Keep ${label}`}
      confirm="Cancel plan"
      busy="Cancelling..."
      isDestructive
      isPending={cancel.isPending}
      onClose={() => cancel.isPending || onClose()}
      onConfirm={cancel.press}
    >
      <div className="grid gap-3 text-sm">
        <p>
          Your plan then ends {plan.periodEndsAt ? `on ${dayOf(plan.periodEndsAt)}` : 'with the period that you have paid for'}, and you are
          not charged again. Until that day, you keep full access and can change your mind.
        </p>
        <p className="text-muted">Your answers, streak, achievements and review dates stay.</p>
      </div>
    </ActionDialog>
  )
}

export function MoneyBackDialog({ plan, isOpen, onClose }: PlanDialogProps) {
  const moneyBack = useMoneyBack(onClose)
  const { label } = tiers[plan.tier]
  return (
    <ActionDialog
      open={isOpen}
      title="Get your money back?"
      keep={`Keep ${label}`}
      confirm="Refund and end my plan"
      busy="Refunding..."
      isDestructive
      isPending={moneyBack.isPending}
      onClose={() => moneyBack.isPending || onClose()}
      onConfirm={moneyBack.press}
    >
      <div className="grid gap-3 text-sm">
        <p>
          We refund {plan.moneyBack ? inWords(plan.moneyBack) : 'your payment'} to your card. {label} ends at once, and your account moves
          to Free.
        </p>
        <p className="text-muted">Processing takes 5-7 business days. The guarantee applies once per person.</p>
      </div>
    </ActionDialog>
  )
}

interface ChangeDialogProps extends PlanDialogProps {
  tier: PaidTier
}

export function UpgradeDialog({ plan, tier, isOpen, onClose }: ChangeDialogProps) {
  const change = useChangePlan(tier, onClose)
  const { label } = tiers[tier]
  const price = plan.prices[tier]
  const difference = differenceNow(plan, price, Date.now())
  return (
    <ActionDialog
      open={isOpen}
      title={`Upgrade to ${label}?`}
      keep={`Stay on ${tiers[plan.tier].label}`}
      confirm={`Upgrade to ${label}`}
      busy="Upgrading..."
      isPending={change.isPending}
      onClose={() => change.isPending || onClose()}
      onConfirm={change.press}
    >
      <div className="grid gap-3 text-sm">
        <p>
          {label} starts as soon as it is paid. Today you pay only the difference for the rest of the month
          {difference && `, about ${inWords(difference)}`}, plus taxes where they apply.
        </p>
        <p className="font-semibold">{renewalWords(tier, price, plan.periodEndsAt ? dayOf(plan.periodEndsAt) : null)}</p>
        <p className="text-muted">{CANCELLATION_WORDS}</p>
      </div>
    </ActionDialog>
  )
}

export function DowngradeDialog({ plan, tier, isOpen, onClose }: ChangeDialogProps) {
  const change = useChangePlan(tier, onClose)
  const [now, next] = [tiers[plan.tier].label, tiers[tier].label]
  return (
    <ActionDialog
      open={isOpen}
      title={`Change to ${next}?`}
      keep={`Stay on ${now}`}
      confirm={`Change to ${next}`}
      busy="Changing..."
      isPending={change.isPending}
      onClose={() => change.isPending || onClose()}
      onConfirm={change.press}
    >
      <div className="grid gap-3 text-sm">
        <p>
          {next} starts {plan.periodEndsAt ? `on ${dayOf(plan.periodEndsAt)}` : 'at the end of the period that you have paid for'}, for{' '}
          {priceInWords(plan.prices[tier])} a month. Until then, you keep {now} and are not charged.
        </p>
        <p className="text-muted">Your whole history stays. Features of {now} are locked from that day until you return to it.</p>
      </div>
    </ActionDialog>
  )
}
