import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { changeSettings } from '@medicready/domain/accounts/settings'
import { Rejection } from '@medicready/domain/rejection'
import { changeReminders, reminderPreferences } from '@medicready/domain/reminders/preferences'
import type { StoppableMail } from '@medicready/domain/reminders/rules'
import type { CommandContext } from '../command-context.ts'
import type { Parts } from '../parts.ts'

/**
 * Ends a kind of mail by the link of one. Refused with `unsubscribeLinkInvalid` where it is none of ours. Whoever has
 * no account any more gets no mail anyway.
 */
export async function unsubscribe(
  { commands, unsubscribeLinks }: Pick<Parts, 'commands' | 'unsubscribeLinks'>,
  token: string,
  context: CommandContext,
): Promise<{ readonly mail: StoppableMail }> {
  const unwanted = await unsubscribeLinks.find(token)
  if (!unwanted) throw new Rejection('unsubscribeLinkInvalid')
  const { userId, mail } = unwanted
  const account = await commands.load(accountAggregate, userId)
  if (!isRegistered(account.state)) return { mail }
  if (mail === 'dailyEmail') {
    const switchOff = changeSettings({ change: { dailyEmailEnabled: false }, now: context.now })
    await commands.execute(accountAggregate, userId, switchOff, context)
  } else await commands.execute(reminderPreferences, userId, changeReminders(userId, { mail: { [mail]: false } }), context)
  return { mail }
}
