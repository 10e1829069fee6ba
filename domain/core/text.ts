import * as z from 'zod/mini'

// Control characters except tab and line breaks, and lone surrogates: databases refuse them or screens misread them.
const unprintable = /[^\P{Cc}\t\n\r]|\p{Cs}/u
const isPrintable = (text: string): boolean => !unprintable.test(text)

interface TextBounds {
  readonly max: number
  readonly required?: string | undefined
  readonly tooLong?: string
}

/** Trims and bounds the text. Missing and blank give the same message. */
export const printableText = ({ max, required = 'This field is required', tooLong }: TextBounds) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.maxLength(max, tooLong), z.refine(isPrintable, 'Please use printable characters only'))
