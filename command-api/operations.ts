import type { Parts } from './parts.ts'

/**
 * What an operator can do on the command line: the arguments in words, and what is answered. Undefined for arguments
 * that do not fit.
 */
export interface Operation {
  readonly usage: string
  readonly run: (parts: Parts, words: readonly string[]) => Promise<string> | undefined
}

export type Operations = Readonly<Record<string, Operation>>

/** What an operator asks for cannot be done. */
export class Refused extends Error {}
