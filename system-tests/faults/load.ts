import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Chance } from '@medicready/platform/testing/chance'
import { Person, type School } from './person.ts'
import { Student, Subscriber, whereItIsEvening } from './student.ts'
import { TutoringRound } from './tutoring-round.ts'

interface Visit {
  readonly school: School
  readonly chance: Chance
  readonly name: string
  readonly administrator: () => Promise<Person>
}

const visits = {
  student: ({ school, chance, name }: Visit) => new Student(school, chance, name).study(),
  subscriber: ({ school, chance, name }: Visit) => new Subscriber(school, chance, name, whereItIsEvening(new Date())).lookIn(),
  tutoring: async ({ administrator, ...visit }: Visit) => new TutoringRound({ ...visit, administrator: await administrator() }).hold(),
}
type Visitor = keyof typeof visits

/** They have places of their own, so that the shortest run meets some of them. */
const ownPlaces: readonly Visitor[] = ['subscriber', 'tutoring']

/** Everyone who is at work while processes are killed, one after the other in each place. */
export class Load {
  readonly #school: School
  readonly #options: { readonly seed: number; readonly atOnce: number }
  readonly #abort = new AbortController()
  readonly #places = new Map<number, { name: string; working: Promise<void> }>()
  #administrator: Promise<Person> | null = null
  #isEnding = false
  #count = 0

  constructor(school: School, options: { seed: number; atOnce: number }) {
    this.#school = { ...school, signal: AbortSignal.any([school.signal, this.#abort.signal]) }
    setMaxListeners(0, this.#school.signal)
    this.#options = options
  }

  start(): void {
    const { atOnce } = this.#options
    const visitors = [...ownPlaces, ...Array<Visitor>(atOnce).fill('student')]
    for (const [place, visitor] of visitors.entries()) this.#seat(place, visitor)
  }

  #seat(place: number, visitor: Visitor): void {
    if (this.#isEnding) {
      this.#places.delete(place)
      return
    }
    this.#count += 1
    const name = `${visitor}-${this.#count}`
    const chance = new Chance(this.#options.seed * 7_919 + this.#count)
    const working = visits[visitor]({ school: this.#school, chance, name, administrator: () => this.#administratorComes() })
      .catch((error: unknown) => {
        if (!this.#school.signal.aborted) this.#school.ledger.fault(`${name} gave up: ${error}`)
      })
      .then(() => this.#seat(place, visitor))
    this.#places.set(place, { name, working })
  }

  #administratorComes(): Promise<Person> {
    const come = async () => {
      const person = new Person(this.#school, new Chance(this.#options.seed), 'administrator')
      await person.enter()
      await this.#school.makeAdministrator(person.email)
      await person.signInWithNewRole()
      return person
    }
    this.#administrator ??= come()
    return this.#administrator
  }

  /** Admits no more visitors and gives the others this long to finish. Returns who did not. */
  async end(milliseconds: number): Promise<string[]> {
    this.#isEnding = true
    const deadline = Date.now() + milliseconds
    while (this.#places.size > 0 && Date.now() < deadline && !this.#school.signal.aborted) await sleep(50)
    const unfinished = [...this.#places.values()]
    await this.abort()
    return unfinished.map(({ name }) => `${name} was still waiting for an answer ${milliseconds} ms after the last kill`)
  }

  async abort(): Promise<void> {
    this.#isEnding = true
    this.#abort.abort()
    await Promise.all([...this.#places.values()].map(({ working }) => working))
  }
}
