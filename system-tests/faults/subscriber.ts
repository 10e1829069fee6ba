import { addDays, calendarDay } from '@medicready/domain/core/calendar'
import { STREAK_REMINDER_TIME } from '@medicready/domain/reminders/rules'
import type { Chance } from '@medicready/platform/testing/chance'
import { Person, type School } from './person.ts'

/** How a push service answers: mostly at once, sometimes slowly or with errors. */
const stays = [null, null, { milliseconds: 400 }, { milliseconds: 1_500 }, { status: 503, times: 1 }] as const
const behaviours = [...stays, { status: 410 }] as const

/** Studied yesterday, adds devices in the evening, and does not return: due a reminder of the streak. */
export class Subscriber {
  readonly #school: School
  readonly #chance: Chance
  readonly #person: Person
  readonly #timeZone = whereItIsEvening(new Date())

  constructor(school: School, chance: Chance, name: string) {
    this.#school = school
    this.#chance = chance
    this.#person = new Person(school, chance, { name, timeZone: this.#timeZone })
  }

  /** Throws only when the school's signal is aborted. */
  async lookIn(): Promise<void> {
    const { pushes, studiedOn, ledger } = this.#school
    const person = this.#person
    await person.enter()
    await studiedOn(person.email, addDays(calendarDay(new Date().toISOString(), this.#timeZone), -1))
    await person.command('PATCH /api/user/reminders', { body: { quietHours: null } })
    const { body: key } = await person.insist('GET /api/push/key', {})
    const devices = Array.from({ length: 1 + this.#chance.below(3) }, () => pushes.subscribe(key.publicKey))
    // The first device stays, so that everyone gets something.
    for (const [index, device] of devices.entries()) {
      const behaviour = this.#chance.pick(index === 0 ? stays : behaviours)
      if (behaviour) pushes.behave(device, behaviour)
      await person.subscribe(device)
    }
    const [first, ...others] = devices
    const wish = this.#chance.pick(['keep', 'keep', 'keep', 'move', 'stop'] as const)
    if (first && wish === 'move') await person.subscribe(pushes.subscribe(key.publicKey), first)
    const last = others.at(-1)
    if (last && wish === 'stop') await person.command('POST /api/push/unsubscribe', { body: { endpoint: last.endpoint } })
    ledger.finished += 1
  }
}

/** Where the reminder of a streak has just become due. */
function whereItIsEvening(now: Date): string {
  const east = (Number(STREAK_REMINDER_TIME.slice(0, 2)) - now.getUTCHours() + 24) % 24
  // In these names, what lies west of Greenwich has a plus sign.
  return east <= 12 ? `Etc/GMT-${east}` : `Etc/GMT+${24 - east}`
}
