import type { Tier } from '@medicready/domain/billing/tiers'
import type { QuestionContent } from '@medicready/domain/questions/content'
import { type ModuleName, moduleNames } from '@medicready/domain/study/modules'
import type { Chance } from '@medicready/platform/testing/chance'

/** How the students of the demonstration are: what they know, when they study, and when they stop. */

export interface Learner {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
  /** The day of the year, or whatever time is lived through, that they come on, from 0. */
  readonly joinsOn: number
  /** Days after joining on which they upgrade, and to what; null for who stays free. */
  readonly upgrade: { readonly after: number; readonly tier: Exclude<Tier, 'free'> } | null
  /** Whether they stay with the plan that they upgrade to, and pay with a card that lasts. */
  readonly keepsPlan: boolean
  readonly modules: readonly ModuleName[]
  /** Days after joining that their exam is planned for; null where they have no date. */
  readonly examAfter: number | null
  /** In logits, as Rasch's model has it: at 0 half of the moderate questions are answered rightly. */
  readonly ability: number
  /** What a hundred answers add to it at first; each hundred more adds less. */
  readonly growth: number
  /** Chance of studying on each day of the week, Monday first. */
  readonly habit: readonly number[]
  /** Chance, each day, that they stop for good. */
  readonly dropOut: number
  /** Chance, each day, that they pause, and the mean length of a pause in days. */
  readonly pause: { readonly chance: number; readonly days: number }
  /** The hour of their day at which they begin. */
  readonly hour: number
}

const firstNames =
  `Ana Ben Carmen Chidi Dana Diego Elena Emil Farah Finn Grace Hana Hugo Imani Ines Jamal Jonas Kaya Kofi Leila Liam Lucía Maya Mei
  Miguel Nadia Noah Noor Olivia Omar Otis Priya Quinn Rafael Rosa Sam Sofia Tariq Tessa Uma Victor Wen Yara Zoe`.split(/\s+/)
const lastNames =
  `Abbott Adeyemi Alvarez Baker Bauer Bianchi Brooks Chen Clarke Cruz Dalton Diaz Evans Fischer Flores García Haddad Hughes Ito Ivanov
  Jensen Jones Kaur Kim Kowalski Lee López Marsh Mendoza Moreau Müller Nguyen O'Neill Okafor Park Patel Quinn Reyes Rossi Sato Silva Tran Walsh Young`.split(
    /\s+/,
  )
const timeZones = ['America/New_York', 'America/Chicago', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'America/Phoenix']

/** About normal: the sum of twelve even draws. */
const normal = (chance: Chance, mean: number, deviation: number): number =>
  mean + deviation * (Array.from({ length: 12 }, () => chance.number()).reduce((sum, one) => sum + one) - 6)

/** Someone like many: most stay free, most stop within weeks, some study every day until their exam. */
export function drawLearner(chance: Chance, number: number, days: number): Learner {
  const [firstName, lastName] = [chance.pick(firstNames), chance.pick(lastNames)]
  const diligence = 0.15 + 0.75 * Math.sqrt(chance.number())
  const weekend = chance.happens(0.5) ? 0.5 : 1.1
  const draw = chance.number()
  const after = Math.floor(chance.exponential(9))
  const ofMost = chance.happens(0.4)
  return {
    userId: chance.uuid(),
    email: `${plain(firstName)}.${plain(lastName)}.${number}@example.org`,
    firstName,
    lastName,
    timeZone: chance.pick(timeZones),
    // The school grows: more come in the later months.
    joinsOn: Math.floor(days * chance.number() ** 0.65),
    upgrade: draw < 0.6 ? null : { after, tier: draw < 0.82 ? 'basic' : 'premium' },
    keepsPlan: false,
    modules: ofMost
      ? moduleNames
      : [...moduleNames]
          .map((module) => ({ module, at: chance.number() }))
          .sort((one, other) => one.at - other.at)
          .slice(0, 2 + chance.below(5))
          .map(({ module }) => module),
    examAfter: chance.happens(0.6) ? 30 + chance.below(120) : null,
    ability: normal(chance, 0.1, 0.6),
    growth: 0.08 + 0.16 * chance.number(),
    habit: Array.from({ length: 7 }, (_, weekday) => Math.min(0.97, diligence * (weekday >= 5 ? weekend : 0.9 + 0.2 * chance.number()))),
    dropOut: chance.happens(0.35) ? 0.06 : 0.008,
    pause: { chance: 0.015, days: 8 },
    hour: 6 + chance.below(15),
  }
}

const plain = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()

const difficulties = { easy: -0.8, moderate: 0, hard: 0.8 } as const satisfies Record<QuestionContent['difficulty'], number>

/** The chance of a right answer, by Rasch's model; who meets a question again remembers some of it. */
export function chanceOfRight(
  { ability, growth }: Pick<Learner, 'ability' | 'growth'>,
  { difficulty }: Pick<QuestionContent, 'difficulty'>,
  { answers, isMetAgain }: { readonly answers: number; readonly isMetAgain: boolean },
): number {
  const learned = growth * Math.log2(1 + answers / 100)
  const logit = ability + learned + (isMetAgain ? 0.8 : 0) - difficulties[difficulty]
  return 1 / (1 + Math.exp(-logit))
}
