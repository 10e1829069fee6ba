import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CalculatorKey, calculatorKey, display, emptyCalculator, pressed, waitingWords } from './calculator-panel.tsx'

const keys = (words: string) => (words.match(/M[CR+−]|./g) ?? []).filter((key) => key !== ' ') as CalculatorKey[]
const after = (words: string) => keys(words).reduce(pressed, emptyCalculator)
const shows = (words: string) => display(after(words))

describe('the calculator', () => {
  it.each([
    ['2+3=', '5'],
    ['2+3×4=', '20'],
    ['0.1+0.2=', '0.3'],
    ['70×15÷60=', '17.5'],
    ['120−75÷3+75=', '90'],
    ['7÷0=', 'Not a number'],
    ['7÷0=5+1=', '6'],
    ['5+−3=', '2'],
    ['200+10%=', '220'],
    ['200−10%=', '180'],
    ['80×5%=', '4'],
    ['50%', '0.5'],
    ['12⌫⌫', '0'],
    ['1..5', '1.5'],
    ['5±+8=', '3'],
    ['1234×1000=', '1,234,000'],
    ['1234567890123', '123456789012'],
    ['999999999999×999999999999=', '1E24'],
    ['0.001÷1000000000=', '1E−12'],
    ['8M+ C 2M− C MR', '6'],
    ['8M+ MC C MR', '0'],
    ['6M+ C 2×MR=', '12'],
    ['5=+1=', '6'],
    ['5+C7=', '7'],
  ])('%s is %s', (words, shown) => {
    expect(shows(words)).toBe(shown)
  })

  it('shows the pending operation', () => {
    expect(waitingWords(after('1200−'))).toBe('1,200 −')
    expect(waitingWords(after('1200−3='))).toBe('')
  })

  it('always shows a readable value, whatever is pressed', () =>
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...keys('0123456789.+−×÷=%±⌫C'), 'MC' as const, 'MR' as const, 'M+' as const, 'M−' as const)),
        (all) => {
          const state = all.reduce(pressed, emptyCalculator)
          expect(display(state)).toMatch(/^(−?[\d,.]+(E−?\d+)?|Not a number)$/)
          expect(Number.isFinite(state.memory)).toBe(true)
        },
      ),
    ))

  it('knows the keys of a keyboard', () => {
    expect(['7', '*', '/', '-', 'Enter', 'Backspace', 'Delete', ','].map(calculatorKey)).toEqual(['7', '×', '÷', '−', '=', '⌫', 'C', '.'])
    expect(['a', 'Tab', 'F5', 'Escape'].map(calculatorKey)).toEqual([null, null, null, null])
  })
})
