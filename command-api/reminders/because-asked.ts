import type { StoppableMail } from '@medicready/domain/reminders/rules'
import type { Why } from '@medicready/platform/mail/letter'
import type { WorkerParts } from '../worker/worker-parts.ts'

const stops: Readonly<Record<StoppableMail, string>> = {
  dailyEmail: 'Stop the daily email',
  streak: 'Stop mails about my streak',
  reviews: 'Stop mails about reviews',
  sessions: 'Stop mails before sessions',
}

/** Why a reminder came that somebody can do without, where that can be changed, and the links that end its kind. */
export async function becauseAsked(
  { userId, mail, why }: { readonly userId: string; readonly mail: StoppableMail; readonly why: string },
  { unsubscribeLinks, publicUrl }: Pick<WorkerParts, 'unsubscribeLinks' | 'publicUrl'>,
): Promise<Why> {
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
