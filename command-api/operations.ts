import type { Parts } from './parts.ts'

export interface Operation {
  readonly usage: string
  readonly run: (parts: Parts, words: readonly string[]) => Promise<string> | undefined
}

export type Operations = Readonly<Record<string, Operation>>

export class Refused extends Error {}
