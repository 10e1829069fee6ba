import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { changeSettings } from '@medicready/domain/accounts/settings'
import type { Outcome } from '@medicready/domain/outcome'
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
): Promise<Outcome<{ readonly mail: StoppableMail }>> {
  const unwanted = await unsubscribeLinks.find(token)
  if (!unwanted) throw new Rejection('unsubscribeLinkInvalid')
  const { userId, mail } = unwanted
  const account = await commands.load(accountAggregate, userId)
  if (!isRegistered(account.state)) return { answer: { mail }, position: account.position }
  const { position } =
    mail === 'dailyEmail'
      ? await commands.execute(
          accountAggregate,
          userId,
          changeSettings({ change: { dailyEmailEnabled: false }, now: context.now }),
          context,
        )
      : await commands.execute(reminderPreferences, userId, changeReminders(userId, { mail: { [mail]: false } }), context)
  return { answer: { mail }, position }
}
