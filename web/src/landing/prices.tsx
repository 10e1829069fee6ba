import { type PaidTier, type Tier, tiers } from '@medicready/domain/billing/tiers'
import { Check } from 'lucide-react'
import { plans } from '../app/plans.ts'
import { buttonClasses } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { Section } from './layout.tsx'
import type { PriceWords } from './price-words.ts'

const RECOMMENDED: Tier = 'premium'

export const Prices = ({ priceOf }: { priceOf: (tier: PaidTier) => PriceWords }) => (
  <Section
    id="prices"
    title="What a paramedic student can pay"
    introduction="Begin with Free and stay there if you like. Paid plans renew every month until you cancel, online and at any time. A new subscription comes with a money-back guarantee."
  >
    <ul className="grid gap-4 md:grid-cols-3">
      {plans.map(({ tier, summary, includes }) => (
        <li
          key={tier}
          aria-labelledby={`plan-${tier}`}
          className={classList(
            'flex flex-col rounded-card border bg-surface p-6',
            tier === RECOMMENDED ? 'border-brand ring-1 ring-brand' : 'border-hairline',
          )}
        >
          <div className="flex items-center justify-between gap-2">
            <h3 id={`plan-${tier}`} className="text-xl font-semibold">
              {tiers[tier].label}
            </h3>
            {tier === RECOMMENDED && (
              <span className="rounded-pill bg-brand-soft px-2.5 py-0.5 text-xs font-semibold text-brand">Everything</span>
            )}
          </div>
          <Price words={tier === 'free' ? FREE : priceOf(tier)} />
          {/* Two lines where plans stand beside each other, so that what they include begins at one height. */}
          <p className="mt-2 text-sm text-muted md:min-h-10">{summary}</p>
          <ul className="mt-5 mb-6 grid content-start gap-2 text-sm">
            {includes.map((text) => (
              <li key={text} className="flex gap-2">
                <Check aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
                {text}
              </li>
            ))}
          </ul>
          <a
            href="/login?create"
            className={classList('mt-auto', buttonClasses({ variant: tier === RECOMMENDED ? 'primary' : 'secondary', wide: true }))}
          >
            Start with {tiers[tier].label}
          </a>
        </li>
      ))}
    </ul>
  </Section>
)

const FREE = { price: '$0', per: ' for good', coming: '' }

const Price = ({ words: { price, per, coming } }: { words: Pick<PriceWords, 'price' | 'per' | 'coming'> }) => (
  <div className="mt-1">
    <p>
      <span className="text-4xl font-bold tracking-tight">{price}</span>
      <span className="text-muted">{per}</span>
    </p>
    <p className="mt-1 text-sm font-medium empty:hidden">{coming}</p>
  </div>
)
