import { expect, test } from 'vitest'
import { describeTable, drawTable } from './table.ts'

const long = 'A fluid bolus, rapid transport, and no delay on scene <unless> the airway is at risk'
const rows = [
  ['Breath sounds', 'Equal', 'Absent on one side'],
  ['Field action', long, 'x'.repeat(120)],
]
const table = { kind: 'table' as const, caption: 'Why the pressure falls', columns: ['Finding', 'Tamponade', 'Pneumothorax'], rows }

test('every word is drawn, in lines no longer than a column, and higher for each line', () => {
  const { svg, height } = drawTable(table)
  const drawn = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map(([, words = '']) => words.replace('&lt;', '<').replace('&gt;', '>'))
  expect(drawn.slice(1).filter((words) => words.length > 37)).toEqual([])
  const letters = (texts: readonly string[]) => texts.join('').replaceAll(' ', '')
  const inOrder = letters([table.caption, ...table.columns, ...rows.flat()])
  expect(letters(drawn)).toBe(inOrder)
  expect(height).toBeGreaterThan(drawTable({ ...table, rows: rows.map((cells) => cells.map(() => 'Short')) }).height + 50)
})

test('is described row by row', () => {
  expect(describeTable({ ...table, rows: rows.slice(0, 1) })).toBe(
    'Why the pressure falls. Breath sounds: Tamponade, Equal; Pneumothorax, Absent on one side.',
  )
})
