/** Numbers as people write them into a blank: 5, .5, 1,000, -2.5. */

/** As far as answers go, either way. */
const MOST = 1_000_000

export type ReadFigure = { readonly value: number } | { readonly fault: string }

/** The number that was written, or what is wrong with it, in a sentence. */
export function readFigure(written: string): ReadFigure {
  const text = written.trim().replace(/^[−–]/, '-')
  if (/^[+-]?\d+,\d{1,2}$/.test(text)) return { fault: 'Please write a decimal point instead of a comma, as in 0.5.' }
  if (!/^[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d*)?$/.test(text) || !/\d/.test(text))
    return { fault: 'Please enter a number alone, such as 5, 0.5 or 1,000. The unit stands behind it already.' }
  const value = Number(text.replaceAll(',', ''))
  return Math.abs(value) > MOST ? { fault: 'Please enter a number that is not greater than 1,000,000.' } : { value }
}
