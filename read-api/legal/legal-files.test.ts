import { newestLegalTexts } from '@medicready/platform/legal/read-legal-text'
import { unzipSync } from 'fflate'
import { afterEach, expect, test } from 'vitest'
import { LegalFiles } from './legal-files.ts'
import { legalPdf } from './legal-pdf.ts'
import type { Edition } from './published-policies.ts'

const publicUrl = 'https://medicready.example'
const texts = newestLegalTexts().slice(0, 2)
const editions = texts.map(({ id, version, title, description, lastUpdated, effectiveDate }): Edition => {
  const dates = { last_updated: lastUpdated, effective_date: effectiveDate }
  return { document: id, version, title, description, changes: '', standing: 'current', ...dates }
})
const [edition, other] = editions as [Edition, Edition]

let asked: string[] = []
let files: LegalFiles
const start = (textOf: ConstructorParameters<typeof LegalFiles>[0]) => {
  asked = []
  files = new LegalFiles((wanted) => {
    asked.push(wanted.document)
    return textOf(wanted)
  }, publicUrl)
}
const textOf = async ({ document }: Edition) => {
  const text = texts.find(({ id }) => id === document)
  if (!text) throw new Error(`There is no ${document}`)
  return text
}
afterEach(() => files.close())

test('concurrent requests for a new version create it once, and the ZIP reuses existing files', async () => {
  start(textOf)
  const made = await Promise.all(Array.from({ length: 20 }, () => files.pdf(edition)))
  expect(new Set(made).size).toBe(1)
  expect(made[0]?.bytes.equals(await legalPdf(await textOf(edition), publicUrl))).toBe(true)
  const [one, again] = await Promise.all([files.zip(editions), files.zip(editions)])
  expect(one).toBe(again)
  const held = unzipSync(one.bytes)
  expect(Object.keys(held)).toHaveLength(2)
  expect(made[0]?.bytes.equals(held[made[0].name] ?? Buffer.alloc(0))).toBe(true)
  expect(asked).toEqual([edition.document, other.document])
})

test('a file that could not be created is tried again on the next request', async () => {
  let isThere = false
  start((wanted) => (isThere ? textOf(wanted) : Promise.reject(new Error('not now'))))
  await expect(files.pdf(edition)).rejects.toThrow('not now')
  isThere = true
  expect((await files.pdf(edition)).bytes.subarray(0, 4).toString()).toBe('%PDF')
})
