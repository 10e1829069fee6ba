import { accountAggregate } from '@medicready/domain/accounts/account'
import { changeRole } from '@medicready/domain/accounts/roles'
import type { UserRole } from '@medicready/domain/accounts/rules'
import type { CalendarDay } from '@medicready/domain/calendar'
import type { BankQuestion } from '@medicready/domain/questions/content'
import { moduleNames } from '@medicready/domain/study/modules'
import { Chance } from '@medicready/platform/testing/chance'
import type { HistoryEvent } from '@medicready/platform/testing/history'
import { Codes } from './codes.ts'
import { MockExams } from './exams.ts'
import { drawLearner, type Learner } from './learner.ts'
import { Lessons } from './lessons.ts'
import { Past } from './past.ts'
import { admin, DEMO_DAYS, namedStudents, tutor } from './people.ts'
import { Plans } from './plans.ts'
import { School, type Standing } from './school.ts'

const STUDENTS = 400
const WEEKS_OF_MOCKS = 7
/** A chance for each day of the guarantee. */
const REGRET = 1 / 300
const DAYS_WITHOUT_TUTORING = 40
/** After so many days somebody hears of the stand at EMS Week. */
const DAYS_TO_CODE = 4
const DAYS_TO_REGRET = 13
/** The hour, in UTC, at which payments are made, before the day of the Americas. */
const MORNING = 12
/** The hour, in UTC, at which what was studied that day is done with. */
const LATE = 23

interface Beginning {
  readonly seed: number
  /** A year before today. */
  readonly firstDay: CalendarDay
  readonly bank: readonly BankQuestion[]
  readonly hashEmail: (email: string) => Promise<string>
  /** Where payments are played. */
  readonly stripe: Pick<Parameters<typeof Plans.open>[0], 'directory' | 'secretKey' | 'webhookSecret'>
}

/** Somebody of the past who can sign in. */
interface Person {
  readonly userId: string
  readonly email: string
  readonly credentialId: string
}

/** What a school lives through in a year: the same beginning gives the same facts. */
export async function liveThroughYear(
  beginning: Beginning,
): Promise<{ readonly events: readonly HistoryEvent[]; readonly people: readonly Person[] }> {
  const chance = new Chance(beginning.seed)
  const past = new Past(chance)
  const school = new School({ ...beginning, past, chance })
  school.open(beginning.bank)
  const exams = new MockExams({ past, chance, bank: beginning.bank, at: school.at(0, 1) })
  const staff = { modules: [], timeZone: 'America/Chicago', joinsOn: 0, examAfter: null, upgrade: null } as const
  const ofStaff = (person: Pick<Learner, 'email' | 'firstName' | 'lastName'>): Learner => ({
    ...drawLearner(chance, 0),
    ...person,
    ...staff,
    dropOut: 1,
  })
  const people: Standing[] = []
  for (const [person, role] of [
    [admin, 'admin'],
    [tutor, 'tutor'],
  ] as const satisfies readonly (readonly [object, UserRole])[]) {
    const standing = await school.join(ofStaff(person))
    const { userId } = standing.learner
    const grant = changeRole({ role, reason: 'One of those who run the school.' })
    past.decide(accountAggregate, userId, grant, { actorId: 'setup', at: school.at(0, 23) })
    standing.awayUntil = Number.POSITIVE_INFINITY
    people.push(standing)
  }
  const adminId = people[0]?.learner.userId ?? ''
  const named = namedStudents(moduleNames, () => chance.uuid())
  const drawn = Array.from({ length: STUDENTS - named.length }, (_, number) => drawLearner(chance, number + 1))
  const coming = [...drawn, ...named].sort((one, other) => one.joinsOn - other.joinsOn)

  const plans = await Plans.open({ ...beginning.stripe, past, chance, from: school.at(0) })
  const codes = new Codes({ past, chance, adminId, at: school.at(0, LATE) })
  const [, tutorStanding] = people
  if (!tutorStanding) throw new Error('The school has no tutor.')
  const lessons = new Lessons({ past, chance, plans, tutor: tutorStanding, adminId }, school.at(1, LATE))
  for (let day = 0; day < DEMO_DAYS; day++) {
    for (; coming[0] && coming[0].joinsOn <= day; coming.shift()) {
      const standing = await school.join(coming[0])
      if (named.includes(coming[0])) people.push(standing)
    }
    await plans.until(school.at(day, MORNING))
    lessons.until(school.at(day, MORNING))
    codes.until(school.at(day, MORNING))
    for (const student of school.students) {
      await pay(plans, student, day, { at: school.at(day, MORNING), chance, codes })
      school.live(student, day)
      if (sitsMock(student, day, chance)) exams.take(student, school.at(day, LATE))
    }
    const asking = chance.pick(school.students)
    if (day > DAYS_WITHOUT_TUTORING && asking.awayUntil <= day && chance.happens(1 / 8)) await lessons.ask(asking, school.at(day, MORNING))
    school.review(adminId, day)
  }
  await plans.close()
  return {
    events: past.events(),
    people: people.map(({ learner: { userId, email }, credentialId }) => ({ userId, email, credentialId })),
  }
}

/** Who has Premium and an exam to come sits mock exams in the weeks before it, of those days that they are there. */
function sitsMock({ tier, awayUntil, learner: { joinsOn, examAfter } }: Standing, day: number, chance: Chance): boolean {
  if (tier !== 'premium' || day < awayUntil || examAfter === null) return false
  const left = joinsOn + examAfter - day
  return left > 1 && left < WEEKS_OF_MOCKS * 7 && chance.happens(1 / 12)
}

/** What a student does about their plan on a day. */
async function pay(
  plans: Plans,
  student: Standing,
  day: number,
  { at, chance, codes }: { at: number; chance: Chance; codes: Codes },
): Promise<void> {
  const { joinsOn, upgrade: plan } = student.learner
  if (!plan && day === joinsOn + DAYS_TO_CODE && student.awayUntil <= day && chance.happens(1 / 10)) codes.useFree(student, at)
  const since = day - joinsOn - (plan?.after ?? 0)
  if (!plan || since < 0) return
  const isGone = student.awayUntil === Number.POSITIVE_INFINITY
  if (student.tier === 'free') {
    if (since === 0 && student.awayUntil <= day) await plans.buy(student, plan.tier, { at, codes: chance.happens(1 / 5) ? codes : null })
    return
  }
  const isNew = since <= DAYS_TO_REGRET
  if (isNew && chance.happens(REGRET)) await plans.giveBack(student, at)
  else if (isGone ? chance.happens(1 / 10) : chance.happens(1 / 250)) await plans.cancel(student, at)
  else if (student.tier === 'basic' && chance.happens(1 / 90)) await plans.upgrade(student, at)
}
