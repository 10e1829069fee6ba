import * as figure from '@medicready/domain/admin/figures'
import { ASSUMED_USES } from '@medicready/domain/billing/discount-rules'
import type { Recorded } from '@medicready/domain/event'
import type { FactOf } from '@medicready/domain/events'
import { noteAbout } from './figures-entries.ts'
import type { FiguresRows } from './figures-tables.ts'

/** What becomes of discount codes, for the figures. Each entry stands behind a code. */

type CodeFact = 'CodeReserved' | 'CodeReleased' | 'CodeRedeemed'

function moveLimit(
  fact: Recorded<FactOf<'DiscountCodeCreated' | 'DiscountCodeRevised' | 'DiscountCodeDeleted'>>,
  uses: number | null,
  rows: FiguresRows,
): void {
  const { codeId: code_id } = fact.data
  const before = rows.code_limits.get({ code_id })?.uses ?? 0
  if (uses === null) rows.code_limits.delete({ code_id })
  else rows.code_limits.set({ code_id, uses })
  noteAbout(fact, { userId: null, subjectId: code_id, tutorId: null }, figure.codeLimitMoved(before, uses ?? 0), rows)
}

export const foldLimit = (fact: Recorded<FactOf<'DiscountCodeCreated' | 'DiscountCodeRevised'>>, rows: FiguresRows): void =>
  moveLimit(fact, fact.data.maxUses ?? ASSUMED_USES, rows)
export const foldDeleted = (fact: Recorded<FactOf<'DiscountCodeDeleted'>>, rows: FiguresRows): void => moveLimit(fact, null, rows)

const aboutUse = ({ data }: Recorded<FactOf<CodeFact>>) => ({ userId: data.userId, subjectId: data.codeId, tutorId: null })

export function foldReserved(fact: Recorded<FactOf<'CodeReserved'>>, rows: FiguresRows): void {
  const holder = { code_id: fact.data.codeId, user_id: fact.data.userId }
  if (rows.code_holders.get(holder)) return
  rows.code_holders.set(holder)
  noteAbout(fact, aboutUse(fact), figure.codeHeld, rows)
}

/** What a use that is held no more takes away; nothing where it was not held, as of a free period. */
function letGo({ data }: Recorded<FactOf<CodeFact>>, { code_holders }: FiguresRows): readonly figure.FigureEntry[] {
  const holder = { code_id: data.codeId, user_id: data.userId }
  if (!code_holders.get(holder)) return []
  code_holders.delete(holder)
  return figure.codeLetGo
}

export const foldReleased = (fact: Recorded<FactOf<'CodeReleased'>>, rows: FiguresRows): void =>
  noteAbout(fact, aboutUse(fact), letGo(fact, rows), rows)
export const foldRedeemed = (fact: Recorded<FactOf<'CodeRedeemed'>>, rows: FiguresRows): void =>
  noteAbout(fact, aboutUse(fact), [...figure.codeUsed(fact.data.amountSaved.amount), ...letGo(fact, rows)], rows)
