import { expect, test } from 'vitest'
import type { BankQuestion } from './content/content.ts'
import { questionContent } from './content/testing/question-content.ts'
import { citationOf, referenceFaults, references, titleOf, workCited } from './references.ts'

const guidelines = 'NASEMSO National Model EMS Clinical Guidelines, Version 3.0, 2022'
const resting = (
  citations: readonly string[],
  guideline = { name: 'NASEMSO National Model EMS Clinical Guidelines, Version 3.0', year: 2022 },
) => referenceFaults([{ id: 'trauma-001', ...questionContent({ references: [...citations], guideline }) } satisfies BankQuestion])

test('the list has each work once, and includes every replacement', () => {
  const citations = references.map(citationOf)
  expect(new Set(citations).size).toBe(citations.length)
  for (const { supersededBy } of references) if (supersededBy !== null) expect(citations).toContain(supersededBy)
  expect(references.map(({ name, year }) => [name, year])).toEqual(
    references.toSorted((one, other) => (one.name.toLowerCase() < other.name.toLowerCase() ? -1 : 1)).map(({ name, year }) => [name, year]),
  )
})

test('a citation names a whole work or a part of it', () => {
  for (const reference of references) {
    expect(workCited(citationOf(reference))).toBe(reference)
    expect(workCited(`${citationOf(reference)}: Airway Management`)).toBe(reference)
    expect(citationOf(reference).startsWith(titleOf(reference))).toBe(true)
  }
  expect(workCited('Ship and Shore Medicine, 2020')).toBeUndefined()
  expect(workCited('NASEMSO National Model EMS Clinical Guidelines')).toBeUndefined()
})

test('a question cites listed, current works, and not only textbooks', () => {
  expect(resting([guidelines])).toEqual([])
  expect(resting([guidelines, 'Ship and Shore Medicine, 2020'])).toEqual([
    'trauma-001 is not in the list of references: Ship and Shore Medicine, 2020',
  ])
  expect(resting([guidelines, 'ADA Standards of Care in Diabetes, 2024'])).toEqual([
    'trauma-001 rests on a superseded edition: ADA Standards of Care in Diabetes, 2024, now ADA Standards of Care in Diabetes, 2026',
  ])
  const textbook = { name: "Nancy Caroline's Emergency Care in the Streets, 9th edition", year: 2023 }
  expect(resting([`${textbook.name}, ${textbook.year}`], textbook)).toEqual(['trauma-001 has no primary source'])
  expect(resting([guidelines], textbook)).toEqual([`trauma-001 does not cite its guideline: ${textbook.name}, 2023`])
})
