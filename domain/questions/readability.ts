/**
 * Flesch–Kincaid grade level (Kincaid et al., Research Branch Report 8-75, 1975): 0.39 × words per sentence + 11.8 ×
 * syllables per word − 15.59. Figures, units and capital abbreviations count as one syllable.
 */
export function gradeLevel(text: string): number {
  const sentences = sentencesOf(text)
  const words = sentences.flatMap(wordsOf)
  if (words.length === 0) return 0
  const syllables = words.reduce((sum, word) => sum + syllablesOf(word), 0)
  return 0.39 * (words.length / sentences.length) + 11.8 * (syllables / words.length) - 15.59
}

/** Requires a space and a capital, so that decimals and "a.m." do not end a sentence. */
export const sentencesOf = (text: string): string[] =>
  text.split(/(?<=[.!?]["”)]?)\s+(?=["“(]?[A-Z0-9])/).filter((sentence) => /\p{L}|\d/u.test(sentence))

const unit = String.raw`(?:mm Hg|cm H2O|(?:beats|breaths|drops|mL|mcg|mg)\/(?:min|kg\/min|kg|mL|dL|hr)|°[FC]|%)`
const figure = new RegExp(String.raw`(?<!\p{L})\d+(?:[.,/:]\d+)*(?:\s?${unit})?`, 'gu')

export const wordsOf = (sentence: string): string[] => sentence.replace(figure, ' 0 ').match(/\p{L}[\p{L}\d'’]*|0/gu) ?? []

/** Vowel groups minus silent endings: right for about 90% of words. */
export function syllablesOf(word: string): number {
  if (/^[A-Z]+s?$|\d/.test(word)) return 1
  const letters = word.toLowerCase().replace(/['’]s?$/, '')
  const spoken = letters.replace(/(?:[^laeiouy]es|[^td]ed|[^laeiouy]e|(?<=[aeiouy])le)$/, (ending) => ending.charAt(0)).replace(/^y/, '')
  return Math.max(1, spoken.match(/[aeiouy]{1,2}/g)?.length ?? 0)
}
