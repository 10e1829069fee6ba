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

test('what would make a mail say something of its own is none', () => {
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

test('what is absent is told in the same words as what is blank', () => {
  for (const typed of [undefined, null, '', '   ']) expect(told(typed)).toEqual(['First name is required'])
})

const messages = (schema: z.core.$ZodType, fields: object) =>
  Object.fromEntries((z.safeParse(schema, fields).error?.issues ?? []).map(({ path, message }) => [path[0], message]))

test('the sign-in form takes a sound pair, and says what is wrong with any other', () => {
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

test('a profile asks for no phone number, and refuses what is none', () => {
  const names = { firstName: 'Ana', lastName: 'Ortiz' }
  expect(messages(ProfileChange, { ...names, phone: null })).toEqual({})
  expect(messages(ProfileChange, { ...names, phone: '+1 (303) 555-0100 x12' })).toEqual({})
  for (const phone of ['call me', '12', '3'.repeat(31)])
    expect(messages(ProfileChange, { ...names, phone })).toEqual({ phone: 'Please enter a phone number, such as +1 303 555 0100' })
})

test('a code of an app may be typed with its space', () => {
  expect(z.parse(CodeOnly, { code: '123 456' })).toEqual({ code: '123456' })
  expect(messages(CodeOnly, { code: '12345' })).toEqual({ code: 'Please enter the six digits that the app shows' })
})
