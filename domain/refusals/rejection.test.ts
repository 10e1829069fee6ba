import { expect, test } from 'vitest'
import { Rejection } from './rejection.ts'

test('a rejection has its name and code, and the fields it is about', () => {
  expect(String(new Rejection('conflict'))).toBe('Rejection: conflict')
  expect(new Rejection('conflict')).toMatchObject({ code: 'conflict', issues: [] })
  const issues = [{ path: 'email', message: 'Please use a valid address' }]
  expect(new Rejection('invalidRequest', issues).issues).toEqual(issues)
})
