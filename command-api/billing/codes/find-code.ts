import { type DiscountCodeState, discountCode } from '@medicready/domain/billing/discount-code'
import { codePattern, normalCode } from '@medicready/domain/billing/discount-rules'
import type { Position } from '@medicready/domain/event'
import type { Parts } from '../../parts.ts'

/** Looked for in the place of what can be no code: so that it takes as long as one that is unknown. */
const NO_CODE = '-'

interface FoundCode {
  /** Under which its stream stands, whether there is one or not. */
  readonly id: string
  readonly state: DiscountCodeState
  readonly position: Position | null
}

/** A code as the log has it now, however it was typed. */
export async function findCode({ commands }: Pick<Parts, 'commands'>, typed: string): Promise<FoundCode> {
  const code = normalCode(typed)
  const id = codePattern.test(code) ? code : NO_CODE
  const { state, position } = await commands.load(discountCode, id)
  return { id, state, position }
}
