import { config, type core } from 'zod/mini'

/** Messages for invalid fields without their own. The library's messages speak of types and are never shown. */
const required = 'This field is required'
const notValid = 'This is not valid'

const kinds: Readonly<Record<string, string>> = {
  string: 'This must be text',
  number: 'This must be a number',
  int: 'This must be a whole number',
  boolean: 'This must be true or false',
  array: 'This must be a list',
  object: 'This must be an object',
  record: 'This must be an object',
}

const formats: Readonly<Record<string, string>> = {
  uuid: 'This is not a valid ID',
  email: 'Invalid email address',
  url: 'This is not a valid web address',
  date: 'This must be a date such as 2026-11-23',
  datetime: 'This must be a time such as 2026-11-23T14:00:00Z',
}

const MOST_CHOICES = 12

function choiceWords(values: readonly unknown[]): string {
  if (values.length === 1) return `This must be ${values[0]}`
  return values.length > MOST_CHOICES ? 'This is not one of the choices' : `This must be one of: ${values.join(', ')}`
}

interface Bound {
  readonly origin: string
  readonly inclusive?: boolean | undefined
  readonly exact?: boolean | undefined
}

function boundWords([inclusively, exclusively]: readonly [string, string], limit: number | bigint, { origin, inclusive, exact }: Bound) {
  const bounded = `${exact ? 'exactly' : inclusive === false ? exclusively : inclusively} ${limit}`
  if (origin === 'string') return `This must have ${bounded} ${limit === 1 ? 'character' : 'characters'}`
  if (origin === 'array' || origin === 'set' || origin === 'map') return `This must have ${bounded} ${limit === 1 ? 'entry' : 'entries'}`
  return `This must be ${bounded}`
}

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === ''

const fieldWords: core.$ZodErrorMap = (issue) => {
  if (isMissing(issue.input)) return required
  switch (issue.code) {
    case 'invalid_type':
      return kinds[issue.expected] ?? notValid
    case 'invalid_value':
      return choiceWords(issue.values)
    case 'too_small':
      return boundWords(['at least', 'more than'], issue.minimum, issue)
    case 'too_big':
      return boundWords(['at most', 'less than'], issue.maximum, issue)
    case 'not_multiple_of':
      return `This must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return formats[issue.format] ?? 'This has the wrong format'
    case 'unrecognized_keys':
      return `This has unknown fields: ${issue.keys.join(', ')}`
    default:
      return notValid
  }
}

config({ customError: fieldWords })
