import { expect, test } from 'vitest'
import type { QuestionContent } from './content/content.ts'
import { multipleChoice } from './content/item.ts'
import { doseFaults, doseRules, doseStatements, dosesWithoutUnit, wrongSums } from './doses.ts'

const asked = (
  {
    correctAnswer = 'Oxygen',
    ...said
  }: Partial<Pick<QuestionContent, 'stem' | 'explanation' | 'clinicalPearl'>> & { correctAnswer?: string },
  ageGroup: QuestionContent['tags']['ageGroup'] = 'adult',
): QuestionContent => ({
  module: 'Pharmacology & Medication Administration',
  stem: 'What should you give?',
  picture: null,
  scenario: null,
  explanationPicture: null,
  item: multipleChoice(correctAnswer, [
    { text: 'Epinephrine 5 mg IV', rationale: 'Ten times too much, which is what makes it a distractor.' },
    { text: 'Rest', rationale: 'It does not help.' },
    { text: 'Water', rationale: 'It does not help.' },
  ]),
  explanation: 'It helps.',
  clinicalPearl: 'It helps.',
  references: [],
  difficulty: 'easy',
  bloomsLevel: 'apply',
  guideline: { name: 'Guideline', year: 2022 },
  tags: { domain: 'Trauma', subTopic: 'Shock', ageGroup, judgmentStep: null },
  ...said,
})

const faults = (...question: Parameters<typeof asked>) => doseFaults(asked(...question)).map(({ kind }) => kind)

test.each<[string, Parameters<typeof asked>]>([
  ['an adult dose', [{ stem: 'An adult is in anaphylaxis.', correctAnswer: 'Epinephrine 0.3 mg IM' }]],
  ['a range', [{ stem: 'Hives after a sting.', explanation: 'Epinephrine 0.3 to 0.5 mg IM constricts vessels.' }]],
  ['another unit of the same amount', [{ stem: 'Trauma with shock.', correctAnswer: 'Tranexamic acid 1 g IV' }]],
  ['a dose by weight', [{ stem: 'A child in cardiac arrest.', explanation: 'Epinephrine is given at 0.01 mg/kg.' }, 'child']],
  ['what a dose comes to at the weight', [{ stem: 'A 15-kg boy in cardiac arrest.', correctAnswer: 'Epinephrine 0.15 mg IV' }, 'child']],
  ['a dose whose drug stands in the stem', [{ stem: 'You want to give atropine. HR 38, AV block.', correctAnswer: '1 mg IV' }]],
  ['a dose whose drug stands in the sentence before', [{ explanation: 'Adenosine is next. The first dose is 6 mg.' }]],
  ['a maximum', [{ stem: 'Bradycardia.', explanation: 'Atropine 1 mg is repeated to a total of 3 mg.' }]],
  ['energy', [{ stem: 'Ventricular fibrillation.', explanation: 'The first shock is 2 J/kg.' }, 'child']],
  ['a synchronized shock', [{ stem: 'A child with SVT.', clinicalPearl: 'Synchronize and shock at 0.5 to 1 J/kg.' }, 'child']],
  [
    'what energy comes to at the weight',
    [{ stem: 'A 20-kg girl in ventricular fibrillation. The first shock failed.', correctAnswer: '80 J' }, 'child'],
  ],
  [
    'an endotracheal dose',
    [{ stem: 'A child in cardiac arrest.', explanation: 'The endotracheal dose of epinephrine is 0.1 mg/kg.' }, 'child'],
  ],
  ['a concentration, which is no dose', [{ stem: 'Croup.', explanation: 'The epinephrine vial holds 30 mg in 30 mL, or 1 mg/mL.' }]],
  ['a warning', [{ stem: 'Anaphylaxis.', explanation: 'Epinephrine 1 mg by rapid IV push may cause lethal dysrhythmia.' }]],
  ['a distractor that is wrong on purpose', [{ stem: 'Anaphylaxis.' }]],
  ['a figure without any drug', [{ stem: 'How is half a milligram written?', correctAnswer: '0.5 mg' }]],
])('accepts %s', (_, question) => {
  expect(faults(...question)).toEqual([])
})

test.each<[string, Parameters<typeof asked>]>([
  ['ten times the dose', [{ stem: 'Anaphylaxis.', correctAnswer: 'Epinephrine 3 mg IM' }]],
  ['the dose of another indication', [{ stem: 'Hives and wheezes after a sting.', correctAnswer: 'Epinephrine 1 mg IV push' }]],
  ['the wrong route', [{ stem: 'Anaphylaxis.', correctAnswer: 'Epinephrine 0.3 mg IV' }]],
  ['the wrong unit', [{ stem: 'Pain after a fracture.', correctAnswer: 'Fentanyl 50 mg IV' }]],
  ['a range that goes too far', [{ stem: 'Anaphylaxis.', explanation: 'Epinephrine 0.3 to 0.9 mg IM helps.' }]],
  ['an adult dose for a child', [{ stem: 'A 15-kg boy in cardiac arrest.', correctAnswer: 'Epinephrine 1 mg IV' }, 'child']],
  ['a dose by weight that is wrong', [{ stem: 'A child with SVT.', clinicalPearl: 'Adenosine starts at 1 mg/kg.' }, 'child']],
  ['a product that is wrong', [{ stem: 'A 20-kg girl with SVT.', explanation: 'At 0.1 mg/kg she needs 8 mg of adenosine.' }, 'child']],
  ['too much energy', [{ stem: 'A child with SVT.', explanation: 'Synchronized cardioversion starts at 4 J/kg.' }, 'child']],
  [
    'a dose that only the endotracheal route has',
    [{ stem: 'A child in cardiac arrest.', explanation: 'Epinephrine is given at 0.1 mg/kg.' }, 'child'],
  ],
  [
    'the dose of an indication that is mentioned in passing',
    [{ stem: 'A fracture with severe pain.', explanation: 'Ketamine 2 mg/kg IV helps.', clinicalPearl: 'High doses are for induction.' }],
  ],
  [
    'a first shock at an energy of cardioversion',
    [{ stem: 'A child in ventricular fibrillation.', clinicalPearl: 'Defibrillation starts at 0.5 J/kg.' }, 'child'],
  ],
  ['too large a bolus', [{ stem: 'A child in shock.', explanation: 'A bolus of 40 mL/kg of crystalloid is given.' }, 'child']],
  ['too fast a rate', [{ stem: 'Low blood pressure.', explanation: 'Norepinephrine starts at 10 mcg/kg/min.' }]],
])('finds %s', (_, question) => {
  expect(faults(...question)).toContain('outside')
})

test('finds a drug without a source, even next to one with a source', () => {
  expect(faults({ correctAnswer: 'Give nebivolol 5 mg by mouth' })).toEqual(['unknown'])
  expect(faults({ explanation: 'Unlike aspirin, nebivolol 5 mg slows the pulse.' })).toEqual(['unknown'])
})

test('an amount belongs to the drug next to it', () => {
  const drugs = (text: string) => doseStatements(text).map((stated) => stated.drugs)
  expect(drugs('Amiodarone 300 mg or lidocaine 1 mg/kg')).toEqual([['amiodarone'], ['lidocaine']])
  expect(drugs('Give 1 mg of epinephrine, not norepinephrine')).toEqual([['epinephrine']])
  expect(drugs('Give 15 to 25 g of oral glucose')).toEqual([['oral glucose']])
})

test.each([
  '15 kg × 0.01 mg/kg = 0.15 mg',
  '400 mg ÷ 250 mL = 1.6 mg/mL',
  '500 mL × 10 drops/mL ÷ 120 min = 41.7 drops/min',
  '80 kg × 0.1 mcg/kg = 8 mcg',
  '510 ÷ 600 = 85%',
])('%s is correct', (sum) => {
  expect(wrongSums(sum)).toEqual([])
})

test('a wrong sum is found', () => {
  expect(wrongSums('So 15 kg × 0.01 mg/kg = 0.25 mg.')).toEqual(['15 kg × 0.01 mg/kg = 0.25'])
  expect(wrongSums('70 ÷ 50 = 1.2')).toHaveLength(1)
})

test('an amount without a unit is found', () => {
  expect(dosesWithoutUnit('Epinephrine 0.3 IM')).toEqual(['Epinephrine 0.3'])
  expect(dosesWithoutUnit('Epinephrine 0.3 mg IM, dextrose 10%, amiodarone 150 to 300 mg, albuterol 4 puffs')).toEqual([])
})

test('every rule has a valid range, a route, and a source with its year', () => {
  for (const { dose, routes, source } of doseRules) {
    expect(dose[0]).toBeGreaterThan(0)
    expect(dose[1]).toBeGreaterThanOrEqual(dose[0])
    expect(routes).not.toHaveLength(0)
    expect(source).toMatch(/\b20\d\d\b/)
  }
})
