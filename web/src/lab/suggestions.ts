import type { AskableExport } from '@medicready/domain/contract/lab/queries'

type Views = AskableExport['views']

export interface Suggestions {
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
