import type { FactType } from '@medicready/domain/events'
import type { ItemAnswer } from '@medicready/domain/questions/item'
import type { ModuleName } from '@medicready/domain/questions/modules'

/** What an acknowledged command told a student. The log must hold it once. */
export type Told = { readonly email: string; readonly consistencyToken: bigint | null } & (
  | { readonly kind: 'registered' | 'verified' | 'registeredAgain' }
  | { readonly kind: 'moduleSelected'; readonly module: ModuleName; readonly userModuleId: string; readonly isActive: boolean }
  | { readonly kind: 'assigned'; readonly questionIds: readonly string[] }
  | { readonly kind: 'answered'; readonly questionId: string; readonly answer: ItemAnswer | null; readonly isCorrect: boolean }
  | { readonly kind: 'examStarted'; readonly examId: string }
  | { readonly kind: 'examAnswered'; readonly examId: string; readonly questionId: string; readonly isLast: boolean }
  | { readonly kind: 'reviewRequested'; readonly questionId: string }
  | { readonly kind: 'subscribed'; readonly deviceId: string; readonly endpoint: string }
  /** The stream has a fact of this type with these values. */
  | { readonly kind: 'tutoring'; readonly stream: string; readonly type: FactType; readonly says: Readonly<Record<string, unknown>> }
  | { readonly kind: 'planChanged'; readonly anyOf: readonly FactType[] }
  /** The limit was reached: this question must not have been delivered. */
  | { readonly kind: 'limited'; readonly questionId: string }
  /** Not available, since enough others reported it. */
  | { readonly kind: 'withdrawn'; readonly questionId: string }
)

export class Ledger {
  readonly told: Told[] = []
  readonly faults: string[] = []
  commands = 0
  /** Commands sent again for lack of an answer, or for "not now". */
  repeats = 0
  reads = 0
  staleReads = 0
  finished = 0

  tell(told: Told): void {
    this.told.push(told)
  }

  fault(text: string): void {
    this.faults.push(text)
  }
}
