import type { Learner } from './learner.ts'

export const DEMO_PASSWORD = 'demonstration'
export const DEMO_DAYS = 365

type Named = Pick<Learner, 'email' | 'firstName' | 'lastName'> & { readonly says: string }

export const admin = {
  email: 'admin@example.org',
  firstName: 'Morgan',
  lastName: 'Hale',
  says: 'an administrator: the business at /admin',
} as const satisfies Named
export const tutor = {
  email: 'tutor@example.org',
  firstName: 'Teresa',
  lastName: 'Vance',
  says: 'a tutor: her sessions at /tutoring/tutor',
} as const satisfies Named
export const secondTutor = {
  email: 'tutor.west@example.org',
  firstName: 'Owen',
  lastName: 'Castillo',
  says: 'another tutor',
} as const satisfies Named
export const educator = {
  email: 'educator@example.org',
  firstName: 'Edith',
  lastName: 'Novak',
  says: 'an educator: the questions that students doubt',
} as const satisfies Named
export const newcomer = {
  email: 'new@example.org',
  firstName: 'Nia',
  lastName: 'Brandt',
  says: 'a student who came yesterday, on the free plan',
} as const satisfies Named
export const midway = {
  email: 'midway@example.org',
  firstName: 'Marco',
  lastName: 'Sandoval',
  says: 'a student in the middle, on Basic',
} as const satisfies Named
export const beforeExam = {
  email: 'exam@example.org',
  firstName: 'Alex',
  lastName: 'Rivera',
  says: 'a student whose exam is next week, on Premium',
} as const satisfies Named

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
