// A bit set as text: a few hundred characters record which questions a learner got right, instead of a million rows.

const BITS = 8

export const EMPTY_SET = ''

export function withNumbers(set: string, numbers: readonly number[]): { readonly set: string; readonly added: number } {
  const before = Buffer.from(set, 'base64')
  const length = Math.max(before.length, ...numbers.map((number) => Math.floor(number / BITS) + 1))
  const bytes = length > before.length ? Buffer.concat([before, Buffer.alloc(length - before.length)]) : before
  let added = 0
  for (const number of numbers) {
    const at = Math.floor(number / BITS)
    const bit = 1 << (number % BITS)
    const byte = bytes[at] ?? 0
    if ((byte & bit) !== 0) continue
    bytes[at] = byte | bit
    added += 1
  }
  return { set: added === 0 ? set : bytes.toString('base64'), added }
}
