import { tutoringCalls } from '@medicready/domain/contract/tutoring/tutoring'
import { expect, it } from 'vitest'
import { type ApplicationDraft, bodyOf, emptyApplication, faultsOf } from './application-draft.ts'

const { body } = tutoringCalls['POST /api/tutors/applications']
const today = '2026-11-22'
const whole: ApplicationDraft = {
  certificationNumber: ' M5012345 ',
  certifiedUntil: today,
  yearsOfExperience: '2',
  weeklyHours: '5',
  about: 'Field training officer.',
  agreesToBackgroundCheck: true,
}

it('takes who fulfils the requirements, and asks everybody for each of them', () => {
  expect(faultsOf(whole, today)).toEqual({})
  expect(body.parse(bodyOf(whole))).toMatchObject({ certificationNumber: 'M5012345', weeklyHours: 5 })
  expect(Object.keys(faultsOf(emptyApplication, today))).toEqual(Object.keys(emptyApplication).toSorted(asShown))
})

const shown = ['certificationNumber', 'certifiedUntil', 'yearsOfExperience', 'weeklyHours', 'about', 'agreesToBackgroundCheck']
const asShown = (one: string, other: string) => shown.indexOf(one) - shown.indexOf(other)

it.each<[keyof ApplicationDraft, Partial<ApplicationDraft>]>([
  ['yearsOfExperience', { yearsOfExperience: '1' }],
  ['yearsOfExperience', { yearsOfExperience: '2.5' }],
  ['weeklyHours', { weeklyHours: '4' }],
  ['about', { about: ' ' }],
])('tells a fault of %s where the server would refuse it: %o', (name, changed) => {
  const draft = { ...whole, ...changed }
  expect(Object.keys(faultsOf(draft, today))).toEqual([name])
  expect(body.safeParse(bodyOf(draft)).success).toBe(false)
})

it('tells of a certification that has expired', () => {
  expect(faultsOf({ ...whole, certifiedUntil: '2026-11-21' }, today)).toEqual({
    certifiedUntil: 'Tutors need a paramedic certification that is valid today',
  })
})
