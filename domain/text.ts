import * as z from 'zod/mini'

/**
 * Characters that no text of ours needs and that databases refuse or screens misread: controls but tab and line breaks,
 * and halves of surrogate pairs.
 */
const unprintable = /[^\P{Cc}\t\n\r]|\p{Cs}/u
const isPrintable = (text: string): boolean => !unprintable.test(text)

interface TextBounds {
  readonly max: number
  readonly required?: string | undefined
  readonly tooLong?: string
}

/** Text that a person typed: trimmed, printable, of bounded length. Absent and blank text get the same message. */
export const printableText = ({ max, required = 'This field is required', tooLong }: TextBounds) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.maxLength(max, tooLong), z.refine(isPrintable, 'Please use printable characters only'))
