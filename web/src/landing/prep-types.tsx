import type { AskedItem, ItemKind } from '@medicready/domain/contract/questions/questions'
import { moduleLabel } from '@medicready/domain/questions/shown/modules'
import { ArrowDownUp, Calculator, CircleDot, Crosshair, Hand, ListChecks, type LucideIcon, Table2 } from 'lucide-react'
import { kindNames } from '../answering/kind-names.ts'
import { paths } from '../paths.ts'
import { bankFigures } from './bank-figures.ts'
import { Section } from './layout.tsx'
import samples from './samples.json' with { type: 'json' }

const kinds: { kind: ItemKind; task: string; icon: LucideIcon }[] = [
  { kind: 'multiple_choice', task: 'One correct answer out of four.', icon: CircleDot },
  { kind: 'multiple_response', task: 'Select all correct options.', icon: ListChecks },
  { kind: 'build_list', task: 'Put steps in the right order.', icon: ArrowDownUp },
  { kind: 'drag_drop', task: 'Sort findings into categories.', icon: Hand },
  { kind: 'options_table', task: 'Choose one answer per table row.', icon: Table2 },
  { kind: 'hot_spot', task: 'Mark a place on a 12-lead, a chest, or a monitor.', icon: Crosshair },
  { kind: 'fill_in_blank', task: 'Calculate a dose or a rate.', icon: Calculator },
]

export const PrepTypes = () => (
  <Section
    id="prep-types"
    title="Seven item types, as on exam day"
    introduction={`The exam has more than multiple choice, and so do we. Read rhythms, 12-leads, and monitors, and follow ${bankFigures.cases} patients through a whole call.`}
  >
    <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
      {kinds.map(({ kind, task, icon: Icon }) => (
        <li key={kind} className="grid content-start gap-2 rounded-card border border-hairline bg-surface p-4">
          <div className="flex items-center justify-between">
            <span className="grid size-9 place-items-center rounded-control bg-brand-soft text-brand">
              <Icon aria-hidden className="size-5" />
            </span>
            <span className="text-xs text-muted tabular-nums">{bankFigures.kinds[kind]} questions</span>
          </div>
          <h3 className="font-semibold">{kindNames[kind]}</h3>
          <p className="text-sm text-muted">{task}</p>
        </li>
      ))}
      <li className="grid content-center justify-items-start gap-2 rounded-card bg-brand-soft p-4">
        <h3 className="font-semibold">Try three now</h3>
        <p className="text-sm">No account needed.</p>
        <a href="#try" className="font-semibold text-brand underline underline-offset-4">
          To the questions
        </a>
      </li>
    </ul>
    <section id="try" aria-labelledby="try-title" className="mx-auto mt-14 max-w-3xl">
      <h3 id="try-title" className="text-xl font-semibold">
        Three questions to try
      </h3>
      <p className="mt-1 text-muted">Answer as you would on the exam. Then see the correct answer, why, and its sources.</p>
      {/* Readable without scripts, which take over when a visitor scrolls near. */}
      <div data-try data-create={paths.login({ create: '' })} className="mt-6">
        <ol className="grid gap-5">
          {samples.map((sample) => (
            <li key={sample.stem} className="grid gap-4 rounded-card border border-hairline bg-surface p-5 sm:p-6">
              <p className="text-xs font-semibold text-muted">{moduleLabel(sample.module as Parameters<typeof moduleLabel>[0])}</p>
              <p className="text-lg">{sample.stem}</p>
              {sample.pictureAlt && (
                <img
                  src="/landing/strip.svg"
                  alt={sample.pictureAlt}
                  width={1280}
                  height={320}
                  loading="lazy"
                  className="w-full rounded-control border border-hairline"
                />
              )}
              <Asked item={sample.item as AskedItem} />
            </li>
          ))}
        </ol>
        <noscript>
          <p className="mt-4 text-muted">
            To check your answers, turn on JavaScript or <a href={paths.login({ create: '' })}>create an account</a>.
          </p>
        </noscript>
      </div>
    </section>
  </Section>
)

function Asked({ item }: { item: AskedItem }) {
  const texts =
    item.kind === 'multiple_choice'
      ? item.options
      : item.kind === 'build_list'
        ? item.steps
        : item.kind === 'options_table'
          ? item.rows
          : []
  return (
    <>
      {item.kind === 'options_table' && <p className="text-muted">Choose among {item.columns.map(({ text }) => text).join(', ')}.</p>}
      <ul className="grid gap-2">
        {texts.map(({ id, text }) => (
          <li key={id} className="rounded-control border border-hairline bg-bg px-4 py-3">
            {text}
          </li>
        ))}
      </ul>
    </>
  )
}
