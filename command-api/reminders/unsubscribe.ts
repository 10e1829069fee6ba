import { accountAggregate, isRegistered } from '@medicready/domain/accounts/account'
import { changeSettings } from '@medicready/domain/accounts/settings'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { changeReminders as decide, type RemindersChange, reminderPreferencesAggregate } from '@medicready/domain/reminders/preferences'
import type { Reminders, StoppableMail } from '@medicready/domain/reminders/shown/rules'
import type { MailReason } from '@medicready/platform/mail/letter'
import type { CommandContext } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import type { WorkerDeps } from '../worker/definitions.ts'

export async function unsubscribe(
  { commands, unsubscribeLinks }: Pick<Dependencies, 'commands' | 'unsubscribeLinks'>,
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
  } else await commands.execute(reminderPreferencesAggregate, userId, decide(userId, { mail: { [mail]: false } }), context)
  return { mail }
}

export async function changeReminders(
  { commands }: Pick<Dependencies, 'commands'>,
  { userId, ...change }: RemindersChange & { readonly userId: string },
  context: CommandContext,
): Promise<Reminders> {
  const { state } = await commands.execute(reminderPreferencesAggregate, userId, decide(userId, change), context)
  return state
}

const stops: Readonly<Record<StoppableMail, string>> = {
  dailyEmail: 'Stop the daily email',
  streak: 'Stop emails about my streak',
  reviews: 'Stop emails about reviews',
  sessions: 'Stop emails before sessions',
}

export async function becauseAsked(
  { userId, mail, why }: { readonly userId: string; readonly mail: StoppableMail; readonly why: string },
  { unsubscribeLinks, publicUrl }: Pick<WorkerDeps, 'unsubscribeLinks' | 'publicUrl'>,
): Promise<MailReason> {
  const token = await unsubscribeLinks.tokenFor({ userId, mail })
  return {
    why,
    changes: [
      { button: 'Change your reminders', link: new URL('/reminders', publicUrl).href },
      { button: stops[mail], link: new URL(`/unsubscribe?token=${token}`, publicUrl).href },
    ],
    unsubscribe: new URL(`/api/unsubscribe?token=${token}`, publicUrl).href,
  }
}
