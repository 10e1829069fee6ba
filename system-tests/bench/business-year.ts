import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import { addDays, type CalendarDay, DAY_MILLISECONDS } from '@medicready/domain/core/calendar'
import type { Fact } from '@medicready/domain/events'
import { asItStands } from '@medicready/domain/questions/delivered-question'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { Chance } from '@medicready/platform/testing/chance'
import { firstNames, type HistoryEvent, history, lastNames, Recorder } from '@medicready/platform/testing/history'
import { type Deed, freeMonthOf, type Happens, opening, planOf, type School } from './business-deeds.ts'
import { lessonsOf } from './business-lessons.ts'
import { type Question, questionsOf } from './diligent.ts'

interface YearOptions {
  readonly seed: number
  readonly students: number
  /** The year ends yesterday. */
  readonly today: CalendarDay
}

const DAYS = 365
const QUESTIONS_PER_MODULE = 60
const CODES = 40
/** At least a page of them, in a school of any size. */
const TUTORS = 120
/** Answers per student, in turn: a few give many. */
const answersInTurn = [2, 4, 6, 8, 8, 10, 14, 28] as const
export const ANSWERS_A_STUDENT = answersInTurn.reduce((sum, answers) => sum + answers, 0) / answersInTurn.length
const ANSWERS_A_DAY = 8
/** In UTC. */
const MORNING = 6 * 3_600_000
const AWAKE = 50_000_000

/**
 * A year of a school as its administrators see it, of the same shape at any size. It is generated day by day and keeps
 * only the agenda in memory.
 */
export function businessYear({ seed, students, today }: YearOptions): { adminId: string; events: Iterable<HistoryEvent> } {
  const chance = new Chance(seed)
  const firstDay = addDays(today, -DAYS)
  const bank = [...history({ seed: seed + 1, students: 0, days: 1, firstDay, questionsPerModule: QUESTIONS_PER_MODULE })]
  const school: School = {
    adminId: chance.uuid(),
    chance,
    firstDay,
    days: DAYS,
    tutors: Array.from({ length: TUTORS }, () => chance.uuid()),
    codes: Array.from({ length: CODES }, (_, number) => ({ codeId: chance.uuid(), code: `CODE-${100 + number}` })),
  }
  return { adminId: school.adminId, events: dayByDay(school, students, bank) }
}

function* dayByDay(school: School, students: number, bank: readonly HistoryEvent[]): Generator<HistoryEvent> {
  yield* bank
  const { chance, firstDay } = school
  const questions = questionsOf(bank)
  const recorder = new Recorder(chance, bank)
  const agenda: Deed[][] = Array.from({ length: DAYS }, () => [])
  agenda[0]?.push(opening(school))
  for (let day = 0, number = 0; day < DAYS; day++) {
    for (; number * DAYS < (day + 1) * students && number < students; number++)
      for (const deed of lifeOf(number, day, school, questions)) agenda[deed.day]?.push(deed)
    const happened: { readonly at: number; readonly streamName: string; readonly fact: Fact; readonly actorId: string }[] = []
    for (const { does } of agenda[day] ?? []) {
      let at = Date.parse(`${firstDay}T00:00:00.000Z`) + day * DAY_MILLISECONDS + MORNING + chance.below(AWAKE)
      const happens: Happens = (streamName, fact, actorId) => {
        happened.push({ at, streamName, fact, actorId })
        at += 1_000 + chance.below(20_000)
      }
      does(happens)
    }
    agenda[day] = []
    happened.sort((one, other) => one.at - other.at)
    for (const { at, streamName, fact, actorId } of happened) yield recorder.record(streamName, fact, at, actorId)
    recorder.forget((name) => name.startsWith('studyDay-'))
  }
}

function lifeOf(number: number, day: number, school: School, questions: readonly Question[]): Deed[] {
  const { chance } = school
  const userId = chance.uuid()
  const [firstName, lastName] = [chance.pick(firstNames), chance.pick(lastNames)]
  const email = `student-${number}@example.org`
  const answers = answersInTurn[number % answersInTurn.length] ?? 0
  // Not everyone starts on the day they join.
  const begins = number % 7 > 0
  const atOnce = day === DAYS - 1 ? answers : begins ? Math.min(answers, ANSWERS_A_DAY) : 0
  const join: Deed = {
    day,
    does: (happens) => {
      happens(`account-${userId}`, accountRegistered(userId, { email, firstName, lastName }), userId)
      happens(`account-${userId}`, emailVerified(userId), userId)
      if (number % 100 === 0) {
        const action = { actionId: chance.uuid(), by: school.adminId, userId, reason: 'Asked by phone.' }
        happens(`adminAction-${action.actionId}`, { type: 'StudentUnlocked', data: action }, school.adminId)
      }
      if (atOnce > 0) answerOn(day, userId, atOnce, school, questions, happens)
    },
  }
  const soon = day + 1 + chance.below(20)
  return [
    join,
    ...studyOf(userId, day, answers - atOnce, school, questions),
    ...(number % 9 === 0 ? planOf(userId, number, soon, school) : []),
    ...(number % 20 === 1 ? freeMonthOf(userId, soon, school) : []),
    ...(number % 50 === 2 ? lessonsOf(userId, `${firstName} ${lastName}`, soon, school) : []),
  ]
}

/** Spreads answers over days further and further apart; the rest falls on the last day. */
function studyOf(userId: string, joined: number, answers: number, school: School, questions: readonly Question[]): Deed[] {
  const deeds: Deed[] = []
  for (let day = joined, left = answers; left > 0 && day < DAYS - 1; ) {
    day = Math.min(DAYS - 1, day + 1 + Math.floor(school.chance.exponential(5)))
    const given = day === DAYS - 1 ? left : Math.min(left, ANSWERS_A_DAY)
    left -= given
    const on = day
    deeds.push({ day, does: (happens) => answerOn(on, userId, given, school, questions, happens) })
  }
  return deeds
}

function answerOn(
  day: number,
  userId: string,
  count: number,
  { chance, firstDay }: School,
  questions: readonly Question[],
  happens: Happens,
): void {
  const date = addDays(firstDay, day)
  const stream = `studyDay-${userId}_${date}`
  const drawn = new Map<string, Question>()
  while (drawn.size < count) {
    const question = chance.pick(questions)
    drawn.set(question.questionId, question)
  }
  const given = [...drawn.values()].map(({ questionId, version, content: { module } }) => ({
    questionId,
    questionVersion: version,
    module,
  }))
  const delivered = given.map((question) => ({ ...question, set: null, ...asItStands }))
  happens(stream, { type: 'QuestionsDrawn', data: { userId, date, questions: delivered, mode: 'practice', studySessionId: null } }, userId)
  for (const question of given) {
    const isCorrect = chance.happens(0.7)
    const answer = { kind: 'multiple_choice', option: isCorrect ? 'a' : 'b' } as const
    happens(stream, answerSubmitted({ userId, date, ...question, answer, isCorrect, mode: 'practice', confidence: 3 }), userId)
  }
  if (!chance.happens(0.002)) return
  const [doubted] = given
  if (!doubted) return
  const request = { questionId: doubted.questionId, version: doubted.questionVersion, userId, reason: 'Two of the options fit.' }
  happens(`question-${doubted.questionId}`, { type: 'QuestionReviewRequested', data: request }, userId)
}
