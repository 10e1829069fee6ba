import * as z from 'zod/mini'

/**
 * Characters that no text of ours needs and that databases refuse or screens misread: controls but tab and line breaks,
 * and halves of surrogate pairs.
 */
const unprintable = /[^\P{Cc}\t\n\r]|\p{Cs}/u
const isPrintable = (text: string): boolean => !unprintable.test(text)

/**
 * Text that a person typed: without outer spaces, printable, of bounded length. Absent and blank are told in the same
 * words.
 */
export const printableText = ({ max, required = 'This field is required' }: { max: number; required?: string }) =>
  z
    .string(required)
    .check(z.trim(), z.minLength(1, required), z.maxLength(max), z.refine(isPrintable, 'Please use printable characters only'))
