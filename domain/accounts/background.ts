/**
 * What people may tell of where they come from. With enough answers of people who did, questions are found that are
 * harder for some than for others who know as much. Free of zod: the browser uses it too.
 */

/** Those that most are spoken in the United States at home, English before all. The list only grows. */
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

/** As a program's name is kept, however it was typed. */
export const asProgram = (typed: string): string => typed.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
/** The same for names of one program: people write them in capitals or without. */
export const programKey = (program: string): string => asProgram(program).toLowerCase()

/** Null where it is not told. */
export interface Background {
  readonly firstLanguage: FirstLanguage | null
  readonly paramedicProgram: string | null
}

export const NO_BACKGROUND: Background = { firstLanguage: null, paramedicProgram: null }
