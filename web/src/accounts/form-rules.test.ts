import { accountCalls } from '@medicready/domain/contract/accounts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { credentialErrors, isEmail, registrationErrors } from './form-rules.ts'

const { email: serverEmail } = accountCalls['POST /api/auth/register'].body.shape

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

describe('email addresses', () => {
  const almostEmails = fc.oneof(
    fc.emailAddress(),
    fc.string(),
    fc.string({ unit: fc.constantFrom('a', 'B', '7', '.', '-', '_', '+', "'", '@', ' ', 'é') }),
    fc.emailAddress().map((email) => email.replace('@', `${'x'.repeat(250)}@`)),
  )

  it('are judged as the server judges them', () => {
    fc.assert(fc.property(almostEmails, (text) => isEmail(text.trim()) === serverEmail.safeParse(text).success))
  })
})
