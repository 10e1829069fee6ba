import { type PaidTier, type Tier, tierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { Graph, Offer } from 'schema-dts'
import { BrandMark } from '../page/brand-mark.tsx'
import { PublicFooter } from '../page/public-footer.tsx'
import { classList } from '../ui/class-list.ts'
import { bankFigures, moreThan } from './bank-figures.ts'
import { faq } from './faq.ts'
import { LandingPage } from './landing-page.tsx'
import { column } from './layout.tsx'
import { markedWords, type PriceWords } from './price-words.ts'

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

/** schema.org. */
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

/** Placeholder for the product's address, which only the server knows. */
export const ORIGIN = '__ORIGIN__'
/** Placeholder for the services' states. */
export const STATES = '<!--states-->'

export interface RenderedPage {
  readonly file: string
  readonly title: string
  readonly description: string
  /** Null for pages that search engines should not index. */
  readonly canonical: string | null
  readonly structuredData: object | null
  readonly body: string
}

const description = `Affordable, AI-powered NREMT paramedic exam preparation: more than ${moreThan(bankFigures.questions)} exam-style questions in seven kinds, explained with their sources, adaptive practice exams, and a daily habit.`
const bodyOf = (page: ReactNode): string => renderToStaticMarkup(page)

/** Rendered at build time; they work without the app. */
export const renderPages = (): readonly RenderedPage[] => [
  {
    file: 'landing.html',
    title: `${PRODUCT_NAME}: NREMT paramedic exam prep`,
    description,
    canonical: '/',
    structuredData: structuredData(ORIGIN, description, markedWords),
    body: bodyOf(<LandingPage priceOf={markedWords} />),
  },
  {
    file: 'not-found.html',
    title: `Page Not Found · ${PRODUCT_NAME}`,
    description,
    canonical: null,
    structuredData: null,
    body: bodyOf(<LandingPage priceOf={markedWords} isNotFound />),
  },
  {
    file: 'status.html',
    title: `Status · ${PRODUCT_NAME}`,
    description: `The current status of ${PRODUCT_NAME} and its history over the last 90 days.`,
    canonical: '/status',
    structuredData: null,
    body: bodyOf(<StatusFrame />).replace('<div data-states=""></div>', STATES),
  },
]

/** The edge puts the states in: it answers even when nothing else does. */
export const StatusFrame = () => (
  <div className="flex min-h-dvh flex-col">
    <header className="border-b border-hairline bg-surface">
      <div className={classList(column, 'flex min-h-16 items-center')}>
        <a href="/" className="flex rounded-control">
          <BrandMark />
        </a>
      </div>
    </header>
    <main className={classList(column, 'grid flex-1 content-start gap-8 py-10 sm:py-14')}>
      <h1 className="text-3xl font-bold tracking-tight">Status</h1>
      <div data-states="" />
    </main>
    <PublicFooter />
  </div>
)
