import { expect, test } from 'vitest'
import { hasRight, rights } from './rights.ts'
import { userRoles } from './rules.ts'

test('who may do what', () => {
  expect(Object.fromEntries(userRoles.map((role) => [role, rights.filter((right) => hasRight(role, right))]))).toEqual({
    student: [],
    educator: ['reviewQuestions'],
    tutor: ['giveTutoring'],
    analyst: ['analyzeData'],
    admin: ['reviewQuestions', 'giveTutoring', 'analyzeData', 'runBusiness'],
  })
})
