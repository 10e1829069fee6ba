import { expect, test } from 'vitest'
import { inWords, nextMailAt } from './mail-delivery.ts'

const at = (time: string) => `2026-03-01T${time}.000Z`

test('the first mail goes out at once, the next a minute later', () => {
  expect(nextMailAt([], at('12:00:00'))).toBe(at('12:00:00'))
  expect(nextMailAt([at('12:00:00')], at('12:00:59'))).toBe(at('12:01:00'))
  expect(nextMailAt([at('12:00:00')], at('12:01:01'))).toBe(at('12:01:01'))
})

test('mails that already wait count too', () => {
  expect(nextMailAt([at('12:00:00'), at('12:01:00')], at('12:00:10'))).toBe(at('12:02:00'))
})

test('the sixth mail goes out a day after the first', () => {
  const five = ['08:00:00', '09:00:00', '10:00:00', '11:00:00', '12:00:00'].map(at)
  expect(nextMailAt(five, at('13:00:00'))).toBe('2026-03-02T08:00:00.000Z')
  expect(nextMailAt(five.slice(1), at('13:00:00'))).toBe(at('13:00:00'))
})

test.each([
  ['12:00:01', 'in 1 second'],
  ['12:00:42', 'in 42 seconds'],
  ['12:02:01', 'in 3 minutes'],
  ['15:00:01', 'in 4 hours'],
])('at noon, %s is %s', (time, words) => {
  expect(inWords(at(time), at('12:00:00'))).toBe(words)
})
