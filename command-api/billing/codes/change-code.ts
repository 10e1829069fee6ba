import {
  activateCode as activate,
  type CodeTerms,
  createCode as create,
  type DiscountCodeEvent,
  type DiscountCodeState,
  deactivateCode as deactivate,
  deleteCode as deleteIt,
  discountCode,
  reviseCode as revise,
} from '@medicready/domain/billing/discount-code'
import type { Decide } from '@medicready/domain/core/decider'
import { type CommandContext, idFrom } from '../../command-context.ts'
import type { Parts } from '../../parts.ts'

interface OfAdmin {
  readonly code: string
  readonly reason: string
}

export async function createCode({ commands }: Pick<Parts, 'commands'>, terms: OfAdmin & CodeTerms, context: CommandContext) {
  const codeId = idFrom(context, 'discount code')
  const { code } = terms
  await commands.execute(discountCode, code, create({ ...terms, codeId, by: context.actorId, now: context.now }), context)
  return { id: codeId, code }
}

export const reviseCode = (parts: Pick<Parts, 'commands'>, { code, ...terms }: OfAdmin & CodeTerms, context: CommandContext) =>
  change(parts, code, revise({ ...terms, by: context.actorId, now: context.now }), context)

export const activateCode = (parts: Pick<Parts, 'commands'>, { code, reason }: OfAdmin, context: CommandContext) =>
  change(parts, code, activate({ reason, by: context.actorId }), context)

export const deactivateCode = (parts: Pick<Parts, 'commands'>, { code, reason }: OfAdmin, context: CommandContext) =>
  change(parts, code, deactivate({ reason, by: context.actorId }), context)

export const deleteCode = (parts: Pick<Parts, 'commands'>, { code, reason }: OfAdmin, context: CommandContext) =>
  change(parts, code, deleteIt({ reason, by: context.actorId }), context)

async function change(
  { commands }: Pick<Parts, 'commands'>,
  code: string,
  decide: Decide<DiscountCodeState, DiscountCodeEvent>,
  context: CommandContext,
): Promise<{ readonly code: string; readonly hasChanged: boolean }> {
  const { events } = await commands.execute(discountCode, code, decide, context)
  return { code, hasChanged: events.length > 0 }
}
