const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** Whether a text has each word that is searched for, or its beginning, in whatever order and case. */
export function matches(text: string, search: string): boolean {
  const words = plain(text).split(/[^\p{L}\p{N}]+/u)
  return plain(search)
    .split(/[^\p{L}\p{N}]+/u)
    .every((wanted) => words.some((word) => word.startsWith(wanted)))
}
