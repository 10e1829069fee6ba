import { type KeyboardEvent, useState } from 'react'
import { classList } from '../../ui/class-list.ts'

type Operator = '+' | '−' | '×' | '÷'
export type CalculatorKey =
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '.'
  | Operator
  | '='
  | '%'
  | '±'
  | '⌫'
  | 'C'
  | 'MC'
  | 'MR'
  | 'M+'
  | 'M−'

interface Calculator {
  readonly typed: string | null
  readonly value: number
  readonly waiting: { readonly left: number; readonly operator: Operator } | null
  readonly memory: number
}

export const emptyCalculator: Calculator = { typed: null, value: 0, waiting: null, memory: 0 }

const LONGEST = 12

const compute: Readonly<Record<Operator, (left: number, right: number) => number>> = {
  '+': (left, right) => left + right,
  '−': (left, right) => left - right,
  '×': (left, right) => left * right,
  '÷': (left, right) => left / right,
}

/** Decimal fractions are not exact in binary: digits after the twelfth are dropped. */
const rounded = (value: number): number => Number(value.toPrecision(LONGEST))

const current = ({ typed, value }: Calculator): number => (typed === null ? value : Number(typed))

const standing = (state: Calculator, value: number): Calculator => ({ ...state, typed: null, value: rounded(value) })

function type(state: Calculator, key: string): Calculator {
  const typed = state.typed ?? '0'
  if (key === '.') return typed.includes('.') ? state : { ...state, typed: `${typed}.` }
  if (typed.replace(/\D/g, '').length >= LONGEST) return state
  return { ...state, typed: typed === '0' ? key : `${typed}${key}` }
}

function total(state: Calculator): Calculator {
  const { waiting } = state
  const result = waiting ? compute[waiting.operator](waiting.left, current(state)) : current(state)
  return { ...standing(state, result), waiting: null }
}

function operate(state: Calculator, operator: Operator): Calculator {
  const left = state.waiting && state.typed === null ? state : total(state)
  return { ...left, typed: null, waiting: { left: left.value, operator } }
}

/** Of the number it is added to or subtracted from; otherwise a hundredth. */
function percent(state: Calculator): Calculator {
  const { waiting } = state
  const isOfLeft = waiting && (waiting.operator === '+' || waiting.operator === '−')
  const value = rounded((current(state) / 100) * (isOfLeft ? waiting.left : 1))
  return { ...state, typed: plain(value) }
}

/** After a division by zero only keys that clear, type or recall work. */
export function pressed(state: Calculator, key: CalculatorKey): Calculator {
  if (/^[\d.]$/.test(key)) return type(Number.isFinite(state.value) ? state : { ...emptyCalculator, memory: state.memory }, key)
  switch (key) {
    case 'C':
      return { ...emptyCalculator, memory: state.memory }
    case 'MC':
      return { ...state, memory: 0 }
    case 'MR':
      return { ...(Number.isFinite(state.value) ? state : emptyCalculator), memory: state.memory, typed: plain(state.memory) }
  }
  if (!Number.isFinite(current(state))) return state
  switch (key) {
    case '+':
    case '−':
    case '×':
    case '÷':
      return operate(state, key)
    case '=':
      return total(state)
    case '%':
      return percent(state)
    case '±':
      return { ...state, typed: plain(-current(state)) }
    case '⌫':
      return state.typed === null ? state : { ...state, typed: /^-?.$/.test(state.typed) ? '0' : state.typed.slice(0, -1) }
    case 'M+':
      return { ...state, memory: rounded(state.memory + current(state)) }
    case 'M−':
      return { ...state, memory: rounded(state.memory - current(state)) }
  }
  return state
}

const plain = (value: number): string => String(Object.is(value, -0) ? 0 : value)

const grouped = new Intl.NumberFormat('en-US', { maximumSignificantDigits: LONGEST })
const scientific = new Intl.NumberFormat('en-US', { notation: 'scientific', maximumSignificantDigits: 7 })

export function display(state: Calculator): string {
  if (state.typed !== null && !/e/.test(state.typed)) return state.typed.replace('-', '−')
  const value = current(state)
  if (!Number.isFinite(value)) return 'Not a number'
  const isLong = value !== 0 && (Math.abs(value) >= 10 ** LONGEST || Math.abs(value) < 1e-9)
  return (isLong ? scientific : grouped).format(value).replace('-', '−')
}

export const waitingWords = ({ waiting }: Calculator): string =>
  waiting ? `${grouped.format(waiting.left).replace('-', '−')} ${waiting.operator}` : ''

const named: Readonly<Record<string, CalculatorKey>> = {
  '-': '−',
  '*': '×',
  x: '×',
  '/': '÷',
  ',': '.',
  Enter: '=',
  Backspace: '⌫',
  Delete: 'C',
  c: 'C',
}

export const calculatorKey = (key: string): CalculatorKey | null => named[key] ?? (/^[\d.+=%]$/.test(key) ? (key as CalculatorKey) : null)

const rows: readonly (readonly CalculatorKey[])[] = [
  ['MC', 'MR', 'M−', 'M+'],
  ['C', '⌫', '%', '÷'],
  ['7', '8', '9', '×'],
  ['4', '5', '6', '−'],
  ['1', '2', '3', '+'],
  ['±', '0', '.', '='],
]

const labels: Readonly<Partial<Record<CalculatorKey, string>>> = {
  MC: 'MC: clear memory',
  MR: 'MR: recall memory',
  'M−': 'M−: subtract from memory',
  'M+': 'M+: add to memory',
  C: 'C: clear',
  '⌫': 'Delete the last digit',
  '%': 'Percent',
  '÷': 'Divided by',
  '×': 'Times',
  '−': 'Minus',
  '+': 'Plus',
  '±': 'Change the sign',
  '.': 'Point',
  '=': 'Equals',
}

const look = (key: CalculatorKey) =>
  key === '='
    ? 'border-transparent bg-brand text-on-brand hover:bg-brand-strong'
    : /^[\d.±]$/.test(key)
      ? 'border-control bg-surface hover:bg-sunken'
      : 'border-hairline bg-sunken hover:border-control'

/** Kept while the panel is closed. */
let last: Calculator = emptyCalculator

export function CalculatorPanel() {
  const [state, setState] = useState(last)
  const press = (key: CalculatorKey) => {
    last = pressed(state, key)
    setState(last)
  }
  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = calculatorKey(event.key)
    // Enter and Space press the focused button, as everywhere; on the display Enter is the equals sign.
    if (key === null || (event.key === 'Enter' && event.target instanceof HTMLButtonElement)) return
    event.preventDefault()
    press(key)
  }
  return (
    <fieldset aria-label="Calculator" onKeyDown={hear} className="grid gap-3">
      <output
        aria-label="Result"
        tabIndex={-1}
        data-first
        className="grid min-h-16 content-end rounded-control border border-control bg-sunken px-3 py-2 text-right tabular-nums"
      >
        <span className="text-sm text-muted">
          {state.memory !== 0 && <span className="float-left">Memory {display({ ...emptyCalculator, value: state.memory })}</span>}
          {waitingWords(state) || '\u00a0'}
        </span>
        <span className="text-2xl font-semibold wrap-anywhere">{display(state)}</span>
      </output>
      <div className="grid grid-cols-4 gap-1.5 sm:gap-2">
        {rows.flat().map((key) => (
          <button
            key={key}
            type="button"
            aria-label={labels[key]}
            onClick={() => press(key)}
            className={classList('min-h-10 rounded-control border text-base sm:min-h-11 font-semibold transition-colors', look(key))}
          >
            {key}
          </button>
        ))}
      </div>
      <p className="text-sm text-muted max-sm:hidden">You can use the keyboard too. Enter calculates, Delete clears.</p>
    </fieldset>
  )
}
