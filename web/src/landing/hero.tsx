import { ArrowRight, Check, Sparkles } from 'lucide-react'
import { paths } from '../paths.ts'
import { buttonClasses } from '../ui/button.tsx'
import { classList } from '../ui/class-list.ts'
import { bankFigures, moreThan } from './bank-figures.ts'
import { column } from './layout.tsx'

const figures = [
  { figure: `${moreThan(bankFigures.questions)}+`, words: 'questions, each with its sources' },
  { figure: String(Object.keys(bankFigures.modules).length), words: 'modules of the exam' },
  { figure: String(Object.keys(bankFigures.kinds).length), words: 'kinds of items' },
  { figure: `${moreThan(bankFigures.pictures)}+`, words: 'pictures to read, such as 12-leads' },
]

export const Hero = () => (
  <section className="border-b border-hairline bg-surface">
    <div className={classList(column, 'grid items-center gap-12 py-12 sm:py-16 lg:grid-cols-[1.05fr_1fr] lg:gap-16 lg:py-20')}>
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
          <a href={paths.login()} className={buttonClasses({ size: 'lg' })}>
            JOIN US
            <ArrowRight aria-hidden className="size-5" />
          </a>
          <a href="#prep-types" className={buttonClasses({ variant: 'secondary', size: 'lg' })}>
            SEE PREP TYPES
          </a>
        </div>
        <p className="text-sm text-muted">Free for as long as you want, without a card. Try three questions without an account.</p>
      </div>
      <SampleQuestion />
    </div>
    <div className="border-t border-hairline">
      <dl className={classList(column, 'grid grid-cols-2 gap-x-6 gap-y-6 py-8 md:grid-cols-4')}>
        {figures.map(({ figure, words }) => (
          <div key={words} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-muted">{words}</dt>
            <dd className="text-2xl font-bold tracking-tight tabular-nums">{figure}</dd>
          </div>
        ))}
      </dl>
    </div>
  </section>
)

const sampleChoices = [
  { letter: 'A', words: 'Aspirin 324 mg by mouth' },
  { letter: 'B', words: 'A bolus of normal saline' },
  { letter: 'C', words: 'Nitroglycerin 0.4 mg', right: true },
  { letter: 'D', words: 'Oxygen to an SpO2 of 94%' },
]

/** A drawing of the product; its monitor comes from the real generator. */
const SampleQuestion = () => (
  <div
    role="img"
    aria-label="A sample question about an inferior heart attack with low blood pressure, with the patient's monitor, answered, with its explanation"
    className="overflow-hidden rounded-card border border-hairline bg-bg"
  >
    <img src="/landing/monitor.svg" alt="" width={960} height={540} fetchPriority="high" className="block w-full" />
    <div aria-hidden className="grid gap-3 p-5 sm:p-6">
      <div className="flex items-center justify-between gap-3 text-xs font-semibold">
        <span className="rounded-pill bg-brand-soft px-2.5 py-0.5 text-brand">Cardiology & Resuscitation</span>
        <span className="rounded-pill bg-sunken px-2.5 py-0.5">Moderate</span>
      </div>
      <p className="font-medium">
        A 58-year-old man has crushing chest pain. The 12&#8209;lead shows ST elevation in II, III and aVF. What should you withhold?
      </p>
      <ul className="grid gap-2">
        {sampleChoices.map(({ letter, words, right }) => (
          <li
            key={letter}
            className={classList(
              'flex min-h-10 items-center gap-3 rounded-control border px-3 text-sm',
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
