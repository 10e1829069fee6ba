// Voluntary, to find questions that are harder for some groups than for equally able others. No zod: browsers use it.

/** The languages most spoken at home in the United States. The list only grows. */
export const firstLanguages = {
  english: 'English',
  spanish: 'Spanish',
  chinese: 'Chinese',
  tagalog: 'Tagalog',
  vietnamese: 'Vietnamese',
  arabic: 'Arabic',
  french: 'French',
  haitian_creole: 'Haitian Creole',
  korean: 'Korean',
  russian: 'Russian',
  portuguese: 'Portuguese',
  german: 'German',
  hindi: 'Hindi',
  polish: 'Polish',
  other: 'Another language',
} as const
export type FirstLanguage = keyof typeof firstLanguages
export const firstLanguageNames = Object.keys(firstLanguages) as FirstLanguage[]

export const MAX_PROGRAM_LENGTH = 80

export const asProgram = (typed: string): string => typed.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
export const programKey = (program: string): string => asProgram(program).toLowerCase()

export interface Background {
  readonly firstLanguage: FirstLanguage | null
  readonly paramedicProgram: string | null
}

export const NO_BACKGROUND: Background = { firstLanguage: null, paramedicProgram: null }
