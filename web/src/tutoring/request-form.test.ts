import { TutoringForm } from '@medicready/domain/contract/tutoring/forms'
import { expect, it } from 'vitest'
import type { User } from '../api/session.ts'
import { bodyOf, draftFor, fieldOf, type RequestDraft } from './request-form.tsx'

const user = {
  firstName: 'Ana',
  lastName: 'Ortiz',
  email: 'ana@example.org',
  phone: '+1 303 555 0100',
  paramedicProgram: 'Front Range',
  examDate: '2027-07-15',
} as User

const whole: RequestDraft = {
  ...draftFor(user),
  currentRole: 'paramedic_student',
  takenNREMTBefore: true,
  previousAttempts: '2',
  tutoringGoals: ' Pass the exam. ',
  struggleAreas: ['Trauma'],
  otherAreas: '12-lead ECGs, Trauma,, drug doses',
  preferredTimes: ['weekday_evenings'],
  preferredFormat: 'online',
  hasWebcamMic: true,
  wantsStudyPlan: false,
  interestedInBundle: true,
  agreesToTerms: true,
}

const faults = (draft: RequestDraft) => [...new Set(TutoringForm.safeParse(bodyOf(draft)).error?.issues.map(({ path }) => fieldOf(path)))]

it('starts with the data of the account and asks for the rest', () => {
  const draft = draftFor(user)
  expect(draft).toMatchObject({ fullName: 'Ana Ortiz', email: 'ana@example.org', currentProgram: 'Front Range' })
  expect(faults(draft)).toEqual([
    'currentRole',
    'tutoringGoals',
    'struggleAreas',
    'takenNREMTBefore',
    'preferredTimes',
    'preferredFormat',
    'hasWebcamMic',
    'wantsStudyPlan',
    'interestedInBundle',
    'agreesToTerms',
  ])
})

it('sends each field as the contract has it, and each area once', () => {
  expect(faults(whole)).toEqual([])
  expect(TutoringForm.parse(bodyOf(whole))).toMatchObject({
    tutoringGoals: 'Pass the exam.',
    struggleAreas: ['Trauma', '12-lead ECGs', 'drug doses'],
    previousAttempts: 2,
    currentProgram: 'Front Range',
  })
  expect(bodyOf({ ...whole, takenNREMTBefore: false }).previousAttempts).toBeNull()
})

it.each<[keyof RequestDraft, Partial<RequestDraft>]>([
  ['fullName', { fullName: ' ' }],
  ['fullName', { fullName: 'x'.repeat(122) }],
  ['email', { email: 'ana@' }],
  ['phoneNumber', { phoneNumber: 'call me' }],
  ['phoneNumber', { phoneNumber: '', preferredContactMethod: 'text' }],
  ['previousAttempts', { previousAttempts: '0' }],
  ['previousAttempts', { previousAttempts: 'many' }],
  ['tutoringGoals', { tutoringGoals: 'x'.repeat(2001) }],
  ['struggleAreas', { struggleAreas: [], otherAreas: ' , ' }],
  ['struggleAreas', { otherAreas: Array.from({ length: 21 }, (_, place) => `area ${place}`).join(',') }],
  ['otherAreas', { otherAreas: 'x'.repeat(81) }],
  ['preferredTimes', { preferredTimes: [] }],
  ['additionalNotes', { additionalNotes: 'x'.repeat(2001) }],
])('shows a fault at %s of %o', (name, changed) => {
  expect(faults({ ...whole, ...changed })).toEqual([name])
})

it('asks for a phone number while other questions are unanswered', () => {
  expect(faults({ ...draftFor(user), phoneNumber: '', preferredContactMethod: 'text' })).toContain('phoneNumber')
})
