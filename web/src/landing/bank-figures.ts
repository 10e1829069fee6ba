import type { ItemKind } from '@medicready/domain/contract/questions/questions'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import counted from './bank-figures.json' with { type: 'json' }

interface BankFigures {
  readonly questions: number
  readonly pictures: number
  readonly cases: number
  readonly modules: Readonly<Record<ModuleName, number>>
  readonly kinds: Readonly<Record<ItemKind, number>>
}

/** Counted from the bank's files by `npm run landing`; a test fails when they are out of date. */
export const bankFigures: BankFigures = counted

/** "1,000" for 1,060. */
export const moreThan = (count: number): string => {
  const step = count >= 1_000 ? 100 : count >= 100 ? 10 : 5
  return (Math.floor((count - 1) / step) * step).toLocaleString('en-US')
}
