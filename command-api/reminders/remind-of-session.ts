import { accountAggregate, type RegisteredAccount } from '@medicready/domain/accounts/account'
import type { RecordedFact } from '@medicready/domain/events'
import { reminderPreferencesAggregate } from '@medicready/domain/reminders/preferences'
import { noteSessionReminder, remindedOfSession, reminderDayAggregate, reminderDayId } from '@medicready/domain/reminders/reminder-day'
import { isQuiet } from '@medicready/domain/reminders/shown/rules'
import { tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { tellEach } from '../accounts/tell-account.ts'
import { isActiveAccount } from '../readiness/predict-pass.ts'
import { RetryLater } from '../worker/definitions.ts'
import { timeShown } from './due-reminders.ts'
import { contextOf, devicesLeft, type SendingDeps, sendToDevices } from './push.ts'
import { noticeOf, reminderWhys } from './reminder-words.ts'

type Due = RecordedFact<'TutoringReminderDue'>

/** While planned for that time. In quiet hours, the one of the day before waits, the one of the hour is silent. */
export async function remindOfSessionByPush(fact: Due, deps: SendingDeps): Promise<void> {
  const { commands, clock } = deps
  const { userId, tutorId, requestId, sessionId, startsAt } = fact.data
  const { state } = await commands.load(tutoringRequestAggregate, requestId)
  const session = state.sessions.find((one) => one.sessionId === sessionId)
  if (session?.state !== 'scheduled' || session.startsAt !== startsAt || startsAt <= clock()) return
  const people = [
    { userId, timeZone: session.studentTimeZone, path: '/tutoring', why: reminderWhys.sessions },
    { userId: tutorId, timeZone: session.tutorTimeZone, path: '/tutoring/tutor', why: reminderWhys.ofTutor },
  ]
  await tellEach(people, (person) => remind(fact, person, deps))
}

interface Person {
  readonly userId: string
  readonly timeZone: string
  readonly path: string
  readonly why: string
}

async function remind(fact: Due, { userId, timeZone, path, why }: Person, deps: SendingDeps): Promise<void> {
  const { commands, clock } = deps
  const { startsAt, hours } = fact.data
  const account = (await commands.load(accountAggregate, userId)).state
  const { push, quietHours } = (await commands.load(reminderPreferencesAggregate, userId)).state
  if (!isActiveAccount(account) || !push.sessions) return
  const date = startsAt.slice(0, 'YYYY-MM-DD'.length)
  const id = reminderDayId(userId, date)
  const devices = await devicesLeft(deps, userId, remindedOfSession((await commands.load(reminderDayAggregate, id)).state, fact.id))
  if (devices.length === 0) return
  const isHushed = isQuiet(timeShown(clock(), (account as RegisteredAccount).timeZone), quietHours)
  if (isHushed && hours > 1) throw new RetryLater('The reminder waits for the end of the quiet hours.')

  const begins = new Intl.DateTimeFormat('en-US', { weekday: 'long', hour: 'numeric', minute: '2-digit', timeZone }).format(
    new Date(startsAt),
  )
  const words = { title: 'Your tutoring session is coming up', text: `It begins on ${begins}.`, path, why }
  const notice = { ...noticeOf(words), ...(isHushed && { silent: true as const }) }
  const { reached, isDeferred } = await sendToDevices(deps, fact, { userId, devices, notice, until: startsAt })
  const decide = noteSessionReminder({ userId, date }, { cause: fact.id, devices: reached })
  await commands.execute(reminderDayAggregate, id, decide, contextOf(fact, `${userId} ${reached.join()}`, clock))
  if (isDeferred) throw new RetryLater('A push service does not accept this reminder now.')
}
