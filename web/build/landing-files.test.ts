import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { landingFiles, readBank } from './landing-files.ts'

const files = landingFiles(readBank())

test.each(Object.keys(files))('%s says what the bank holds; if this fails, run "npm run landing"', (name) => {
  expect(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')).toBe(files[name])
})

test('the page does not contain the answers of the sample questions', () => {
  expect(files['src/landing/samples.json']).not.toMatch(/"(?:key|keys|marks|order|rationale|explanation|references)"/)
})
