import type { Question } from '@medicready/domain/contract/questions/questions'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classList } from '../../ui/class-list.ts'
import { keep, ofThisTab, readKept } from '../../ui/kept.ts'
import { createStore } from '../../ui/store.ts'

interface Word {
  readonly index: number
  readonly text: string
  readonly after: string
}

export const wordsOf = (text: string): Word[] =>
  [...text.matchAll(/(\s*\S+)(\s*)/g)].map(([, text = '', after = ''], index) => ({ index, text, after }))

interface Run {
  readonly text: string
  readonly isMarked: boolean
}

/** Consecutive words with the same mark form one piece. */
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

export function wordsWithin(words: readonly Word[], from: number, to: number): number[] {
  const within: number[] = []
  let start = 0
  for (const { index, text, after } of words) {
    if (start < to && start + text.length > from) within.push(index)
    start += text.length + after.length
  }
  return within
}

/** Marks these words; if all are marked already, unmarks them. */
export function toggled(marked: ReadonlySet<number>, indexes: readonly number[]): ReadonlySet<number> {
  const areMarked = indexes.every((index) => marked.has(index))
  const next = new Set(marked)
  for (const index of indexes) areMarked ? next.delete(index) : next.add(index)
  return next
}

export const between = (one: number, other: number): number[] =>
  Array.from({ length: Math.abs(one - other) + 1 }, (_, index) => Math.min(one, other) + index)

type Marks = Readonly<Record<string, readonly number[]>>

const KEY = 'highlights'
const kept = readKept(ofThisTab, KEY)
const marks = createStore<Marks>(typeof kept === 'object' && kept !== null ? (kept as Marks) : {}, {})

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

type Stem = Pick<Question, 'id' | 'version' | 'stem'>

export const marking = createStore<string | null>(null)

export const announced = createStore('')

export function StemText({ question }: { question: Stem }) {
  const isMarking = marking.useValue() === question.id
  return <span data-stem={question.id}>{isMarking ? <WordPicker question={question} /> : <MarkedText question={question} />}</span>
}

function selectedWords({ id, stem }: Stem): number[] | null {
  const selection = window.getSelection()
  const shown = document.querySelector(`[data-stem="${id}"]`)
  if (!shown || !selection || selection.isCollapsed || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (!range.intersectsNode(shown)) return null
  const placeOf = (node: Node, offset: number) => {
    const before = document.createRange()
    before.selectNodeContents(shown)
    before.setEnd(node, offset)
    return before.toString().length
  }
  const from = shown.contains(range.startContainer) ? placeOf(range.startContainer, range.startOffset) : 0
  const to = shown.contains(range.endContainer) ? placeOf(range.endContainer, range.endOffset) : stem.length
  const words = wordsWithin(wordsOf(stem), from, to)
  return words.length > 0 ? words : null
}

function toggleWords(question: Stem, marked: ReadonlySet<number>, indexes: readonly number[]): void {
  const words = wordsOf(question.stem)
  const next = toggled(marked, indexes)
  mark(question, next)
  const text = indexes.map((index) => words[index]?.text).join(' ')
  announced.set(`${indexes.some((index) => next.has(index)) ? 'Marked' : 'No longer marked'}: ${text}`)
}

/** Returns whether any words were selected. */
export function markSelected(question: Stem, marked: ReadonlySet<number>): boolean {
  const selected = selectedWords(question)
  if (!selected) return false
  toggleWords(question, marked, selected)
  window.getSelection()?.removeAllRanges()
  return true
}

function MarkedText({ question }: { question: Stem }) {
  const marked = useMarked(question)
  if (marked.size === 0) return question.stem
  let at = 0
  return runsOf(wordsOf(question.stem), marked).map(({ text, isMarked }) => {
    at += text.length
    return isMarked ? (
      <mark key={at} className="bg-mark text-ink underline decoration-warn decoration-2 underline-offset-4">
        {text}
      </mark>
    ) : (
      text
    )
  })
}

/** The words as a listbox: click, drag over several, or arrow keys with Shift and Enter. */
function WordPicker({ question }: { question: Stem }) {
  const words = wordsOf(question.stem)
  const marked = useMarked(question)
  const [at, setAt] = useState(0)
  const [from, setFrom] = useState<number | null>(null)
  const list = useRef<HTMLSpanElement>(null)
  const chosen = from === null ? [at] : between(from, at)
  const wordAt = (index: number) => list.current?.querySelector<HTMLElement>(`[data-word="${index}"]`)

  useEffect(() => {
    list.current?.querySelector<HTMLElement>('[data-word="0"]')?.focus({ preventScroll: true })
  }, [])

  const goTo = (index: number, extends_: boolean) => {
    const next = Math.max(0, Math.min(words.length - 1, index))
    setFrom(extends_ ? (from ?? at) : null)
    setAt(next)
    wordAt(next)?.focus()
  }

  /** The next word above or below, nearest horizontally. */
  const beside = (direction: 1 | -1): number => {
    const here = wordAt(at)?.getBoundingClientRect()
    if (!here) return at
    const boxes = words.map((_, index) => wordAt(index)?.getBoundingClientRect())
    const lines = boxes.flatMap((box, index) => (box && (box.top - here.top) * direction > here.height / 2 ? [{ box, index }] : []))
    const nearestLine = lines.toSorted((one, other) => (one.box.top - other.box.top) * direction)[0]
    return (
      lines
        .filter(({ box }) => Math.abs(box.top - (nearestLine?.box.top ?? 0)) < here.height / 2)
        .toSorted((one, other) => Math.abs(one.box.left - here.left) - Math.abs(other.box.left - here.left))[0]?.index ?? at
    )
  }

  const hear = (event: KeyboardEvent) => {
    const move = {
      ArrowRight: () => at + 1,
      ArrowLeft: () => at - 1,
      ArrowDown: () => beside(1),
      ArrowUp: () => beside(-1),
      Home: () => 0,
      End: () => words.length - 1,
    }[event.key]
    if (move) goTo(move(), event.shiftKey)
    else if (event.key === 'Enter' || event.key === ' ') {
      toggleWords(question, marked, chosen)
      setFrom(null)
    } else if (event.key === 'Escape') marking.set(null)
    else return
    event.preventDefault()
  }

  const choose = (target: EventTarget) => {
    setFrom(null)
    if (markSelected(question, marked) || !(target instanceof Element)) return
    const pressed = target.closest('[data-word]')?.getAttribute('data-word')
    if (pressed == null) return
    setAt(Number(pressed))
    toggleWords(question, marked, [Number(pressed)])
  }

  return (
    <span
      ref={list}
      role="listbox"
      aria-label="Words of the question"
      aria-multiselectable
      tabIndex={-1}
      onKeyDown={hear}
      onClick={({ target }) => choose(target)}
      className="cursor-text outline-none"
    >
      {words.map(({ index, text, after }) => (
        <span key={index}>
          <span
            role="option"
            aria-selected={marked.has(index)}
            tabIndex={index === at ? 0 : -1}
            data-word={index}
            className={wordLook(marked.has(index), from !== null && chosen.includes(index))}
          >
            {text}
          </span>
          {after}
        </span>
      ))}
    </span>
  )
}

const wordLook = (isMarked: boolean, isChosen: boolean): string =>
  classList(
    'outline-offset-1',
    isMarked && 'bg-mark underline decoration-warn decoration-2 underline-offset-4',
    isChosen && 'ring-2 ring-brand',
  )
