import { NewQuestion } from '@medicready/domain/contract/questions/admin-forms'
import type { DoubtedQuestionInFull } from '@medicready/domain/contract/questions/review-requests'
import { askedItem, type ItemOf, itemKinds } from '@medicready/domain/questions/content/item'
import { Picture } from '@medicready/domain/questions/content/picture'
import { schematicExamples } from '@medicready/domain/questions/content/schematic-examples'
import { guidelineYears } from '@medicready/domain/questions/shown/terms'
import { expect, it } from 'vitest'
import { blankItem, type ContentDraft, contentOf, draftOf, fieldOf, refusedFields } from './content-draft.ts'
import { blankPicture, drawingOf, imageOf, parameterFrom, parametersOf, schematicSubjects, steadyTrends } from './picture-draft.ts'

const item: ItemOf<'multiple_choice'> = {
  kind: 'multiple_choice',
  options: [
    { id: 'a', text: 'Bradycardia', rationale: 'A late sign.' },
    { id: 'b', text: 'Anuria', rationale: 'A late sign.' },
    { id: 'c', text: 'Narrowed pulse pressure', rationale: null },
    { id: 'd', text: 'Hypotension', rationale: 'Comes with decompensation.' },
  ],
  key: 'c',
}
const content: DoubtedQuestionInFull['content'] = {
  module: 'Trauma',
  stem: 'Which finding comes first?',
  picture: null,
  scenario: null,
  explanationPicture: null,
  item,
  explanation: 'Vasoconstriction raises the diastolic pressure.',
  clinicalPearl: 'Watch the pulse pressure.',
  references: ['PHTLS, 10th edition, 2023', 'NAEMT, 2024'],
  difficulty: 'moderate',
  bloomsLevel: 'understand',
  guideline: { name: 'PHTLS', year: 2023 },
  tags: { domain: 'Trauma', subTopic: 'Shock', ageGroup: 'adult', judgmentStep: null },
}

const draftErrors = (draft: ContentDraft) => {
  const issues = NewQuestion.safeParse({ content: contentOf(draft) }).error?.issues ?? []
  return refusedFields(issues.map(({ path, message }) => ({ path: path.join('.'), message }))).fields
}

it('comes out of the form as it went in', () => {
  expect(contentOf(draftOf(content))).toEqual(content)
  expect(contentOf({ ...draftOf(content), references: ' PHTLS, 2023 \n\n  NAEMT, 2024\n' }).references).toEqual([
    'PHTLS, 2023',
    'NAEMT, 2024',
  ])
})

it('says which fields are empty before anything is sent', () => {
  expect(draftErrors(draftOf(content))).toEqual({})
  const emptied = {
    ...draftOf(content),
    stem: '  ',
    guidelineYear: 'soon',
    item: { ...item, options: item.options.map((option) => (option.rationale === 'A late sign.' ? { ...option, text: '' } : option)) },
  }
  expect(Object.keys(draftErrors(emptied)).sort()).toEqual(['guideline.year', 'item.options.0.text', 'item.options.1.text', 'stem'])
})

it('requires alt text for an uploaded image, but not for a generated drawing', () => {
  const image = { kind: 'image', hash: 'a'.repeat(64), mediaType: 'image/png', width: 640, height: 480, alt: ' ' } as const
  const drawn = { kind: 'capnogram', pattern: 'normal', rate: null, etco2: null, seed: 1, alt: null } as const
  expect(draftErrors({ ...draftOf(content), picture: image, explanationPicture: drawn })).toEqual({
    'picture.alt': 'This field is required',
  })
  expect(draftErrors({ ...draftOf(content), picture: drawn, explanationPicture: { ...image, alt: 'A scale.' } })).toEqual({})
})

it('shows errors in the alt text at its field, and all others at the picture', () => {
  const paths = ['picture', 'picture.hash', 'picture.alt', 'explanationPicture.figures.spo2', 'explanationPicture.alt']
  expect(paths.map(fieldOf)).toEqual(['picture', 'picture', 'picture.alt', 'explanationPicture', 'explanationPicture.alt'])
  const ofTrends = ['picture.trends.minutes', 'picture.trends.spo2', 'explanationPicture.trends.spo2.3', 'picture.trends']
  expect(ofTrends.map(fieldOf)).toEqual(['picture.trends.minutes', 'picture.trends.spo2', 'explanationPicture.trends.spo2', 'picture'])
})

it('says which row of the trends of a monitor cannot be shown, as the service would', () => {
  const monitor = blankPicture('monitor')
  if (monitor.kind !== 'monitor') throw new Error('The picture is of another kind.')
  const trends = steadyTrends(monitor.figures)
  const errorsOf = (changed: Partial<typeof trends>) => {
    const picture = { ...monitor, trends: { ...trends, ...changed } }
    const errors = draftErrors({ ...draftOf(content), picture })
    expect(Picture.safeParse(picture).success).toBe(Object.keys(errors).length === 0)
    return errors
  }
  expect(trends).toMatchObject({ minutes: 15, heartRate: ['80', '80'], etco2: null })
  expect(errorsOf({})).toEqual({})
  expect(errorsOf({ minutes: 240, spo2: null, respirations: Array(12).fill('16') })).toEqual({})
  expect(errorsOf({ minutes: 0, spo2: ['97'], heartRate: Array(13).fill('80'), bloodPressure: ['120/80', 'not measured'] })).toEqual({
    'picture.trends.minutes': 'Please enter whole minutes from 1 to 240',
    'picture.trends.spo2': 'Please enter 2 to 12 values, or none',
    'picture.trends.heartRate': 'Please enter 2 to 12 values, or none',
  })
  expect(errorsOf({ bloodPressure: ['120/80', 'never measured'] })).toEqual({
    'picture.trends.bloodPressure': 'A value can have at most 12 characters',
  })
})

it('has a URL without the alt text, so that it is not reloaded with every letter', () => {
  const kept = { hash: 'a'.repeat(64), mediaType: 'image/png', width: 640, height: 480 } as const
  expect(drawingOf(imageOf(kept, ''))).toBe(drawingOf(imageOf(kept, 'A scale of pupils.')))
})

it.each(itemKinds)('converts a %s to form fields and back, and reports the empty fields of a new one', (kind) => {
  const blank = blankItem(kind)
  const draft = { ...draftOf(content), item: blank }
  const empty = Object.keys(draftErrors(draft))
  expect(empty.length).toBeGreaterThan(2)
  for (const path of empty) expect(path).toMatch(/^item\.(?:\w+\.\d+\.(?:text|rationale|value)|unit|value)$/)
  expect(askedItem(contentOf(draft).item).kind).toBe(kind)
})

it('reads a number and its unit from the fields, and rejects other text', () => {
  const figure = {
    kind: 'fill_in_blank',
    unit: 'mL/h',
    value: 30,
    tolerance: 0.5,
    errors: [
      { value: 3, rationale: 'A place too few.' },
      { value: 300, rationale: 'A place too many.' },
    ],
  } satisfies ItemOf<'fill_in_blank'>
  const draft = draftOf({ ...content, item: figure })
  expect(contentOf(draft).item).toEqual(figure)
  if (draft.item.kind !== 'fill_in_blank') throw new Error('The draft is of another kind.')
  expect(draftErrors({ ...draft, item: { ...draft.item, value: 'thirty' } })).toEqual({
    'item.value': 'Please enter only a number, such as 0.5',
  })
})

it('takes the years that the service takes', () => {
  const yearError = (guidelineYear: string) => draftErrors({ ...draftOf(content), guidelineYear })['guideline.year']
  const { min, max } = guidelineYears
  for (const year of [`${min}`, '2008', ' 2025 ', `${max}`]) expect(yearError(year), year).toBeUndefined()
  for (const year of [`${min - 1}`, `${max + 1}`, '', '20', '2e3', '2008.5', '-2008'])
    expect(yearError(year), year).toBe('Please enter a year, such as 2025')
})

it('shows each error at its field, and general ones above', () => {
  expect(
    refusedFields([
      { path: 'content.stem', message: 'too long' },
      { path: 'content.references.1', message: 'is not valid' },
      { path: 'content.item.options.1.text', message: 'too long' },
      { path: 'content.item', message: 'the key must name an option' },
      { path: 'content', message: 'unit missing: heart rate' },
    ]),
  ).toEqual({
    fields: { stem: 'Too long', references: 'Is not valid', 'item.options.1.text': 'Too long' },
    general: ['The key must name an option', 'Unit missing: heart rate'],
  })
})

it('the parameters of every schematic drawing can be typed as they are shown', () => {
  expect(schematicSubjects.length).toBeGreaterThan(0)
  for (const shows of Object.values(schematicExamples))
    for (const [, value] of parametersOf(shows)) if (typeof value !== 'boolean') expect(parameterFrom(String(value), value)).toEqual(value)
  expect(parameterFrom('wide', 4)).toBe('wide')
})
