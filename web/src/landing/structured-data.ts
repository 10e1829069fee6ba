import { type PaidTier, type Tier, tierNames, tiers } from '@medicready/domain/billing/tiers'
import { PRODUCT_NAME } from '@medicready/domain/product'
import type { Graph, Offer } from 'schema-dts'
import { faq } from './faq.ts'
import type { PriceWords } from './price-words.ts'

type PriceOf = (tier: PaidTier) => Pick<PriceWords, 'monthly' | 'number'>

function offerOf(tier: Tier, origin: string, priceOf: PriceOf): Offer {
  const price = tier === 'free' ? '0.00' : priceOf(tier).number
  return {
    '@type': 'Offer',
    name: tiers[tier].label,
    price,
    priceCurrency: 'USD',
    url: `${origin}/#prices`,
    availability: 'https://schema.org/InStock',
    ...(tier !== 'free' && {
      priceSpecification: { '@type': 'UnitPriceSpecification', price, priceCurrency: 'USD', billingDuration: 'P1M' },
    }),
  }
}

/** What the page says, for machines: who we are, what it costs, what is asked. By the words of schema.org. */
export const structuredData = (origin: string, description: string, priceOf: PriceOf) =>
  ({
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', '@id': `${origin}/#organization`, name: PRODUCT_NAME, url: `${origin}/`, logo: `${origin}/icon-512.png` },
      { '@type': 'WebSite', '@id': `${origin}/#website`, name: PRODUCT_NAME, url: `${origin}/`, inLanguage: 'en-US' },
      {
        '@type': 'Product',
        name: PRODUCT_NAME,
        description,
        image: `${origin}/landing/preview.png`,
        brand: { '@id': `${origin}/#organization` },
        offers: tierNames.map((tier) => offerOf(tier, origin, priceOf)),
      },
      {
        '@type': 'FAQPage',
        mainEntity: faq((tier) => priceOf(tier).monthly).map(({ question, answer }) => ({
          '@type': 'Question',
          name: question,
          acceptedAnswer: { '@type': 'Answer', text: answer },
        })),
      },
    ],
  }) satisfies Graph
