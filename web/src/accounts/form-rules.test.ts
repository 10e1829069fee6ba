import { accountCalls } from '@medicready/domain/contract/accounts/accounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credentialErrors, nameErrors, registrationErrors } from './form-rules.ts'

const { firstName: serverName } = accountCalls['POST /api/auth/register'].body.shape

describe('the sign-in form', () => {
  it('finds nothing wrong with a sound pair', () => {
    expect(credentialErrors({ email: ' ana@example.org ', password: 'secret' })).toEqual({})
  })

  it('says what is wrong in the words of the product', () => {
    expect(credentialErrors({ email: 'ana@', password: '12345' })).toEqual({
      email: 'Invalid email address',
      password: 'Password must be at least 6 characters',
    })
  })
})

describe('the registration form', () => {
  it('asks for both names', () => {
    expect(registrationErrors({ email: 'ana@example.org', password: 'secret', firstName: ' ', lastName: '' })).toEqual({
      firstName: 'First name is required',
      lastName: 'Last name is required',
    })
  })
})

describe('names', () => {
  const almostNames = fc.oneof(
    fc.string({ unit: fc.constantFrom('a', 'É', 'ñ', '\u0301', '李', ' ', "'", '’', '-', '.', '7', '@', '\n') }),
    fc.string({ unit: 'binary' }),
    fc.integer({ min: 58, max: 63 }).map((length) => 'x'.repeat(length)),
  )

  it('are judged as the server judges them, in its words', () => {
    fc.assert(
      fc.property(almostNames, (firstName) => {
        const told = serverName.safeParse(firstName).error?.issues[0]?.message
        expect(nameErrors({ firstName, lastName: 'Ortiz' })).toEqual(told === undefined ? {} : { firstName: told })
      }),
    )
  })
})
