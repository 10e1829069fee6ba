import type { FactType } from '@medicready/domain/events'

/** What an acknowledged command told a student. The log must hold it once. */
export type LedgerEntry = { readonly email: string; readonly consistencyToken: bigint | null } & (
  | { readonly kind: 'assigned'; readonly questionIds: readonly string[] }
  /** The limit was reached: this question must not have been delivered. */
  | { readonly kind: 'limited'; readonly questionId: string }
  | {
      readonly kind: 'account' | 'module' | 'answer' | 'exam' | 'review' | 'device' | 'tutoring' | 'plan' | 'withdrawn'
      /** Has a fact of one of the types with these values. `{userId}` is the student's; a final `_` means any day. */
      readonly stream: string
      readonly types: readonly FactType[]
      readonly says?: Readonly<Record<string, unknown>>
    }
)

export class Ledger {
  readonly told: LedgerEntry[] = []
  readonly faults: string[] = []
  commands = 0
  /** Commands sent again for lack of an answer, or for "not now". */
  repeats = 0
  /** Calls without an answer, or with one that says the product cannot. */
  readonly failed: string[] = []
  reads = 0
  staleReads = 0
  finished = 0

  tell(told: LedgerEntry): void {
    this.told.push(told)
  }

  fault(text: string): void {
    this.faults.push(text)
  }
}
