import { inWords, priceInWords } from '@medicready/domain/billing/money'
import { CANCELLATION_WORDS, renewalWords } from '@medicready/domain/billing/plan-words'
import { type PaidTier, tiers } from '@medicready/domain/billing/tiers'
import type { Subscription } from '@medicready/domain/contract/billing/billing'
import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { dayOf } from '../ui/words.ts'
import { useCancelPlan, useChangePlan, useMoneyBack } from './commands.ts'
import { differenceNow } from './plan-words.ts'

interface ConfirmationProps {
  isOpen: boolean
  onClose: () => void
  title: string
  children: ReactNode
  /** The button that changes nothing. */
  keep: string
  confirm: string
  /** The label while it is under way. */
  busy: string
  isDestructive?: boolean
  isPending: boolean
  onConfirm: () => void
}

const Confirmation = ({
  isOpen,
  onClose,
  title,
  children,
  keep,
  confirm,
  busy,
  isDestructive,
  isPending,
  onConfirm,
}: ConfirmationProps) => (
  <Dialog
    open={isOpen}
    onOpenChange={(open) => open || isPending || onClose()}
    title={title}
    footer={
      <>
        <Button variant="secondary" onClick={() => isPending || onClose()}>
          {keep}
        </Button>
        <Button variant={isDestructive ? 'destructive' : 'primary'} loading={isPending} onClick={onConfirm}>
          {isPending ? busy : confirm}
        </Button>
      </>
    }
  >
    <div className="grid gap-3 text-sm">{children}</div>
  </Dialog>
)

interface PlanDialogProps {
  plan: Subscription
  isOpen: boolean
  onClose: () => void
}

export function CancelDialog({ plan, isOpen, onClose }: PlanDialogProps) {
  const cancel = useCancelPlan(onClose)
  const { label } = tiers[plan.tier]
  return (
    <Confirmation
      isOpen={isOpen}
      onClose={onClose}
      title={`Cancel ${label}?`}
      keep={`Keep ${label}`}
      confirm="Cancel plan"
      busy="Cancelling..."
      isDestructive
      isPending={cancel.isPending}
      onConfirm={cancel.press}
    >
      <p>
        Your plan then ends {plan.periodEndsAt ? `on ${dayOf(plan.periodEndsAt)}` : 'with the period that you have paid for'}, and you are
        not charged again. Until that day, you keep full access and can change your mind.
      </p>
      <p className="text-muted">Your answers, streak, achievements and review dates stay.</p>
    </Confirmation>
  )
}

export function MoneyBackDialog({ plan, isOpen, onClose }: PlanDialogProps) {
  const moneyBack = useMoneyBack(onClose)
  const { label } = tiers[plan.tier]
  return (
    <Confirmation
      isOpen={isOpen}
      onClose={onClose}
      title="Get your money back?"
      keep={`Keep ${label}`}
      confirm="Refund and end my plan"
      busy="Refunding..."
      isDestructive
      isPending={moneyBack.isPending}
      onConfirm={moneyBack.press}
    >
      <p>
        We refund {plan.moneyBack ? inWords(plan.moneyBack) : 'your payment'} to your card. {label} ends at once, and your account moves to
        Free.
      </p>
      <p className="text-muted">Processing takes 5-7 business days. The guarantee applies once per person.</p>
    </Confirmation>
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
    <Confirmation
      isOpen={isOpen}
      onClose={onClose}
      title={`Upgrade to ${label}?`}
      keep={`Stay on ${tiers[plan.tier].label}`}
      confirm={`Upgrade to ${label}`}
      busy="Upgrading..."
      isPending={change.isPending}
      onConfirm={change.press}
    >
      <p>
        {label} starts as soon as it is paid. Today you pay only the difference for the rest of the month
        {difference && `, about ${inWords(difference)}`}, plus taxes where they apply.
      </p>
      <p className="font-semibold">{renewalWords(tier, price, plan.periodEndsAt ? dayOf(plan.periodEndsAt) : null)}</p>
      <p className="text-muted">{CANCELLATION_WORDS}</p>
    </Confirmation>
  )
}

export function DowngradeDialog({ plan, tier, isOpen, onClose }: ChangeDialogProps) {
  const change = useChangePlan(tier, onClose)
  const [now, next] = [tiers[plan.tier].label, tiers[tier].label]
  return (
    <Confirmation
      isOpen={isOpen}
      onClose={onClose}
      title={`Change to ${next}?`}
      keep={`Stay on ${now}`}
      confirm={`Change to ${next}`}
      busy="Changing..."
      isPending={change.isPending}
      onConfirm={change.press}
    >
      <p>
        {next} starts {plan.periodEndsAt ? `on ${dayOf(plan.periodEndsAt)}` : 'at the end of the period that you have paid for'}, for{' '}
        {priceInWords(plan.prices[tier])} a month. Until then, you keep {now} and are not charged.
      </p>
      <p className="text-muted">Your whole history stays. Features of {now} are locked from that day until you return to it.</p>
    </Confirmation>
  )
}
