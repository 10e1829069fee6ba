import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import type { AccountCalendar } from '@medicready/domain/accounts/account-day'
import type { Background } from '@medicready/domain/accounts/background'
import type { Settings } from '@medicready/domain/accounts/rules'
import {
  changeProfile as decide,
  changeSettings as decideSettings,
  type ProfileChange,
  type SettingsChange,
} from '@medicready/domain/accounts/settings'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

interface Profile extends Background {
  readonly firstName: string
  readonly lastName: string
  readonly phone: string | null
}

export async function changeProfile(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...change }: ProfileChange & { readonly userId: string },
  context: CommandContext,
): Promise<Profile> {
  const { state } = await commands.execute(accountAggregate, userId, decide(change), context)
  if (!isRegistered(state)) throw new Rejection('notSignedIn')
  const { firstName, lastName, phone, background } = state
  return { firstName: firstName ?? '', lastName: lastName ?? '', phone, ...background }
}

export async function changeSettings(
  { commands }: Pick<Parts, 'commands'>,
  { userId, ...change }: SettingsChange & { readonly userId: string },
  context: CommandContext,
): Promise<Settings & AccountCalendar> {
  const { state } = await commands.execute(accountAggregate, userId, decideSettings({ change, now: context.now }), context)
  if (!isRegistered(state)) throw new Rejection('notSignedIn')
  const { settings, timeZone, formerTimeZone, timeZoneChangedAt } = state
  return { ...settings, timeZone, formerTimeZone, timeZoneChangedAt }
}
