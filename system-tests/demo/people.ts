import type { Tier } from '@medicready/domain/billing/shown/tiers'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { type ModuleName, moduleNames } from '@medicready/domain/questions/shown/modules'
import type { Chance } from '@medicready/platform/testing/chance'

export const DEMO_PASSWORD = 'demonstration'
export const DEMO_DAYS = 365

const named = (email: string, name: string, says: string) => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { email, firstName, lastName, says }
}
export const admin = named('admin@example.org', 'Morgan Hale', 'an administrator: the business at /admin')
export const tutor = named('tutor@example.org', 'Teresa Vance', 'a tutor: her sessions at /tutoring/tutor')
export const secondTutor = named('tutor.west@example.org', 'Owen Castillo', 'another tutor')
export const educator = named('educator@example.org', 'Edith Novak', 'an educator: the questions that students doubt')
export const newcomer = named('new@example.org', 'Nia Brandt', 'a student who came yesterday, on the free plan')
export const midway = named('midway@example.org', 'Marco Sandoval', 'a student in the middle, on Basic')
export const beforeExam = named('exam@example.org', 'Alex Rivera', 'a student whose exam is next week, on Premium')

const everyDay = [0.95, 0.95, 0.95, 0.95, 0.95, 0.9, 0.85]
const steady = {
  timeZone: 'America/Chicago',
  growth: 0.16,
  habit: everyDay,
  dropOut: 0,
  pause: { chance: 0, days: 1 },
  hour: 8,
} as const

/** Their days count from the end. */
export const namedStudents = (modules: Learner['modules'], days: number, uuid: () => string): readonly Omit<Learner, 'keepsPlan'>[] => [
  {
    ...newcomer,
    ...steady,
    userId: uuid(),
    joinsOn: days - 1,
    upgrade: null,
    modules: modules.slice(0, 3),
    examAfter: 95,
    ability: -0.2,
  },
  {
    ...midway,
    ...steady,
    userId: uuid(),
    joinsOn: Math.max(0, days - 75),
    upgrade: { after: 5, tier: 'basic' },
    modules: modules.slice(0, 6),
    examAfter: 130,
    ability: -0.2,
  },
  {
    ...beforeExam,
    ...steady,
    userId: uuid(),
    joinsOn: Math.max(0, days - 150),
    upgrade: { after: 3, tier: 'premium' },
    modules,
    examAfter: 156,
    ability: 0.5,
  },
]

export interface Learner {
  readonly userId: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly timeZone: string
  /** Day of the year, from 0. */
  readonly joinsOn: number
  /** Days after joining; null for who stays free. */
  readonly upgrade: { readonly after: number; readonly tier: Exclude<Tier, 'free'> } | null
  /** Keeps the plan, and has a card that never fails. */
  readonly keepsPlan: boolean
  readonly modules: readonly ModuleName[]
  /** Days after joining; null without a date. */
  readonly examAfter: number | null
  /** In logits of the Rasch model: at 0 half of the moderate questions are answered correctly. */
  readonly ability: number
  /** Gain of the first hundred answers; later ones add less. */
  readonly growth: number
  /** Chance of studying by weekday, Monday first. */
  readonly habit: readonly number[]
  /** Daily chance of stopping for good. */
  readonly dropOut: number
  /** Daily chance of a pause, and its mean length in days. */
  readonly pause: { readonly chance: number; readonly days: number }
  /** Local hour at which they begin. */
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

/** Approximately: the sum of twelve uniform draws. */
const normal = (chance: Chance, mean: number, deviation: number): number =>
  mean + deviation * (Array.from({ length: 12 }, () => chance.number()).reduce((sum, one) => sum + one) - 6)

/** Most stay free, most stop within weeks, some study every day until their exam. */
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
    // The school grows: more join in the later months.
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

/** By the Rasch model; a question seen before is easier. */
export function chanceOfRight(
  { ability, growth }: Pick<Learner, 'ability' | 'growth'>,
  { difficulty }: Pick<QuestionContent, 'difficulty'>,
  { answers, isMetAgain }: { readonly answers: number; readonly isMetAgain: boolean },
): number {
  const learned = growth * Math.log2(1 + answers / 100)
  const logit = ability + learned + (isMetAgain ? 0.8 : 0) - difficulties[difficulty]
  return 1 / (1 + Math.exp(-logit))
}
