import { mailDelivery, type StopReason, whyStopped } from '@medicready/domain/accounts/mail-delivery'
import type { Parts } from '../../parts.ts'

/**
 * Why no mail goes to the address of an account that its owner can do without; null where it does. What is about the
 * account itself goes out all the same: it is asked for, or must be said.
 */
export async function whyMailStopped(
  { commands, hashEmail }: Pick<Parts, 'commands' | 'hashEmail'>,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<StopReason | null> {
  const { state } = await commands.load(mailDelivery, userId)
  return state.stops.length === 0 ? null : whyStopped(state, await hashEmail(email))
}
