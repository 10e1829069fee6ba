import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { AccountCalendar } from '@medicready/domain/accounts/account-day'
import type { Settings } from '@medicready/domain/accounts/rules'
import { changeSettings as decide, type SettingsChange } from '@medicready/domain/accounts/settings'
import type { Outcome } from '@medicready/domain/outcome'
import { Rejection } from '@medicready/domain/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/** Changes what somebody has set. Refused with `timeZoneChangedLately` or `examDateOutOfRange`. */
export async function changeSettings(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...change }: SettingsChange & { readonly userId: string },
  context: CommandContext,
): Promise<Outcome<Settings & AccountCalendar>> {
  const { state, position } = await commands.execute(accountAggregate, userId, decide({ change, now: context.now }), context)
  if (!isRegistered(state)) throw new Rejection('notSignedIn')
  const { settings, timeZone, formerTimeZone, timeZoneChangedAt } = state
  return { answer: { ...settings, timeZone, formerTimeZone, timeZoneChangedAt }, position }
}
