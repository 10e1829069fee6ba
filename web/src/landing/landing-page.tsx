import type { PaidTier } from '@medicready/domain/billing/tiers'
import { ArrowRight } from 'lucide-react'
import { BrandMark } from '../app/brand-mark.tsx'
import { PublicFooter } from '../app/public-footer.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { Coverage } from './coverage.tsx'
import { Features } from './features.tsx'
import { Hero } from './hero.tsx'
import { column } from './layout.tsx'
import { NotFoundNotice } from './not-found-notice.tsx'
import { PrepTypes } from './prep-types.tsx'
import type { PriceWords } from './price-words.ts'
import { Prices } from './prices.tsx'
import { QuestionsAndAnswers } from './questions-and-answers.tsx'
import { Readiness } from './readiness.tsx'
import { Tutoring } from './tutoring.tsx'

/** Where the server starts the sign-in. */
const START_STUDYING = '/api/login'

const parts = [
  { href: '#prep-types', words: 'Prep types' },
  { href: '#coverage', words: 'Coverage' },
  { href: '#prices', words: 'Prices' },
  { href: '#questions', words: 'Questions' },
]

interface LandingPageProps {
  priceOf: (tier: PaidTier) => PriceWords
  isNotFound?: boolean
}

/**
 * What visitors see: at / and wherever else nothing is meant for them. Plain addresses instead of routes: it is also
 * served as HTML without the app behind it.
 */
export const LandingPage = ({ priceOf, isNotFound = false }: LandingPageProps) => (
  <div className="flex min-h-dvh flex-col">
    <a
      href="#main"
      className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-ink px-4 py-3 text-sm font-semibold text-bg focus-visible:translate-y-0"
    >
      Skip to the content
    </a>
    <header className="sticky top-0 z-10 border-b border-hairline bg-surface">
      <div className={classList(column, 'flex min-h-16 items-center justify-between gap-4')}>
        <BrandMark />
        <nav aria-label="Parts of this page" className="hidden flex-1 justify-center gap-6 text-sm font-medium md:flex">
          {parts.map(({ href, words }) => (
            <a key={href} href={href} className="inline-flex min-h-11 items-center text-muted hover:text-ink">
              {words}
            </a>
          ))}
        </nav>
        <a href="/login" className={buttonClasses({ size: 'md' })}>
          GET STARTED
        </a>
      </div>
    </header>
    <main id="main" className="flex-1">
      {isNotFound && <NotFoundNotice />}
      <Hero />
      <Features />
      <PrepTypes />
      <Coverage />
      <Prices priceOf={priceOf} />
      <Readiness />
      <Tutoring />
      <QuestionsAndAnswers priceOf={priceOf} />
      <CallToAction />
    </main>
    <PublicFooter />
  </div>
)

const CallToAction = () => (
  <section aria-labelledby="ready" className={classList(column, 'py-16 sm:py-20')}>
    <div className="grid justify-items-center gap-6 rounded-card border border-hairline bg-brand-soft px-6 py-12 text-center sm:py-16">
      <h2 id="ready" className="text-2xl font-bold tracking-tight text-balance sm:text-3xl">
        Ready to Pass Your NREMT?
      </h2>
      <p className="max-w-lg text-lg text-balance text-ink">Free to start, one question a day. Your first one takes two minutes.</p>
      <a href={START_STUDYING} className={buttonClasses({ size: 'lg' })}>
        Start Studying Today
        <ArrowRight aria-hidden className="size-5" />
      </a>
    </div>
  </section>
)
