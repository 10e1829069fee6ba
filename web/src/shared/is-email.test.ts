import { accountCalls } from '@medicready/domain/contract/accounts/accounts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isEmail } from './is-email.ts'

const { email: serverEmail } = accountCalls['POST /api/auth/register'].body.shape

const almostEmails = fc.oneof(
  fc.emailAddress(),
  fc.string(),
  fc.string({ unit: fc.constantFrom('a', 'B', '7', '.', '-', '_', '+', "'", '@', ' ', 'é') }),
  fc.emailAddress().map((email) => email.replace('@', `${'x'.repeat(250)}@`)),
)

it('judges email addresses as the server does', () => {
  expect(isEmail('ana@example.org')).toBe(true)
  fc.assert(fc.property(almostEmails, (text) => isEmail(text.trim()) === serverEmail.safeParse(text).success))
})
