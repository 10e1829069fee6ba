import type { DescribedField, DescribedShape } from '@medicready/domain/contract/lab/facts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { startTransition, useState } from 'react'
import { Loaded } from '../api/loaded.tsx'
import { factName, numberOf, utcInstantOf } from '../dashboards/amounts.ts'
import { ExportCsv } from '../dashboards/export-csv.tsx'
import { adminQuery } from '../dashboards/reads.ts'
import { Badge } from '../ui/badge.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { SkeletonRows } from '../ui/skeleton.tsx'
import { capitalized } from '../ui/words.ts'

export const FactDialog = ({ type, onClose }: { type: string; onClose: () => void }) => (
  <Dialog open onOpenChange={(isOpen) => isOpen || onClose()} size="lg" title={factName(type)}>
    <Loaded skeleton={<SkeletonRows rows={6} className="mb-2 h-9" />} failure="The fields could not be loaded.">
      <Fact type={type} />
    </Loaded>
  </Dialog>
)

function Fact({ type }: { type: string }) {
  const { data: fact } = useSuspenseQuery(adminQuery('GET /api/analyst/facts/{type}', { params: { type } }))
  const { room, meaning, version, readModels, count, firstAt, lastAt, fields, shapes } = fact
  const told = [
    ['Name in the log', type],
    ['Area', capitalized(room)],
    ['Version', String(version)],
    ['Facts', numberOf(count)],
    ['First (UTC)', firstAt ? utcInstantOf(firstAt) : '–'],
    ['Latest (UTC)', lastAt ? utcInstantOf(lastAt) : '–'],
    ['Read models', readModels.join(', ') || 'None'],
  ] as const
  return (
    <div className="grid gap-5">
      <p className="text-muted">{meaning}</p>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 text-sm sm:grid-cols-3">
        {told.map(([term, words]) => (
          <div key={term} className="last:col-span-full">
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere tabular-nums">{words}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="fields">
        <div className="flex items-center justify-between gap-2">
          <h3 id="fields" className="font-semibold">
            Fields
          </h3>
          <ExportCsv
            name={`fields of ${factName(type)}`}
            heads={['Field', 'Type', 'Unit', 'Sealed', 'Meaning']}
            rows={async () => fields.map((field) => [field.path, field.type, field.unit, field.isSealed ? 'yes' : 'no', field.about])}
          />
        </div>
        {fields.some(({ isSealed }) => isSealed) && (
          <p className="text-sm text-muted">Sealed fields are encrypted for the person they are about. Analysts cannot read them.</p>
        )}
        <Fields fields={fields} shapes={shapes} />
      </section>
    </div>
  )
}

const Fields = ({ fields, shapes }: { fields: readonly DescribedField[]; shapes: readonly DescribedShape[] }) => (
  <ul className="divide-y divide-hairline text-sm">
    {fields.map(({ path, type, unit, about, isSealed, values, shape }) => (
      <li key={path} className="grid gap-1 py-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <code className="font-semibold wrap-anywhere">{path}</code>
          <span className="text-muted">{[type, ...(unit === null || unit === type ? [] : [unit])].join(' · ')}</span>
          {isSealed && <Badge tone="warn">Sealed</Badge>}
        </p>
        <p>
          <Words text={about} />
        </p>
        <Values values={values} />
        {shape !== null && <Shape shape={shapes.find(({ name }) => name === shape)} shapes={shapes} />}
      </li>
    ))}
  </ul>
)

/** Names between backticks are code. */
const Words = ({ text }: { text: string }) =>
  [...text.matchAll(/`([^`]+)`|[^`]+/g)].map(({ 0: part, 1: code, index }) => (code === undefined ? part : <code key={index}>{code}</code>))

const Values = ({ values }: { values: readonly string[] }) =>
  values.length > 0 && (
    <ul className="list-disc pl-5 text-muted">
      {values.map((value) => {
        const [code = '', ...meaning] = value.split(':')
        return (
          <li key={value}>
            <code className="text-ink">{code}</code>:{meaning.join(':')}
          </li>
        )
      })}
    </ul>
  )

function Shape({ shape, shapes }: { shape: DescribedShape | undefined; shapes: readonly DescribedShape[] }) {
  // Folded content is not rendered: shapes have parts with shapes.
  const [open, setOpen] = useState(false)
  if (!shape) return null
  const { name, about, values, fields, variants } = shape
  return (
    <details className="group" onToggle={({ currentTarget }) => startTransition(() => setOpen(currentTarget.open))}>
      <summary className="flex min-h-8 list-none items-center gap-1.5 rounded-control text-brand [&::-webkit-details-marker]:hidden">
        {values.length > 0 ? 'Values' : 'Parts'}: {name}
        <ChevronDown aria-hidden className="size-4 shrink-0 transition-transform group-open:rotate-180" />
      </summary>
      {open && (
        <div className="mt-1 grid gap-2 border-l-2 border-hairline pl-3">
          <p>
            <Words text={about} />
          </p>
          <Values values={values} />
          {fields.length > 0 && <Fields fields={fields} shapes={shapes} />}
          {variants.map((variant) => (
            <div key={variant.when}>
              <p>
                <code className="font-semibold">{variant.when}</code>: {variant.about}
              </p>
              <Fields fields={variant.fields} shapes={shapes} />
            </div>
          ))}
        </div>
      )}
    </details>
  )
}
