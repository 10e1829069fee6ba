import { type PaidTier, type Tier, tierNames, tiers } from '@medicready/domain/billing/shown/tiers'
import type { OfferedPrices } from '@medicready/domain/contract/billing/billing'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import type { ReactNode } from 'react'
import type { Graph, Offer } from 'schema-dts'
import { BrandMark } from '../page/brand-mark.tsx'
import { asItIs, CommonHead, htmlOf, jsonInScript } from '../page/document.tsx'
import { PublicFooter } from '../page/public-footer.tsx'
import { paths } from '../paths.ts'
import { classList } from '../ui/class-list.ts'
import { bankFigures, moreThan } from './bank-figures.ts'
import { faq } from './faq.ts'
import { LandingPage } from './landing-page.tsx'
import { column } from './layout.tsx'
import { type PriceWords, priceWords } from './price-words.ts'
import { type KnownStates, States } from './status.tsx'

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

/** What the build made for these pages. The styles stand in the page. */
export interface PlainAssets {
  readonly styles: string
  readonly font: string
  readonly script: string
}

interface Shown {
  readonly assets: PlainAssets
  /** The product's address. */
  readonly origin: string
}

interface PlainDocumentProps extends Shown {
  readonly title: string
  readonly description: string
  /** Null for pages that search engines should not index. */
  readonly canonical: string | null
  readonly script: string
  readonly structured?: Graph | undefined
  readonly children: ReactNode
}

const PlainDocument = ({ assets, origin, title, description, canonical, script, structured, children }: PlainDocumentProps) => (
  <html lang="en">
    <head>
      <CommonHead title={title} description={description} />
      {canonical === null ? (
        <meta name="robots" content="noindex" />
      ) : (
        <Preview title={title} description={description} origin={origin} address={origin + canonical} />
      )}
      <script src="/theme.js" />
      <link rel="preload" href={`/${assets.font}`} as="font" type="font/woff2" crossOrigin="anonymous" />
      <style {...asItIs(assets.styles)} />
      <script type="module" src={`/${script}`} />
      {structured && <script type="application/ld+json" {...asItIs(jsonInScript(structured))} />}
    </head>
    <body>{children}</body>
  </html>
)

const PREVIEW_WORDS = 'The product’s name beside a patient’s monitor: your new home for functional paramedic prep'

interface PreviewProps {
  title: string
  description: string
  origin: string
  address: string
}

/** What others show of a link to the page. */
const Preview = ({ title, description, origin, address }: PreviewProps) => {
  const picture = `${origin}/landing/preview.png`
  const graph = {
    type: 'website',
    site_name: PRODUCT_NAME,
    title,
    description,
    url: address,
    image: picture,
    'image:width': '1200',
    'image:height': '630',
    'image:alt': PREVIEW_WORDS,
  }
  return (
    <>
      <link rel="canonical" href={address} />
      {Object.entries(graph).map(([name, content]) => (
        <meta key={name} property={`og:${name}`} content={content} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
      <meta name="twitter:image" content={picture} />
      <meta name="twitter:image:alt" content={PREVIEW_WORDS} />
    </>
  )
}

const description = `Affordable, AI-powered NREMT paramedic exam preparation: more than ${moreThan(bankFigures.questions)} exam-style questions in seven kinds, explained with their sources, adaptive practice exams, and a daily habit.`

interface LandingShown extends Shown {
  readonly prices: OfferedPrices | null
  /** Shown at an address that has no page. */
  readonly isNotFound?: boolean
}

/** Structured data only where prices are known: it offers the plans. */
export function landingHtml({ assets, origin, prices, isNotFound = false }: LandingShown): string {
  const priceOf = (tier: PaidTier) => priceWords(prices, tier)
  return htmlOf(
    <PlainDocument
      assets={assets}
      origin={origin}
      title={isNotFound ? `Page Not Found · ${PRODUCT_NAME}` : `${PRODUCT_NAME}: NREMT paramedic exam prep`}
      description={description}
      canonical={isNotFound ? null : paths.home()}
      script={assets.script}
      structured={isNotFound || prices === null ? undefined : structuredData(origin, description, priceOf)}
    >
      <LandingPage priceOf={priceOf} isNotFound={isNotFound} />
    </PlainDocument>,
  )
}

export const statusHtml = ({ assets, origin, known }: Shown & { readonly known: KnownStates }): string =>
  htmlOf(
    <PlainDocument
      assets={assets}
      origin={origin}
      title={`Status · ${PRODUCT_NAME}`}
      description={`The current status of ${PRODUCT_NAME} and its history over the last 90 days.`}
      canonical={paths.status()}
      script="local-times.js"
    >
      <StatusFrame>
        <States known={known} />
      </StatusFrame>
    </PlainDocument>,
  )

const StatusFrame = ({ children }: { children: ReactNode }) => (
  <div className="flex min-h-dvh flex-col">
    <header className="border-b border-hairline bg-surface">
      <div className={classList(column, 'flex min-h-16 items-center')}>
        <a href={paths.home()} className="flex rounded-control">
          <BrandMark />
        </a>
      </div>
    </header>
    <main className={classList(column, 'grid flex-1 content-start gap-8 py-10 sm:py-14')}>
      <h1 className="text-3xl font-bold tracking-tight">Status</h1>
      {children}
    </main>
    <PublicFooter />
  </div>
)
