import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import type { Fact } from '@medicready/domain/events'
import { expect, test } from 'vitest'
import { given } from '../../testing/given.ts'
import { users } from './users.ts'

const userId = '00000000-0000-4000-8000-000000001001'
const leaving: Fact = { type: 'DeletionRequested', data: { userId, eraseAt: '2026-03-08T12:00:00.000Z' } }
const erased: Fact = { type: 'AccountErased', data: { userId } }
const life = (person: {
  email: string | null
  firstName: string | null
  lastName: string | null
  phone: string | null
  paramedicProgram: string | null
  examDate: string | null
}) => {
  const { email, firstName, lastName, phone, paramedicProgram, examDate } = person
  const settings = { showCorrectAnswers: false, dailyEmailEnabled: true, dailyEmailTime: '07:30', timeZone: 'America/Denver' }
  return [
    accountRegistered(userId, { email, firstName, lastName }),
    emailVerified(userId, { firstName, lastName, timeZone: 'UTC' }),
    { type: 'ProfileChanged', data: { userId, firstName, lastName, phone } },
    { type: 'BackgroundTold', data: { userId, firstLanguage: paramedicProgram === null ? null : 'spanish', paramedicProgram } },
    { type: 'SettingsChanged', data: { userId, ...settings, examDate, timeZoneChangedAt: null, calmMode: true, showOnLeaderboard: false } },
  ] satisfies Fact[]
}
const ana = {
  email: 'ana@example.com',
  firstName: 'Ana',
  lastName: 'Silva',
  phone: '+1 303 555 0100',
  paramedicProgram: 'Front Range',
  examDate: '2026-09-01',
}
const noOne = { email: null, firstName: null, lastName: null, phone: null, paramedicProgram: null, examDate: null }

test('an account is marked for deletion until its owner cancels', async () => {
  await given(users, [...life(ana), leaving]).leaves({ users: [{ erase_at: '2026-03-08T12:00:00.000Z' }] })
  await given(users, [...life(ana), leaving, { type: 'DeletionCancelled', data: { userId } }]).leaves({ users: [{ erase_at: null }] })
})

test('an erased user leaves the same row whether or not their facts were readable when folded', async () => {
  const live = await given(users, [...life(ana), leaving, erased]).rows()
  const told = { first_name: null, last_name: null, phone: null, first_language: null, paramedic_program: null, exam_date: null }
  expect(live.users).toMatchObject([{ email: null, ...told, erase_at: null }])
  expect(await given(users, life(ana)).rows()).toMatchObject({ users: [{ first_language: 'spanish', paramedic_program: 'Front Range' }] })
  expect(await given(users, [...life(noOne), leaving, erased]).rows()).toEqual(live)
})
