import { type KeyboardEvent, useState } from 'react'
import { classList } from '../../ui/class-list.ts'
import { type Calculator, type CalculatorKey, calculatorKey, display, emptyCalculator, pressed, waitingWords } from './calculator.ts'

const rows: readonly (readonly CalculatorKey[])[] = [
  ['MC', 'MR', 'M−', 'M+'],
  ['C', '⌫', '%', '÷'],
  ['7', '8', '9', '×'],
  ['4', '5', '6', '−'],
  ['1', '2', '3', '+'],
  ['±', '0', '.', '='],
]

const labels: Readonly<Partial<Record<CalculatorKey, string>>> = {
  MC: 'MC: clear the memory',
  MR: 'MR: recall the memory',
  'M−': 'M−: take from the memory',
  'M+': 'M+: add to the memory',
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

/** What was worked out last stands there again when the calculator is opened again. */
let last: Calculator = emptyCalculator

/** A calculator for the buttons and the keyboard: digits, operators, Enter, Backspace, and Delete to clear. */
export function CalculatorPanel() {
  const [state, setState] = useState(last)
  const press = (key: CalculatorKey) => {
    last = pressed(state, key)
    setState(last)
  }
  const hear = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const key = calculatorKey(event.key)
    // Enter and Space press the button that has the focus, as everywhere; on the display Enter is the equals sign.
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
      <p className="text-sm text-muted max-sm:hidden">The keyboard works too: Enter is the equals sign, Delete clears.</p>
    </fieldset>
  )
}
