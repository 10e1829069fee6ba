import type { Dependencies } from './dependencies.ts'

export interface Operation {
  readonly usage: string
  readonly run: (deps: Dependencies, words: readonly string[]) => Promise<string> | undefined
}

export type Operations = Readonly<Record<string, Operation>>

export class Refused extends Error {}
