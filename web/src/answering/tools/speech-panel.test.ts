import { expect, it } from 'vitest'
import { spokenQuestion } from './speech-panel.tsx'

it('is the case, the stem in sentences, and each choice with its letter', () => {
  expect(
    spokenQuestion({
      scenario: { part: 1, of: 2, patient: 'A rider fell.' },
      stem: 'He is pale. His pulse is 130, and he weighs 70.5 kg.\nWhat comes first?',
      item: {
        kind: 'multiple_choice',
        options: [
          { id: 'a', text: 'Tourniquet' },
          { id: 'b', text: 'Oxygen' },
        ],
      },
    }),
  ).toEqual([
    'A rider fell.',
    'He is pale.',
    'His pulse is 130, and he weighs 70.5 kg.',
    'What comes first?',
    'A. Tourniquet.',
    'B. Oxygen.',
  ])
})

it('adds instructions unless one choice is asked for', () => {
  const question = { scenario: null, stem: 'Which?' }
  expect(spokenQuestion({ ...question, item: { kind: 'multiple_response', choose: 2, options: [{ id: 'a', text: 'One' }] } })).toEqual([
    'Which?',
    'Choose 2.',
    'A. One.',
  ])
  expect(spokenQuestion({ ...question, item: { kind: 'fill_in_blank', unit: 'mL/hr' } })).toEqual(['Which?', 'Enter a number in mL/hr.'])
})
