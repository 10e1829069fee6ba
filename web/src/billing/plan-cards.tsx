import { priceInWords } from '@medicready/domain/billing/shown/money'
import { type PaidTier, type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { Loaded } from '../api/loaded.tsx'
import { useUser } from '../api/session.ts'
import { paths } from '../paths.ts'
import { type PlanOffer, plans } from '../shared/plans.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { CheckList } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast.tsx'
import { CancelDialog, DowngradeDialog, UpgradeDialog } from './change-dialogs.tsx'
import { choosePlan } from './checkout-choice.ts'
import { choiceOf } from './plan-words.ts'
import { planQuery } from './queries.ts'

export const PlanCards = () => (
  <ul className="grid gap-4 md:grid-cols-3">
    {plans.map((plan) => (
      <PlanCard key={plan.tier} plan={plan}>
        <Loaded skeleton={<Skeleton className="h-11 w-full" />} failure="Your plan could not be loaded.">
          <PlanChoice tier={plan.tier} />
        </Loaded>
      </PlanCard>
    ))}
  </ul>
)

function PlanCard({ plan: { tier, summary, includes }, children }: { plan: PlanOffer; children: ReactNode }) {
  const isCurrent = useUser().subscriptionTier === tier
  const title = useId()
  return (
    <li
      aria-labelledby={title}
      className={classList('flex flex-col rounded-card border bg-surface p-5 sm:p-6', isCurrent ? 'border-brand' : 'border-hairline')}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 id={title} className="text-xl font-semibold">
          {tiers[tier].label}
        </h3>
        {isCurrent && <Badge tone="brand">Your plan</Badge>}
      </div>
      {tier === 'free' ? (
        <p className="mt-1 text-3xl font-semibold">$0</p>
      ) : (
        <Loaded skeleton={<Skeleton className="mt-1 h-9 w-32" />} failure="The price could not be loaded.">
          <Price tier={tier} />
        </Loaded>
      )}
      <p className="mt-2 text-sm text-muted">{summary}</p>
      <CheckList points={includes} className="mt-4 mb-6 gap-2 text-sm" />
      <div className="mt-auto">{children}</div>
    </li>
  )
}

const Price = ({ tier }: { tier: PaidTier }) => (
  <p className="mt-1">
    <span className="text-3xl font-semibold">{priceInWords(useSuspenseQuery(planQuery).data.prices[tier])}</span>
    <span className="text-muted"> a month</span>
  </p>
)

function PlanChoice({ tier }: { tier: Tier }) {
  const { data: plan } = useSuspenseQuery(planQuery)
  const navigate = useNavigate()
  const [isAsking, setIsAsking] = useState(false)
  const choice = choiceOf(tier, plan)
  const press = () => {
    if (choice.kind !== 'buy') return setIsAsking(true)
    if (tier !== 'free') choosePlan(tier, plan.prices[tier])
    void navigate(paths.checkout())
  }
  const asking = { plan, isOpen: isAsking, onClose: () => setIsAsking(false) }
  const reason = 'reason' in choice ? choice.reason : undefined
  const isOpenToChoose = choice.kind === 'buy' || choice.kind === 'upgrade'
  return (
    <>
      <Button
        wide
        variant={isOpenToChoose ? 'primary' : 'secondary'}
        disabledReason={reason}
        onRefused={() => reason && toast({ title: reason })}
        onClick={press}
        label={choice.label}
      />
      {choice.kind === 'cancel' && <CancelDialog {...asking} />}
      {choice.kind === 'upgrade' && tier !== 'free' && <UpgradeDialog {...asking} tier={tier} />}
      {choice.kind === 'downgrade' && tier !== 'free' && <DowngradeDialog {...asking} tier={tier} />}
    </>
  )
}
