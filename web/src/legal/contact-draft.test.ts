import { expect, test } from 'vitest'
import { type ContactDraft, contactFaults } from './contact-draft.ts'

const draft: ContactDraft = { kind: 'question', name: 'Ben Ortiz', email: 'ben@example.com', message: 'Hello.', website: '' }

test('what is filled in as it should be has no fault', () => {
  expect(contactFaults(draft)).toEqual({})
})

test.each<[keyof ContactDraft, string, string]>([
  ['kind', '', 'Please choose what it is about'],
  ['name', ' ', 'Please tell us your name'],
  ['name', 'x'.repeat(121), 'Please use at most 120 characters'],
  ['email', 'ben@', 'Invalid email address'],
  ['message', '\n', 'Please write your message'],
  ['message', 'x'.repeat(5_001), 'Please use at most 5,000 characters'],
  ['website', 'http://example.com', 'Please leave this field empty'],
])('%s of "%.10s" is told: %s', (name, value, words) => {
  expect(contactFaults({ ...draft, [name]: value })).toEqual({ [name]: words })
})
