import { type PaidTier, type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import { type ModuleName, modules } from '@medicready/domain/questions/shown/modules'
import { HOURLY_PRICE } from '@medicready/domain/tutoring/shown/rules'
import {
  Ambulance,
  ArrowRight,
  Baby,
  Bandage,
  Brain,
  CalendarCheck,
  ChevronDown,
  Gauge,
  Glasses,
  HeartPulse,
  type LucideIcon,
  Pill,
  Presentation,
  Sparkles,
  Stethoscope,
  TrendingUp,
  Wind,
} from 'lucide-react'
import { BrandMark } from '../page/brand-mark.tsx'
import { PublicFooter } from '../page/public-footer.tsx'
import { paths, SIGN_IN_ADDRESS } from '../paths.ts'
import { plans } from '../shared/plans.ts'
import { buttonClasses } from '../ui/button.tsx'
import { CheckList } from '../ui/card.tsx'
import { classList } from '../ui/class-list.ts'
import { bankFigures, moreThan } from './bank-figures.ts'
import { faq } from './faq.ts'
import { Hero } from './hero.tsx'
import { column, Section } from './layout.tsx'
import { PrepTypes } from './prep-types.tsx'
import type { PriceWords } from './price-words.ts'

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

/** Plain addresses instead of routes, because it is also served as HTML without the app. */
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
        <a href={paths.login()} className={buttonClasses({ size: 'md' })}>
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
      {invitations.map((invitation) => (
        <Invitation key={invitation.id} {...invitation} />
      ))}
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
      <a href={SIGN_IN_ADDRESS} className={buttonClasses({ size: 'lg' })}>
        Start Studying Today
        <ArrowRight aria-hidden className="size-5" />
      </a>
    </div>
  </section>
)

const moduleCards: Record<ModuleName, { icon: LucideIcon; topics: string }> = {
  'Airway, Respiration & Ventilation': { icon: Wind, topics: 'Airway control, oxygenation, capnography' },
  'Cardiology & Resuscitation': { icon: HeartPulse, topics: '12-leads, arrhythmias, cardiac arrest' },
  Trauma: { icon: Bandage, topics: 'Hemorrhage, shock, head and chest injury' },
  'Medical (OB/GYN, Neurology, GI/GU, Endocrine, Behavioral, ID)': { icon: Stethoscope, topics: 'Neurology, endocrine, OB/GYN, infection' },
  'Pharmacology & Medication Administration': { icon: Pill, topics: 'Doses, indications, routes, reactions' },
  Pediatrics: { icon: Baby, topics: 'Assessment, resuscitation, weight-based care' },
  Geriatrics: { icon: Glasses, topics: 'Falls, polypharmacy, atypical signs' },
  'EMS Operations': { icon: Ambulance, topics: 'Triage, incident command, safety' },
  'Psychiatric Emergencies': { icon: Brain, topics: 'Crisis care, agitation, suicide risk' },
}

const Coverage = () => (
  <Section
    id="coverage"
    title="Complete NREMT Coverage"
    introduction={`More than ${moreThan(bankFigures.questions)} questions in nine modules and seven item types, each with its sources. Choose your modules and change them at any time.`}
    raised
  >
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      {modules.map(({ name, label }) => {
        const { icon: Icon, topics } = moduleCards[name]
        return (
          <li key={name} className="flex items-center gap-4 rounded-card border border-hairline bg-bg p-4">
            <span className="grid size-11 shrink-0 place-items-center rounded-control bg-brand-soft text-brand">
              <Icon aria-hidden className="size-5" />
            </span>
            <div className="min-w-0">
              <h3 className="font-semibold">{label}</h3>
              <p className="text-sm text-muted">{topics}</p>
              <p className="text-xs text-muted tabular-nums">{bankFigures.modules[name]} questions</p>
            </div>
          </li>
        )
      })}
    </ul>
  </Section>
)

const features: { title: string; promise: string; points: string[]; icon: LucideIcon }[] = [
  {
    title: 'AI-Generated Questions',
    promise: 'Exam-style questions that read like the real thing.',
    points: ['Clinical scenarios', 'Detailed explanations', 'Several difficulty levels'],
    icon: Sparkles,
  },
  {
    title: 'Adaptive Learning',
    promise: 'Study what raises your score, module by module.',
    points: ['Module-based study', 'Progress tracking', 'Weak-area identification'],
    icon: TrendingUp,
  },
  {
    title: 'Daily Practice',
    promise: 'A few focused minutes every day.',
    points: ['1-5 questions per day', 'Study-streak tracking', 'Habit formation'],
    icon: CalendarCheck,
  },
]

/** One picture per theme; the other is neither announced nor loaded. */
const SCREEN_WORDS = 'The dashboard with today’s questions, study modes, progress, streak, and the leaderboard'

const Features = () => (
  <Section id="features" title="Everything You Need to Pass">
    <ul className="grid gap-5 md:grid-cols-3">
      {features.map(({ title, promise, points, icon: Icon }) => (
        <li key={title} className="grid content-start gap-4 rounded-card border border-hairline bg-surface p-6">
          <span className="grid size-12 place-items-center rounded-card bg-brand-soft text-brand">
            <Icon aria-hidden className="size-6" />
          </span>
          <div className="grid gap-1">
            <h3 className="text-lg font-semibold">{title}</h3>
            <p className="text-balance text-muted">{promise}</p>
          </div>
          <CheckList points={points} className="gap-2 text-sm" />
        </li>
      ))}
    </ul>
    <figure className="mx-auto mt-10 max-w-5xl">
      <div className="overflow-hidden rounded-card border border-hairline shadow-overlay">
        {(['light', 'dark'] as const).map((theme) => (
          <img
            key={theme}
            src={`/landing/dashboard-${theme}.webp`}
            alt={SCREEN_WORDS}
            width={1200}
            height={800}
            loading="lazy"
            className={classList('h-auto w-full', theme === 'light' ? 'dark:hidden' : 'not-dark:hidden')}
          />
        ))}
      </div>
      <figcaption className="mt-3 text-center text-sm text-muted">The dashboard during a day of study.</figcaption>
    </figure>
  </Section>
)

const invitations = [
  {
    id: 'readiness',
    title: 'Your chance to pass, and our track record',
    text: 'Every estimate comes with its likely range. We publish how we compute it and how past predictions turned out.',
    icon: Gauge,
    href: paths.readiness(),
    label: 'See our track record',
    room: 'pb-4',
  },
  {
    id: 'tutoring',
    title: 'Stuck? Ask a paramedic.',
    text: `One-to-one tutoring for $${HOURLY_PRICE / 100} an hour, online or in person, with a tutor who knows the field.`,
    icon: Presentation,
    href: paths.tutoring(),
    label: 'See how tutoring works',
    room: 'pb-16 sm:pb-20',
  },
]

const Invitation = ({ id, title, text, icon: Icon, href, label, room }: (typeof invitations)[number]) => (
  <section aria-labelledby={id} className={classList(column, room)}>
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5 rounded-card border border-hairline bg-surface p-6 sm:p-8">
      <span className="grid size-12 shrink-0 place-items-center rounded-card bg-brand-soft text-brand">
        <Icon aria-hidden className="size-6" />
      </span>
      <div className="grid min-w-56 flex-1 gap-1">
        <h2 id={id} className="text-xl font-semibold">
          {title}
        </h2>
        <p className="text-muted">{text}</p>
      </div>
      <a href={href} className={buttonClasses({ variant: 'secondary' })}>
        {label}
      </a>
    </div>
  </section>
)

const QuestionsAndAnswers = ({ priceOf }: { priceOf: (tier: PaidTier) => PriceWords }) => (
  <Section id="questions" title="Questions and answers" raised>
    <div className="mx-auto grid max-w-3xl divide-y divide-hairline border-y border-hairline">
      {faq((tier) => priceOf(tier).monthly).map(({ question, answer }) => (
        <details key={question} className="group print:[&::details-content]:[content-visibility:visible]">
          <summary className="flex min-h-14 list-none items-center justify-between gap-4 py-3 font-semibold [&::-webkit-details-marker]:hidden">
            {question}
            <ChevronDown aria-hidden className="size-5 shrink-0 text-muted transition-transform group-open:rotate-180" />
          </summary>
          <p className="max-w-[68ch] pb-5 text-muted">{answer}</p>
        </details>
      ))}
    </div>
  </Section>
)

const waysOn = [
  { href: paths.home(), words: 'Home' },
  { href: '#try', words: 'Questions to try' },
  { href: '#prices', words: 'Prices' },
  { href: paths.readiness(), words: 'Our track record' },
  { href: paths.tutoring(), words: 'Tutoring' },
  { href: paths.status(), words: 'Status' },
  { href: paths.login(), words: 'Sign in' },
]

const NotFoundNotice = () => (
  <section aria-labelledby="not-found" className="border-b border-hairline bg-warn-soft">
    <div className={classList(column, 'grid gap-2 py-6')}>
      <h2 id="not-found" className="text-2xl font-bold tracking-tight">
        404 Page Not Found
      </h2>
      <p>There is no page at this address. It may have moved, or the address may have a typo. You can continue from here.</p>
      <ul className="flex flex-wrap gap-x-5 gap-y-1">
        {waysOn.map(({ href, words }) => (
          <li key={href}>
            <a href={href} className="inline-flex min-h-8 items-center font-semibold text-brand underline underline-offset-4">
              {words}
            </a>
          </li>
        ))}
      </ul>
    </div>
  </section>
)

const RECOMMENDED: Tier = 'premium'

const Prices = ({ priceOf }: { priceOf: (tier: PaidTier) => PriceWords }) => (
  <Section
    id="prices"
    title="Prices for paramedic students"
    introduction="Start with Free and stay as long as you want. Paid plans renew every month until you cancel. You can cancel online at any time. A new subscription comes with a money-back guarantee."
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
          {/* Reserves two lines, so that the lists of adjacent plans align. */}
          <p className="mt-2 text-sm text-muted md:min-h-10">{summary}</p>
          <CheckList points={includes} className="mt-5 mb-6 gap-2 text-sm" />
          <a
            href={paths.login({ create: '' })}
            className={classList('mt-auto', buttonClasses({ variant: tier === RECOMMENDED ? 'primary' : 'secondary', wide: true }))}
          >
            Start with {tiers[tier].label}
          </a>
        </li>
      ))}
    </ul>
  </Section>
)

const FREE = { price: '$0', per: ' forever', coming: '' }

const Price = ({ words: { price, per, coming } }: { words: Pick<PriceWords, 'price' | 'per' | 'coming'> }) => (
  <div className="mt-1">
    <p>
      <span className="text-4xl font-bold tracking-tight">{price}</span>
      <span className="text-muted">{per}</span>
    </p>
    <p className="mt-1 text-sm font-medium empty:hidden">{coming}</p>
  </div>
)
