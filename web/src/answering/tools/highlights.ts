import { keep, ofThisTab, readKept } from '../../ui/kept.ts'
import { createStore } from '../../ui/store.ts'

/** Which words of a stem somebody has marked: kept for this tab, question by question. */

export interface Word {
  /** Its place among the words, from 0. */
  readonly index: number
  readonly text: string
  /** What stands between it and the word after it. */
  readonly after: string
}

/** The words of a text; together with what stands between them they are the text. */
export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/(\s*\S+)(\s*)/g)].map(([, text = '', after = ''], index) => ({ index, text, after }))

export interface Run {
  readonly text: string
  readonly isMarked: boolean
}

/** The text in pieces, marked and not: words that are marked one after the other are one piece. */
export function runsOf(words: readonly Word[], marked: ReadonlySet<number>): Run[] {
  const runs: { text: string; isMarked: boolean }[] = []
  const add = (text: string, isMarked: boolean) => {
    const last = runs.at(-1)
    if (text === '') return
    if (last?.isMarked === isMarked) last.text += text
    else runs.push({ text, isMarked })
  }
  for (const { index, text, after } of words) {
    add(text, marked.has(index))
    add(after, marked.has(index) && marked.has(index + 1))
  }
  return runs
}

/** The words that lie in a part of the text, in whole or in part. */
export function wordsWithin(words: readonly Word[], from: number, to: number): number[] {
  const within: number[] = []
  let start = 0
  for (const { index, text, after } of words) {
    if (start < to && start + text.length > from) within.push(index)
    start += text.length + after.length
  }
  return within
}

/** Marks these words; where all of them are marked already, takes their marks away. */
export function toggled(marked: ReadonlySet<number>, indexes: readonly number[]): ReadonlySet<number> {
  const areMarked = indexes.every((index) => marked.has(index))
  const next = new Set(marked)
  for (const index of indexes) areMarked ? next.delete(index) : next.add(index)
  return next
}

/** All places from one to the other, whichever comes first. */
export const between = (one: number, other: number): number[] =>
  Array.from({ length: Math.abs(one - other) + 1 }, (_, index) => Math.min(one, other) + index)

type Marks = Readonly<Record<string, readonly number[]>>

const KEY = 'highlights'
const kept = readKept(ofThisTab, KEY)
const marks = createStore<Marks>(typeof kept === 'object' && kept !== null ? (kept as Marks) : {})

/** Another version of a question may have other words. */
const keyOf = ({ id, version }: { id: string; version: number }) => `${id}@${version}`

export function useMarked(question: { id: string; version: number }): ReadonlySet<number> {
  return new Set(marks.useValue()[keyOf(question)])
}

export function mark(question: { id: string; version: number }, marked: ReadonlySet<number>): void {
  const { [keyOf(question)]: _, ...others } = marks.read()
  const next = marked.size === 0 ? others : { ...others, [keyOf(question)]: [...marked].sort((one, other) => one - other) }
  marks.set(next)
  keep(ofThisTab, KEY, next)
}
