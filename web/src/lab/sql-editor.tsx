import type { AskableExport } from '@medicready/domain/contract/lab/queries'
import { MAX_SQL_LENGTH } from '@medicready/domain/lab/shown/limits'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { classList } from '../ui/class-list.ts'
import { Fault, fieldFrame } from '../ui/field.tsx'
import { countOf } from '../ui/words.ts'

type Views = AskableExport['views']

interface Suggestions {
  /** Where the word begins that they replace. */
  readonly from: number
  readonly words: readonly string[]
}

const MOST = 8
const keywords = [
  'SELECT',
  'FROM',
  'JOIN',
  'USING',
  'WHERE',
  'GROUP BY',
  'ORDER BY',
  'HAVING',
  'LIMIT',
  'count(*)',
  'DISTINCT',
  'WITH',
  'CASE WHEN',
]

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The views that a query reads, each with the name that it has there. */
function viewsIn(sql: string, views: Views): { readonly alias: string; readonly columns: readonly string[] }[] {
  const found = sql.matchAll(/\b(?:from|join)\s+([\w.]+)(?=(?:\s+(?:as\s+)?(\w+))?)/gi)
  return [...found].flatMap(([, name = '', alias = '']) => {
    const view = views.find((one) => same(one.name, name))
    return view ? [view.name, alias].map((one) => ({ alias: one, columns: view.columns })) : []
  })
}

function candidates(sql: string, before: string, qualifier: string, views: Views): readonly string[] {
  if (qualifier !== '') {
    const inSchema = views.flatMap(({ name }) => (name.startsWith(`${qualifier}.`) ? [name.slice(qualifier.length + 1)] : []))
    return [...inSchema, ...viewsIn(sql, views).flatMap(({ alias, columns }) => (same(alias, qualifier) ? columns : []))]
  }
  const names = views.map(({ name }) => name)
  if (/\b(?:from|join)\s+$/i.test(before)) return names
  return [...viewsIn(sql, views).flatMap(({ columns }) => columns), ...keywords, ...names]
}

/** For the word before the caret; null without any. */
export function suggestionsAt(sql: string, caret: number, views: Views): Suggestions | null {
  const [typed = ''] = /[\w."]*$/.exec(sql.slice(0, caret)) ?? []
  const dot = typed.lastIndexOf('.')
  const word = typed.slice(dot + 1).replace('"', '')
  const from = caret - (typed.length - dot - 1)
  if (typed === '') return null
  const before = sql.slice(0, caret - typed.length)
  const known = new Set(candidates(sql, before, typed.slice(0, Math.max(dot, 0)), views))
  const begins = (one: string) => one.replace('"', '').toLowerCase().startsWith(word.toLowerCase())
  const words = [...known].filter((one) => begins(one) && !same(one, word)).slice(0, MOST)
  return words.length > 0 ? { from, words } : null
}

interface SqlEditorProps {
  value: string
  views: AskableExport['views']
  /** Of the last query, next to it. */
  fault: string | undefined
  onChange: (sql: string) => void
  onRun: () => void
}

interface Offer extends Suggestions {
  /** -1 until the arrow keys choose one, so that Enter and Tab keep their meaning. */
  readonly chosen: number
}

export function SqlEditor({ value, views, fault, onChange, onRun }: SqlEditorProps) {
  const id = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [offer, setOffer] = useState<Offer | null>(null)

  const look = () => {
    const found = area.current && suggestionsAt(area.current.value, area.current.selectionStart, views)
    setOffer(found ? { ...found, chosen: -1 } : null)
  }
  const take = (word: string | undefined) => {
    if (!area.current || !offer || word === undefined) return
    area.current.setRangeText(word, offer.from, area.current.selectionStart, 'end')
    onChange(area.current.value)
    setOffer(null)
  }
  const press = (event: KeyboardEvent) => {
    const { key } = event
    const isRun = key === 'Enter' && (event.ctrlKey || event.metaKey)
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0
    if (isRun) {
      setOffer(null)
      onRun()
    } else if (key === ' ' && event.ctrlKey) look()
    else if (!offer) return
    else if (step !== 0) setOffer({ ...offer, chosen: Math.min(Math.max(offer.chosen + step, -1), offer.words.length - 1) })
    else if (key === 'Escape') setOffer(null)
    else if (offer.chosen >= 0 && (key === 'Enter' || key === 'Tab')) take(offer.words[offer.chosen])
    else return
    event.preventDefault()
  }

  return (
    <div className="relative grid grid-cols-1 gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        Query
      </label>
      <textarea
        ref={area}
        id={id}
        value={value}
        rows={8}
        maxLength={MAX_SQL_LENGTH}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        autoCorrect="off"
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-describedby={fault ? `${id}-hint ${id}-fault` : `${id}-hint`}
        {...(fault && { 'aria-invalid': true })}
        {...(offer && { 'aria-controls': `${id}-offer` })}
        {...(offer && offer.chosen >= 0 && { 'aria-activedescendant': `${id}-${offer.chosen}` })}
        className={classList(fieldFrame, 'resize-y py-2.5 font-mono sm:text-sm')}
        onChange={({ target }) => {
          onChange(target.value)
          look()
        }}
        onKeyDown={press}
        onBlur={() => setOffer(null)}
      />
      <p role="status" className="sr-only">
        {offer && `${countOf(offer.words.length, 'suggestion')}. Use the arrow keys and Enter.`}
      </p>
      {offer && (
        <div className="relative">
          <div
            role="listbox"
            id={`${id}-offer`}
            aria-label="Suggestions"
            tabIndex={-1}
            className="absolute top-0 left-0 z-10 grid w-full max-w-96 rounded-control border border-hairline bg-surface p-1 shadow-lg"
          >
            {offer.words.map((word, at) => (
              <div
                key={word}
                role="option"
                id={`${id}-${at}`}
                aria-selected={at === offer.chosen}
                tabIndex={-1}
                // The focus stays in the query.
                onMouseDown={(event) => {
                  event.preventDefault()
                  take(word)
                }}
                className={classList(
                  'flex min-h-9 cursor-pointer items-center rounded-control px-2 font-mono text-sm wrap-anywhere hover:bg-sunken',
                  at === offer.chosen && 'bg-brand text-on-brand hover:bg-brand',
                )}
              >
                {word}
              </div>
            ))}
          </div>
        </div>
      )}
      <p id={`${id}-hint`} className="text-sm text-muted">
        Names are suggested as you type. Press Ctrl+Enter to run the query.
      </p>
      {fault && (
        <div role="alert">
          <Fault id={`${id}-fault`}>
            <span className="min-w-0 font-mono whitespace-pre-wrap wrap-anywhere">{fault}</span>
          </Fault>
        </div>
      )}
    </div>
  )
}
