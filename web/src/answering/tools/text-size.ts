import { keep, ofThisBrowser, readKept } from '../../ui/kept.ts'
import { createStore } from '../../ui/store.ts'

/** How large the text of questions is, in percent: kept for this browser, shown by `question-text` of theme.css. */

const KEY = 'questionTextSize'
const sizes = [90, 100, 115, 130, 150] as const
type Size = (typeof sizes)[number]

const kept = readKept(ofThisBrowser, KEY)
const size = createStore<Size>(sizes.find((known) => known === kept) ?? 100)

const show = () => globalThis.document?.documentElement.style.setProperty('--question-zoom', String(size.read() / 100))
show()

export const useTextSize = size.useValue

/** The size next to the one in use; null where there is none. */
export const nextSize = (from: Size, by: 1 | -1): Size | null => sizes[sizes.indexOf(from) + by] ?? null

/** Makes the text larger or smaller by a step. Answers the size that it has then. */
export function changeTextSize(by: 1 | -1): Size {
  const next = nextSize(size.read(), by)
  if (next === null) return size.read()
  size.set(next)
  keep(ofThisBrowser, KEY, next)
  show()
  return next
}
