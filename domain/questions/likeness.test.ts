import { expect, test } from 'vitest'
import { multipleChoice } from './content/item.ts'
import { type Compared, likenesses, questionIndex } from './similarity.ts'

const wrong = ['Rest', 'Ice', 'Heat'].map((text) => ({ text, rationale: `${text} does not help here.` }))
const asked = (stem: string, right: string, scenario: Compared['scenario'] = null): Compared => ({
  stem,
  scenario,
  item: multipleChoice(right, wrong),
})
const inSet = (part: number, stem: string, right: string, set = 'bees') =>
  asked(stem, right, { set, part, of: 3, patient: 'A keeper of bees is stung at the edge of a forest far from any road.' })

const long = 'Whom do you tell that the patient comes, how soon, and what does the receiving hospital have to make ready until then?'
const hornet = 'A hornet stings a cook behind the inn, and hives come up.'
const first = asked(`${hornet} Which drug comes first?`, 'Epinephrine')

test('the same case with another question is found, separately from the same question', () => {
  const index = questionIndex([first])
  expect(likenesses(first, index).map(({ of }) => of)).toEqual(['question'])
  const other = asked(`${hornet} ${long}`, 'The emergency department')
  expect(likenesses(other, index)).toMatchObject([{ of: 'case', index: 0, similarity: 1 }])
})

test('another case is another question, and a question without a case matches none', () => {
  const index = questionIndex([first, asked('Which nerve moves the diaphragm?', 'The phrenic nerve')])
  expect(likenesses(asked('A child falls from a swing onto one hand. Which bone is hurt most often?', 'The radius'), index)).toEqual([])
  expect(likenesses(asked('Which vessel leaves the left ventricle?', 'The aorta'), index)).toEqual([])
})

test('parts of a set share a patient, and another set on that patient repeats the case', () => {
  const opening = inSet(1, 'Which sign of the airway counts more than all that the skin shows?', 'A hoarse voice')
  const index = questionIndex([opening])
  expect(likenesses(opening, index)).toEqual([])
  expect(likenesses(inSet(1, long, 'The emergency department', 'wasps'), index)).toMatchObject([{ of: 'case' }])
})
