import { expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { ContactMessage } from './legal/forms.ts'
import { TutorApplication } from './tutoring/forms.ts'

const messages = (schema: z.core.$ZodType, fields: object) =>
  Object.fromEntries((z.safeParse(schema, fields).error?.issues ?? []).map(({ path, message }) => [path[0], message]))

const contact = { kind: 'question', name: 'Ben Ortiz', email: 'ben@example.com', message: 'Hello.', website: '' }

test('a complete message to the team has no fault', () => {
  expect(messages(ContactMessage, contact)).toEqual({})
})

test.each<[keyof typeof contact, string, string]>([
  ['kind', '', 'Please choose what it is about'],
  ['name', ' ', 'Please tell us your name'],
  ['name', 'x'.repeat(121), 'Please use at most 120 characters'],
  ['email', 'ben@', 'Invalid email address'],
  ['message', '\n', 'Please write your message'],
  ['message', 'x'.repeat(5_001), 'Please use at most 5,000 characters'],
  ['website', 'http://example.com', 'Please leave this field empty'],
])('%s of "%.10s" gets: %s', (name, value, words) => {
  expect(messages(ContactMessage, { ...contact, [name]: value })).toEqual({ [name]: words })
})

const application = {
  certificationNumber: ' M5012345 ',
  certifiedUntil: '2026-11-22',
  yearsOfExperience: 2,
  weeklyHours: 5,
  about: 'Field training officer.',
  agreesToBackgroundCheck: true,
}

it('accepts an application that meets the requirements, and checks each of them', () => {
  expect(TutorApplication.parse(application)).toMatchObject({ certificationNumber: 'M5012345', weeklyHours: 5 })
  const empty = { certificationNumber: '', certifiedUntil: '', yearsOfExperience: Number.NaN, weeklyHours: Number.NaN, about: ' ' }
  expect(messages(TutorApplication, { ...empty, agreesToBackgroundCheck: false })).toEqual({
    certificationNumber: 'Please enter the number of your current paramedic certification',
    certifiedUntil: 'Please enter the date your certification expires',
    yearsOfExperience: 'Tutors need at least two years of field experience',
    weeklyHours: 'Tutors offer at least five hours a week',
    about: 'Please tell us about your experience',
    agreesToBackgroundCheck: 'Please agree to a background check',
  })
})

it.each([{ yearsOfExperience: 1 }, { yearsOfExperience: 2.5 }, { weeklyHours: 4 }, { about: ' ' }])('refuses %o', (changed) => {
  expect(Object.keys(messages(TutorApplication, { ...application, ...changed }))).toEqual(Object.keys(changed))
})
