import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '@medicready/platform/testing/chance'
import { Person, type School } from './person.ts'
import { BusyStudent, BusySubscriber, whereItIsEvening } from './student.ts'
import { holdTutoringRound } from './tutoring-round.ts'

interface Visit {
  readonly school: School
  readonly chance: Chance
  readonly name: string
  readonly administrator: () => Promise<Person>
}

const visits = {
  student: ({ school, chance, name }: Visit) => new BusyStudent(school, chance, name).study(),
  subscriber: ({ school, chance, name }: Visit) => new BusySubscriber(school, chance, name, whereItIsEvening(new Date())).lookIn(),
  tutoring: async ({ administrator, ...visit }: Visit) => holdTutoringRound({ ...visit, administrator: await administrator() }),
}
type Visitor = keyof typeof visits

/** They have places of their own, so that the shortest run meets some of them. */
const ownPlaces: readonly Visitor[] = ['subscriber', 'tutoring']

/** Everyone who is at work while processes are killed, one after the other in each place. */
export function startLoad(among: School, { seed, atOnce }: { readonly seed: number; readonly atOnce: number }) {
  const stopping = new AbortController()
  const school = { ...among, signal: AbortSignal.any([among.signal, stopping.signal]) }
  setMaxListeners(0, school.signal)
  const places = new Map<number, { name: string; working: Promise<void> }>()
  let administrator: Promise<Person> | null = null
  let isEnding = false
  let count = 0
  for (const [place, visitor] of [...ownPlaces, ...Array<Visitor>(atOnce).fill('student')].entries()) seat(place, visitor)

  function seat(place: number, visitor: Visitor): void {
    if (isEnding) {
      places.delete(place)
      return
    }
    count += 1
    const name = `${visitor}-${count}`
    const chance = new Chance(seed * 7_919 + count)
    const working = visits[visitor]({ school, chance, name, administrator: administratorComes })
      .catch((error: unknown) => {
        if (!school.signal.aborted) school.ledger.fault(`${name} gave up: ${error}`)
      })
      .then(() => seat(place, visitor))
    places.set(place, { name, working })
  }

  function administratorComes(): Promise<Person> {
    const come = async () => {
      const person = new Person(school, new Chance(seed), 'administrator')
      await person.enter()
      await school.makeAdministrator(person.email)
      await person.signInWithNewRole()
      return person
    }
    administrator ??= come()
    return administrator
  }

  /** Admits no more visitors and gives the others this long to finish. Returns who did not. */
  async function end(milliseconds: number): Promise<string[]> {
    isEnding = true
    const deadline = Date.now() + milliseconds
    while (places.size > 0 && Date.now() < deadline && !school.signal.aborted) await sleep(50)
    const unfinished = [...places.values()]
    await abort()
    return unfinished.map(({ name }) => `${name} was still waiting for an answer ${milliseconds} ms after the last kill`)
  }

  async function abort(): Promise<void> {
    isEnding = true
    stopping.abort()
    await Promise.all([...places.values()].map(({ working }) => working))
  }

  return { end, abort }
}
