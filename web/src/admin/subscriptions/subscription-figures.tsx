import type { Subscriptions } from '@medicready/domain/contract/admin/business'
import { countOf } from '../../ui/words.ts'
import { moneyOf, numberOf, shareOf } from '../dashboard/amounts.ts'
import { daysOfMonth, useAsOf } from '../dashboard/as-of.ts'
import { Figures, WhyFigure } from '../dashboard/why.tsx'

const moneyOrDash = (cents: number | null): string => (cents === null ? '–' : moneyOf(cents))

/** The state of subscriptions in numbers, and what moved within the month. */
export function SubscriptionFigures({ subscriptions }: { subscriptions: Subscriptions }) {
  const { mrr, subscribers, byTier, arpu, churnRate, ltv, months } = subscriptions
  const asOf = useAsOf()
  const month = months.at(-1)
  const inMonth = month && daysOfMonth(month.month, asOf)
  const tierNote = (tier: 'basic' | 'premium') => countOf(byTier[tier].subscribers, 'subscriber')
  return (
    <div className="grid gap-6">
      <Figures>
        <WhyFigure term="MRR" note="What a month brings in" why={{ parts: [{ figure: 'mrr' }] }}>
          {moneyOf(mrr)}
        </WhyFigure>
        <WhyFigure term="Basic MRR" note={tierNote('basic')} why={{ parts: [{ figure: 'mrr', group: 'basic' }] }}>
          {moneyOf(byTier.basic.mrr)}
        </WhyFigure>
        <WhyFigure term="Premium MRR" note={tierNote('premium')} why={{ parts: [{ figure: 'mrr', group: 'premium' }] }}>
          {moneyOf(byTier.premium.mrr)}
        </WhyFigure>
        <WhyFigure term="Subscribers" note="Who pay" why={{ parts: [{ figure: 'subscribers' }] }}>
          {numberOf(subscribers)}
        </WhyFigure>
        <WhyFigure
          term="ARPU"
          note="A month and subscriber"
          why={{ how: 'MRR divided by the subscribers who pay.', parts: [{ figure: 'mrr' }, { figure: 'subscribers' }] }}
        >
          {moneyOrDash(arpu)}
        </WhyFigure>
        <WhyFigure
          term="Churn rate"
          note="Of the last 30 days"
          why={{
            how: 'Who left within the last 30 days, of those who were subscribed 30 days ago.',
            parts: [{ figure: 'churnedSubscribers' }, { figure: 'subscribers' }],
          }}
        >
          {shareOf(churnRate)}
        </WhyFigure>
        <WhyFigure
          term="LTV"
          note="ARPU over churn"
          why={{
            how: 'ARPU, which is MRR divided by subscribers, divided by the churn rate of the last 30 days.',
            parts: [{ figure: 'mrr' }, { figure: 'subscribers' }, { figure: 'churnedSubscribers' }],
          }}
        >
          {moneyOrDash(ltv)}
        </WhyFigure>
      </Figures>
      {month && inMonth && (
        <div className="grid gap-2">
          <h2 className="text-sm font-semibold">This month</h2>
          <Figures>
            <WhyFigure term="New" why={{ parts: [{ figure: 'newMrr', ...inMonth }] }} note={countOf(month.newSubscribers, 'subscriber')}>
              {moneyOf(month.new)}
            </WhyFigure>
            <WhyFigure term="Expansion" why={{ parts: [{ figure: 'expansionMrr', ...inMonth }] }} note="To a larger plan">
              {moneyOf(month.expansion)}
            </WhyFigure>
            <WhyFigure term="Contraction" why={{ parts: [{ figure: 'contractionMrr', ...inMonth }] }} note="To a smaller plan">
              {moneyOf(month.contraction)}
            </WhyFigure>
            <WhyFigure
              term="Churn"
              why={{ parts: [{ figure: 'churnedMrr', ...inMonth }] }}
              note={countOf(month.churnedSubscribers, 'subscriber')}
            >
              {moneyOf(month.churn)}
            </WhyFigure>
          </Figures>
        </div>
      )}
    </div>
  )
}
