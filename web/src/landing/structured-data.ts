import { type Tier, tierNames, tiers } from '@medicready/domain/billing/tiers'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { faq } from './faq.ts'

const offerOf = (tier: Tier, origin: string) => ({
  '@type': 'Offer',
  name: tiers[tier].label,
  price: tiers[tier].monthlyPrice,
  priceCurrency: 'USD',
  url: `${origin}/#prices`,
  availability: 'https://schema.org/InStock',
  ...(tiers[tier].monthlyPrice > 0 && {
    priceSpecification: {
      '@type': 'UnitPriceSpecification',
      price: tiers[tier].monthlyPrice,
      priceCurrency: 'USD',
      billingDuration: 'P1M',
    },
  }),
})

/** What the page says, for machines: who we are, what it costs, what is asked. */
export const structuredData = (origin: string, description: string) => ({
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'Organization', '@id': `${origin}/#organization`, name: PRODUCT_NAME, url: `${origin}/`, logo: `${origin}/icon.svg` },
    {
      '@type': 'Product',
      name: PRODUCT_NAME,
      description,
      image: `${origin}/landing/preview.png`,
      brand: { '@id': `${origin}/#organization` },
      offers: tierNames.map((tier) => offerOf(tier, origin)),
    },
    {
      '@type': 'FAQPage',
      mainEntity: faq.map(({ question, answer }) => ({
        '@type': 'Question',
        name: question,
        acceptedAnswer: { '@type': 'Answer', text: answer },
      })),
    },
  ],
})
