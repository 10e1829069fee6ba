import { type ModuleName, modules } from '@medicready/domain/study/modules'
import { HOURLY_PRICE } from '@medicready/domain/tutoring/rules'
import {
  Ambulance,
  ArrowRight,
  Baby,
  Bandage,
  Brain,
  CalendarCheck,
  Check,
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
import { BrandMark } from '../app/brand-mark.tsx'
import { buttonClasses } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'

/** Plain addresses instead of routes: this page is also served as HTML without the app behind it. */
const SIGN_IN = '/login'
const START_STUDYING = '/api/login'
const READINESS = '/readiness'
const TUTORING = '/tutoring'

const features: { title: string; promise: string; points: string[]; icon: LucideIcon }[] = [
  {
    title: 'AI-Generated Questions',
    promise: 'Exam-style questions that read like the real thing.',
    points: ['Clinical scenarios', 'Detailed explanations', 'Several difficulty levels'],
    icon: Sparkles,
  },
  {
    title: 'Adaptive Learning',
    promise: 'Study what moves your score, module by module.',
    points: ['Module-based study', 'Progress tracking', 'Weak-area identification'],
    icon: TrendingUp,
  },
  {
    title: 'Daily Practice',
    promise: 'A few good minutes a day, and they add up.',
    points: ['1-5 questions per day', 'Study-streak tracking', 'Habit formation'],
    icon: CalendarCheck,
  },
]

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

const column = 'mx-auto w-full max-w-6xl px-4 sm:px-6'

/** What visitors see: at / and wherever else nothing is meant for them. */
export const LandingPage = () => (
  <div className="flex min-h-dvh flex-col">
    <header className="border-b border-hairline bg-surface">
      <div className={classList(column, 'flex min-h-16 items-center justify-between gap-4')}>
        <BrandMark />
        <a href={SIGN_IN} className={buttonClasses({ size: 'md' })}>
          GET STARTED
        </a>
      </div>
    </header>
    <main className="flex-1">
      <Hero />
      <Features />
      <Coverage />
      <Tutoring />
      <CallToAction />
    </main>
    <footer className="border-t border-hairline bg-surface">
      <div className={classList(column, 'flex flex-wrap items-center justify-between gap-4 py-8')}>
        <BrandMark />
        <div className="grid gap-1 text-sm text-muted">
          <p>Affordable, AI-powered NREMT paramedic exam preparation.</p>
          <p>
            <a href={READINESS} className="font-medium text-brand underline underline-offset-4">
              How we compute your chance to pass, and how often we are right
            </a>
          </p>
        </div>
      </div>
    </footer>
  </div>
)

const Hero = () => (
  <section className="border-b border-hairline bg-surface">
    <div className={classList(column, 'grid items-center gap-12 py-16 sm:py-20 lg:grid-cols-[1.1fr_1fr] lg:gap-16 lg:py-24')}>
      <div className="grid justify-items-start gap-6">
        <span className="inline-flex items-center gap-2 rounded-pill bg-brand-soft px-3 py-1 text-xs font-semibold tracking-wide text-brand">
          <Sparkles aria-hidden className="size-3.5" />
          AI-POWERED NREMT PREP
        </span>
        <h1 className="text-3xl font-extrabold tracking-tight text-balance sm:text-4xl lg:text-[2.75rem] lg:leading-[1.12]">
          YOUR NEW HOME FOR FUNCTIONAL PARAMEDIC PREP
        </h1>
        <p className="max-w-lg text-lg text-muted">
          Exam-style questions with explanations that teach, progress you can see, and a daily habit that gets you ready for the National
          Registry.
        </p>
        <div className="flex w-full flex-col gap-3 sm:w-auto sm:flex-row">
          <a href={SIGN_IN} className={buttonClasses({ size: 'lg' })}>
            JOIN US
            <ArrowRight aria-hidden className="size-5" />
          </a>
          <a href="#coverage" className={buttonClasses({ variant: 'secondary', size: 'lg' })}>
            SEE PREP TYPES
          </a>
        </div>
      </div>
      <SampleQuestion />
    </div>
  </section>
)

const sampleChoices = [
  { letter: 'A', words: 'Aspirin 324 mg by mouth' },
  { letter: 'B', words: 'A bolus of normal saline' },
  { letter: 'C', words: 'Nitroglycerin 0.4 mg', right: true },
  { letter: 'D', words: 'Oxygen to an SpO2 of 94%' },
]

/** A picture of the product, drawn with its own means. */
const SampleQuestion = () => (
  <div
    role="img"
    aria-label="A sample question about an inferior heart attack with low blood pressure, answered, with its explanation"
    className="rounded-card border border-hairline bg-bg p-5 sm:p-6"
  >
    <div aria-hidden className="grid gap-4">
      <div className="flex items-center justify-between gap-3 text-xs font-semibold">
        <span className="rounded-pill bg-brand-soft px-2.5 py-0.5 text-brand">Cardiology & Resuscitation</span>
        <span className="rounded-pill bg-sunken px-2.5 py-0.5">Moderate</span>
      </div>
      <p className="font-medium">
        A 58-year-old man has crushing chest pain. The 12-lead shows ST elevation in II, III and aVF, and his blood pressure is 84/50. What
        should you withhold?
      </p>
      <ul className="grid gap-2">
        {sampleChoices.map(({ letter, words, right }) => (
          <li
            key={letter}
            className={classList(
              'flex min-h-11 items-center gap-3 rounded-control border px-3 text-sm',
              right ? 'border-ok bg-ok-soft font-medium' : 'border-hairline bg-surface',
            )}
          >
            <span
              className={classList(
                'grid size-6 place-items-center rounded-control border text-xs font-semibold',
                right ? 'border-ok text-ok' : 'border-control text-muted',
              )}
            >
              {letter}
            </span>
            <span className="flex-1">{words}</span>
            {right && (
              <span className="flex items-center gap-1 text-xs font-semibold text-ok">
                <Check className="size-4" />
                Correct
              </span>
            )}
          </li>
        ))}
      </ul>
      <p className="border-l-2 border-ok pl-3 text-sm text-muted">
        With a right-ventricular infarct he depends on preload. A nitrate would take it away.
      </p>
    </div>
  </div>
)

const Features = () => (
  <section aria-labelledby="features" className={classList(column, 'py-16 sm:py-20')}>
    <h2 id="features" className="text-center text-2xl font-bold tracking-tight sm:text-3xl">
      Everything You Need to Pass
    </h2>
    <ul className="mt-10 grid gap-5 md:grid-cols-3">
      {features.map(({ title, promise, points, icon: Icon }) => (
        <li key={title} className="grid content-start gap-4 rounded-card border border-hairline bg-surface p-6">
          <span className="grid size-12 place-items-center rounded-card bg-brand-soft text-brand">
            <Icon aria-hidden className="size-6" />
          </span>
          <div className="grid gap-1">
            <h3 className="text-lg font-semibold">{title}</h3>
            <p className="text-balance text-muted">{promise}</p>
          </div>
          <ul className="grid gap-2 text-sm">
            {points.map((point) => (
              <li key={point} className="flex items-center gap-2">
                <Check aria-hidden className="size-4 shrink-0 text-ok" />
                {point}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  </section>
)

const Coverage = () => (
  <section id="coverage" aria-labelledby="coverage-title" className="border-y border-hairline bg-surface">
    <div className={classList(column, 'py-16 sm:py-20')}>
      <div className="mx-auto grid max-w-2xl gap-3 text-center">
        <h2 id="coverage-title" className="text-2xl font-bold tracking-tight sm:text-3xl">
          Complete NREMT Coverage
        </h2>
        <p className="text-balance text-muted">Nine modules. Choose the ones you want to work on, and change them whenever you like.</p>
      </div>
      <ul className="mt-10 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
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
              </div>
            </li>
          )
        })}
      </ul>
    </div>
  </section>
)

const Tutoring = () => (
  <section aria-labelledby="tutoring" className={classList(column, 'pt-16 sm:pt-20')}>
    <div className="flex flex-wrap items-center gap-x-8 gap-y-5 rounded-card border border-hairline bg-surface p-6 sm:p-8">
      <span className="grid size-12 shrink-0 place-items-center rounded-card bg-brand-soft text-brand">
        <Presentation aria-hidden className="size-6" />
      </span>
      <div className="grid min-w-56 flex-1 gap-1">
        <h2 id="tutoring" className="text-xl font-semibold">
          Stuck? Ask a paramedic.
        </h2>
        <p className="text-muted">
          One-to-one tutoring for ${HOURLY_PRICE / 100} an hour, online or in person, with a tutor who knows the field.
        </p>
      </div>
      <a href={TUTORING} className={buttonClasses({ variant: 'secondary' })}>
        See how tutoring works
      </a>
    </div>
  </section>
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
