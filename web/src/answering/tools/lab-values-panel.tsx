import { labValues } from '@medicready/domain/study/shown/reference/lab-values'
import type { ReactNode } from 'react'
import { type Entry, ReferenceSearch } from './reference-search.tsx'

const { groups, formulas, scores } = labValues

const entries: readonly Entry[] = [
  ...groups.map(({ title, rows, source }) => ({
    id: title,
    words: [title, ...rows.flatMap(({ name, note }) => [name, note])].join(' '),
    shown: (
      <Sheet title={title} source={source}>
        {rows.map(({ name, value, unit, note }) => (
          <Row key={name} head={name} note={note}>
            {value} {unit}
          </Row>
        ))}
      </Sheet>
    ),
  })),
  ...formulas.map(({ name, formula, example, source }) => ({
    id: name,
    words: `${name} ${formula}`,
    shown: (
      <section className="text-sm">
        <h3 className="font-semibold">{name}</h3>
        <p className="mt-1">{formula}</p>
        <p className="mt-1 text-muted">{example}</p>
        <Source>{source}</Source>
      </section>
    ),
  })),
  ...scores.map(({ name, rows, source }) => ({
    id: name,
    words: [name, ...rows.flatMap(({ points, meaning }) => [points, meaning])].join(' '),
    shown: (
      <Sheet title={name} source={source}>
        {rows.map(({ points, meaning }) => (
          <Row key={points + meaning} head={points} note={null}>
            {meaning}
          </Row>
        ))}
      </Sheet>
    ),
  })),
]

export default function LabValuesPanel() {
  return <ReferenceSearch label="Search values" noun="table" entries={entries} />
}

function Sheet({ title, source, children }: { title: string; source: string; children: ReactNode }) {
  return (
    <section className="text-sm">
      <table className="w-full">
        <caption className="pb-1 text-left font-semibold">{title}</caption>
        <tbody>{children}</tbody>
      </table>
      <Source>{source}</Source>
    </section>
  )
}

function Row({ head, note, children }: { head: string; note: string | null; children: ReactNode }) {
  return (
    <tr className="border-t border-hairline align-top">
      <th scope="row" className="w-1/2 py-1.5 pr-3 text-left font-normal wrap-anywhere">
        {head}
        {note && <span className="block text-xs text-muted">{note}</span>}
      </th>
      <td className="py-1.5 font-medium tabular-nums wrap-anywhere">{children}</td>
    </tr>
  )
}

function Source({ children }: { children: string }) {
  return <p className="mt-1 text-xs text-muted">{children}</p>
}
