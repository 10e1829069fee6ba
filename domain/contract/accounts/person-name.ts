import { z } from 'zod'
import { accountWords, asPersonName, MAX_NAME_LENGTH, personNamePattern } from '../../accounts/rules.ts'

/** A first or last name. Absent and blank are told in the same words. */
export const personName = (required: string) =>
  z
    .string(required)
    .overwrite(asPersonName)
    .min(1, { error: required, abort: true })
    .max(MAX_NAME_LENGTH, accountWords.nameTooLong)
    .regex(personNamePattern, accountWords.nameUnusual)
