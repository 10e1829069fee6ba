import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { CodeOnly, ProfileChange, personName, Registration, SignIn } from './forms.ts'

const name = personName('First name is required')
const told = (typed: unknown) => name.safeParse(typed).error?.issues.map(({ message }) => message)

test('names of people everywhere are names', () => {
  for (const typed of ['Ana', 'María José', "O'Brien", 'Smith-Jones', 'J. R.', 'Nguyễn', 'Ольга', '美咲', 'Zoe\u0308', 'x'.repeat(60)])
    expect(name.parse(typed)).toBe(typed)
  expect(name.parse('  O’Brien ')).toBe("O'Brien")
})

test('text that could make a mail say something else is not a name', () => {
  for (const typed of [
    'Ana\nYou have won',
    'http://evil.example',
    'ana@example.com',
    '<b>Ana</b>',
    'Ana\u202e',
    'R2D2',
    '- . -',
    'Ana,',
    'Ana\u0000',
  ])
    expect(told(typed)).toEqual(['Please use only letters, spaces, apostrophes, hyphens, and periods'])
  expect(told('x'.repeat(61))).toEqual(['Please use at most 60 characters'])
})

test('missing and blank fields get the same words', () => {
  for (const typed of [undefined, null, '', '   ']) expect(told(typed)).toEqual(['First name is required'])
})

const messages = (schema: z.core.$ZodType, fields: object) =>
  Object.fromEntries((z.safeParse(schema, fields).error?.issues ?? []).map(({ path, message }) => [path[0], message]))

test('the sign-in form accepts a valid pair and names the fault of any other', () => {
  expect(messages(SignIn, { email: ' ana@example.org ', password: 'secret' })).toEqual({})
  expect(messages(SignIn, { email: 'ana@', password: '12345' })).toEqual({
    email: 'Invalid email address',
    password: 'Password must be at least 6 characters',
  })
})

test('a registration asks for both names', () => {
  expect(messages(Registration, { email: 'ana@example.org', password: 'secret', firstName: ' ', lastName: '' })).toEqual({
    firstName: 'First name is required',
    lastName: 'Last name is required',
  })
})

test('a profile does not need a phone number and refuses an invalid one', () => {
  const names = { firstName: 'Ana', lastName: 'Ortiz' }
  expect(messages(ProfileChange, { ...names, phone: null })).toEqual({})
  expect(messages(ProfileChange, { ...names, phone: '+1 (303) 555-0100 x12' })).toEqual({})
  for (const phone of ['call me', '12', '3'.repeat(31)])
    expect(messages(ProfileChange, { ...names, phone })).toEqual({ phone: 'Please enter a phone number, such as +1 303 555 0100' })
})

test('an authenticator code can be typed with its space', () => {
  expect(z.parse(CodeOnly, { code: '123 456' })).toEqual({ code: '123456' })
  expect(messages(CodeOnly, { code: '12345' })).toEqual({ code: 'Please enter the six digits that the app shows' })
})
