import { accountAggregate } from '@medicready/domain/accounts/account'
import { changeRole } from '@medicready/domain/accounts/settings'
import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { adminActionAggregate, noteAction } from '@medicready/domain/admin/admin-actions'
import type { CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { BankQuestion } from '@medicready/domain/questions/content/content'
import { moduleNames } from '@medicready/domain/questions/shown/modules'
import { Chance } from '@medicready/platform/testing/chance'
import { mockExams } from './exams.ts'
import { openLessons } from './lessons.ts'
import { inOrder, Past } from './past.ts'
import { admin, drawLearner, educator, type Learner, namedStudents, secondTutor, tutor } from './people.ts'
import { type Codes, openCodes, openPlans, type Plans } from './plans.ts'
import { openReminders } from './reminders.ts'
import { type LearnerStanding, openSchool } from './school.ts'

const WEEKS_OF_MOCKS = 7
const REGRET = 1 / 300
const DAYS_WITHOUT_TUTORING = 40
const DAYS_TO_CODE = 4
const DAYS_TO_REGRET = 13
const DAYS_TO_REPORT = 30
/** UTC hour at which payments of the night are read. */
const MORNING = 12
/** Later, so that the duration of purchases moves nothing from one morning to another. */
const BUYING = 13
/** UTC hour at which the study day is over. */
const LATE = 23

interface Beginning {
  readonly seed: number
  readonly students: number
  readonly days: number
  readonly namedKeepPlans: boolean
  readonly firstDay: CalendarDay
  readonly bank: readonly BankQuestion[]
  readonly hashEmail: (email: string) => Promise<string>
  readonly stripe: Pick<Parameters<typeof openPlans>[0], 'directory' | 'secretKey' | 'webhookSecret'>
}

/** The same beginning gives the same facts. */
export async function liveThrough(beginning: Beginning) {
  const { seed, days, namedKeepPlans } = beginning
  const chance = new Chance(seed)
  const past = new Past(chance)
  const school = openSchool({ ...beginning, past, chance })
  const exams = mockExams({ past, chance, bank: beginning.bank, at: school.momentOf(0, 1) })
  const reminders = openReminders(new Chance(seed + 1), school.momentOf)
  const staff = { modules: [], timeZone: 'America/Chicago', joinsOn: 0, examAfter: null, upgrade: null, dropOut: 1 } as const
  const joinStaff = async (person: Pick<Learner, 'email' | 'firstName' | 'lastName'>, role: UserRole): Promise<LearnerStanding> => {
    const standing = await school.join({ ...drawLearner(chance, 0, days), ...person, ...staff }, { opensMail: true })
    const grant = changeRole({ role, reason: 'One of those who run the school.' })
    past.decide(accountAggregate, standing.learner.userId, grant, { actorId: 'setup', at: school.momentOf(0, 23) })
    standing.awayUntil = Number.POSITIVE_INFINITY
    return standing
  }
  const office = await joinStaff(admin, 'admin')
  const tutors = [await joinStaff(tutor, 'tutor'), await joinStaff(secondTutor, 'tutor')]
  const teacher = await joinStaff(educator, 'educator')
  const people: LearnerStanding[] = [office, ...tutors, teacher]
  const adminId = office.learner.userId
  const named = namedStudents(moduleNames, days, () => chance.uuid()).map((student) => ({ ...student, keepsPlan: namedKeepPlans }))
  const drawn = Array.from({ length: beginning.students - named.length }, (_, number) => drawLearner(chance, number + 1, days))
  const coming = [...drawn, ...named].sort((one, other) => one.joinsOn - other.joinsOn)

  const plans = await openPlans({ ...beginning.stripe, past, chance, from: school.momentOf(0) })
  const codes = openCodes({ past, chance, adminId, at: school.momentOf(0, LATE) })
  const lessons = openLessons({ past, chance, plans, tutors, adminId }, school.momentOf(1, LATE))
  for (let day = 0; day < days; day++) {
    for (; coming[0] && coming[0].joinsOn <= day; coming.shift()) {
      const isNamed = named.includes(coming[0])
      const standing = await school.join(coming[0], { opensMail: isNamed || chance.happens(0.94) })
      if (isNamed) people.push(standing)
    }
    await plans.until(school.momentOf(day, MORNING))
    await lessons.until(school.momentOf(day, MORNING))
    codes.until(school.momentOf(day, MORNING))
    plans.goOn(school.momentOf(day, BUYING))
    for (const student of school.students) {
      await pay(plans, student, day, { at: school.momentOf(day, BUYING), chance, codes })
      reminders.send(student, day)
      school.live(student, day)
      if (sitsMock(student, day, chance)) exams.take(student, school.momentOf(day, LATE))
    }
    const present = school.students.filter(({ awayUntil }) => awayUntil <= day)
    if (day > DAYS_WITHOUT_TUTORING && present.length > 0 && chance.happens(1 / 5))
      await lessons.ask(chance.pick(present), school.momentOf(day, BUYING))
    school.review(teacher.learner.userId, day)
    if (day % DAYS_TO_REPORT === DAYS_TO_REPORT - 1) report(past, chance, adminId, school.momentOf(day, LATE))
  }
  // One student is at the checkout with a code when the year ends.
  const undecided = school.students.find(
    ({ tier, awayUntil, learner }) => tier === 'free' && awayUntil < days && !learner.upgrade && !named.includes(learner),
  )
  if (undecided) await plans.goToCheckout(undecided, 'basic', { at: school.momentOf(days - 1, LATE), codes })
  await plans.reconcile(school.momentOf(days - 1, LATE))
  await plans.until(Math.min(Date.now(), school.momentOf(days, MORNING)))
  await plans.close()
  return {
    events: inOrder([...past.events(), ...reminders.events()]),
    people: people.map(({ learner: { userId, email }, credentialId }) => ({ userId, email, credentialId })),
  }
}

function report(past: Past, chance: Chance, adminId: string, at: number): void {
  const actionId = chance.uuid()
  const data = { actionId, by: adminId, table: 'students' as const, reason: 'For the monthly report.' }
  past.decide(adminActionAggregate, actionId, noteAction({ type: 'PeopleExported', data }), { actorId: adminId, at })
}

/** Premium students with an exam to come sit mock exams in the weeks before it. */
function sitsMock({ tier, awayUntil, learner: { joinsOn, examAfter } }: LearnerStanding, day: number, chance: Chance): boolean {
  if (tier !== 'premium' || day < awayUntil || examAfter === null) return false
  const left = joinsOn + examAfter - day
  return left > 1 && left < WEEKS_OF_MOCKS * 7 && chance.happens(1 / 12)
}

async function pay(
  plans: Plans,
  student: LearnerStanding,
  day: number,
  { at, chance, codes }: { at: number; chance: Chance; codes: Codes },
): Promise<void> {
  const { joinsOn, upgrade: plan, keepsPlan } = student.learner
  if (!plan && day === joinsOn + DAYS_TO_CODE && student.awayUntil <= day && chance.happens(1 / 10)) codes.useFree(student, at)
  const since = day - joinsOn - (plan?.after ?? 0)
  if (!plan || since < 0) return
  const isGone = student.awayUntil === Number.POSITIVE_INFINITY
  if (student.tier === 'free') {
    if (since === 0 && student.awayUntil <= day) await plans.buy(student, plan.tier, { at, codes: chance.happens(1 / 5) ? codes : null })
    return
  }
  if (keepsPlan) return
  const isNew = since <= DAYS_TO_REGRET
  if (isNew && chance.happens(REGRET)) await plans.giveBack(student, at)
  else if (isGone ? chance.happens(1 / 10) : chance.happens(1 / 250)) await plans.cancel(student, at)
  else if (student.tier === 'basic' && chance.happens(1 / 90)) await plans.upgrade(student, at)
}
