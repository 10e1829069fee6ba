import { Rejection } from '@medicready/domain/refusals/rejection'
import { expect, test } from 'vitest'
import { refuseCommonPassword } from './passwords.ts'

test.each(['123456', 'password1', 'Password1', 'QWERTYUIOP', 'iloveyou', 'paramedic'])(
  '%s is refused because attackers try it first',
  (password) => {
    expect(() => refuseCommonPassword(password)).toThrow(expect.objectContaining({ code: 'passwordTooCommon' }))
  },
)

test.each(['correct horse', 'x7k2mq', 'tibia fibula'])('%s is accepted', (password) => {
  expect(() => refuseCommonPassword(password)).not.toThrow()
})

test('the refusal names the field', () => {
  try {
    refuseCommonPassword('123456', 'newPassword')
    expect.unreachable()
  } catch (error) {
    expect(error).toBeInstanceOf(Rejection)
    expect((error as Rejection).issues).toEqual([{ path: 'newPassword', message: expect.stringContaining('too easy to guess') }])
  }
})
