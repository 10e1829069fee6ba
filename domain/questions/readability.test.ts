import { expect, test } from 'vitest'
import { gradeLevel, sentencesOf, syllablesOf, wordsOf } from './readability.ts'

test.each([
  ['epinephrine', 4],
  ['breathing', 2],
  ['exhausted', 3],
  ['table', 2],
  ['pale', 1],
  ['years', 1],
  ['used', 1],
  ['IV', 1],
  ["patient's", 2],
  ['nurse’s', 1],
  ['Airway', 2],
  ['ALOC', 1],
  ['AEDs', 1],
  ['EtCO2', 1],
  ['oxygen', 3],
  ['yes', 1],
])('%s has %i syllables', (word, syllables) => {
  expect(syllablesOf(word)).toBe(syllables)
})

test('a figure and its unit are one word', () => {
  expect(wordsOf('BP is 92/50 mm Hg, SpO2 94%, and pulse 110 beats/min')).toHaveLength(8)
})

test('decimals and abbreviations do not end a sentence', () => {
  expect(sentencesOf('At 8 a.m. he took 0.5 mg. Now he sleeps. "Wake up!" What is next?')).toHaveLength(4)
})

test('punctuation alone is no sentence and no words', () => {
  expect(sentencesOf('He is pale. "...')).toEqual(['He is pale. "...'])
  expect(sentencesOf('He is pale.  Why?')).toEqual(['He is pale.', 'Why?'])
  expect(sentencesOf('...')).toEqual([])
  expect(sentencesOf('12. 13?')).toEqual(['12.', '13?'])
  expect(wordsOf('... !')).toEqual([])
})

test('short plain sentences need fewer years of school than long complex ones', () => {
  const plain = gradeLevel('The man is pale. He does not speak. What do you do?')
  const learned = gradeLevel(
    'Considering the pathophysiological interrelationship of hypoventilation and hypercapnia, which physiological compensatory mechanism predominantly characterizes deterioration?',
  )
  expect(plain).toBeLessThan(3)
  expect(learned).toBeGreaterThan(20)
  expect(gradeLevel('')).toBe(0)
})

test('the grade follows the formula', () => {
  // Two sentences, six words, six syllables.
  expect(gradeLevel('The man sat. He was pale.')).toBeCloseTo(0.39 * 3 + (11.8 * 6) / 6 - 15.59, 5)
})
