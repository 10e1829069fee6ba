import { type Drug, drugSheet } from '@medicready/domain/study/shown/reference/drug-sheet'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { capitalized } from '../../ui/words.ts'
import { type Entry, ReferenceSearch } from './reference-search.tsx'

const entries: readonly Entry[] = drugSheet.map((drug) => ({
  id: drug.name,
  words: [drug.name, drug.class, ...drug.indications].join(' '),
  shown: <DrugEntry {...drug} />,
}))

export default function DrugSheetPanel() {
  return <ReferenceSearch label="Search by drug, class, or indication" noun="drug" entries={entries} />
}

function DrugEntry(drug: Drug) {
  return (
    <details className="group -mb-3 border-t border-hairline text-sm">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-control py-1.5 [&::-webkit-details-marker]:hidden">
        <span className="wrap-anywhere">
          <span className="font-semibold">{capitalized(drug.name)}</span> <span className="block text-muted">{drug.class}</span>
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180" />
      </summary>
      <div className="grid gap-3 pb-3">
        <List title="Doses">
          {drug.doses.map(({ for: whom, dose, repeat, max }) => (
            <li key={whom + dose}>
              <span className="font-medium">{whom}:</span> {[dose, repeat, max && `at most ${max}`].filter(Boolean).join('; ')}
            </li>
          ))}
        </List>
        <Words title="Indications" words={drug.indications} />
        <Words title="Contraindications" words={drug.contraindications} />
        <Words title="Cautions" words={drug.cautions} />
        {drug.onset && <Words title="Onset" words={[drug.onset]} />}
        <p className="text-xs text-muted">{drug.source}</p>
      </div>
    </details>
  )
}

function Words({ title, words }: { title: string; words: readonly string[] }) {
  return (
    <List title={title}>
      {words.map((word) => (
        <li key={word}>{word}</li>
      ))}
    </List>
  )
}

function List({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      <ul className="grid list-disc gap-1 pl-4 wrap-anywhere">{children}</ul>
    </section>
  )
}
