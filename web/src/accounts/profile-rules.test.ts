import { profileCalls } from '@medicready/domain/contract/accounts/profile'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { profileErrors } from './profile-rules.ts'

const { phone: serverPhone } = profileCalls['PATCH /api/user/profile'].body.shape
const names = { firstName: 'Ana', lastName: 'Ortiz' }

it('judges phone numbers as the server does, in its words', () => {
  const almostPhones = fc.oneof(
    fc.string({ unit: fc.constantFrom('1', '5', '0', '+', ' ', '-', '(', ')', '.', '/', 'x', 'a'), minLength: 1, maxLength: 35 }),
    fc.integer({ min: 1, max: 40 }).map((length) => '3'.repeat(length)),
  )
  fc.assert(
    fc.property(almostPhones, (typed) => {
      fc.pre(typed.trim() !== '')
      const told = serverPhone.safeParse(typed).error?.issues[0]?.message
      expect(profileErrors({ ...names, phone: typed })).toEqual(told === undefined ? {} : { phone: told })
    }),
  )
})

it('asks for no phone number', () => {
  expect(profileErrors({ ...names, phone: ' ' })).toEqual({})
})
