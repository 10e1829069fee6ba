import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { Chance } from '@medicready/platform/testing/chance'
import type { Happening } from '@medicready/platform/testing/exam-history'
import { firstNames, type HistoryEvent, history, lastNames, Recorder } from '@medicready/platform/testing/history'
import { accountOf, codeCreated, freeMonthOf, planOf, type Stream, tutorFrom, tutoringOf, WAYS } from './lives.ts'
import { delivered, questionsOf } from './questions.ts'

interface YearOptions {
  readonly seed: number
  readonly students: number
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
const odds = { upgrade: 0.06, refund: 0.02, refundFails: 0.1, dispute: 0.005, leave: 0.12, comesBack: 0.1 }
const HOUR = 3_600_000
/** UTC hours after which these happen, so that no one studies before registering. */
const hours = { opening: 0, joining: 6, studying: 10, paying: 13, tutoring: 17 } as const

/** A year of a school as its administrators see it, of the same shape at any size. */
export function businessYear({ seed, students, today }: YearOptions): { adminId: string; events: Iterable<HistoryEvent> } {
  const chance = new Chance(seed)
  const firstDay = addDays(today, -DAYS)
  const bank = [...history({ seed: seed + 1, students: 0, days: 1, firstDay, questionsPerModule: QUESTIONS_PER_MODULE })]
  const questions = questionsOf(bank)
  const adminId = chance.uuid()
  const tutors = Array.from({ length: TUTORS }, () => chance.uuid())
  const codes = Array.from({ length: CODES }, (_, number) => ({ codeId: chance.uuid(), code: `CODE-${100 + number}` }))
  const happened: Happening[] = []
  const add = (what: keyof typeof hours, actorId: string, ...streams: readonly Stream[]) => {
    for (const [streamName, own] of streams) {
      let [before, at] = ['', 0]
      for (const { day, fact } of own) {
        at = day === before ? at + 1_000 + chance.below(20_000) : Date.parse(day) + hours[what] * HOUR + chance.below(3 * HOUR)
        before = day
        happened.push({ at, streamName, fact, actorId })
      }
    }
  }

  const study = (userId: string, day: CalendarDay, count: number) => {
    const drawn = new Map<string, (typeof questions)[number]>()
    while (drawn.size < count) {
      const question = chance.pick(questions)
      drawn.set(question.questionId, question)
    }
    const given = [...drawn.values()].map(delivered)
    const answers = given.map(({ questionId, questionVersion, module }) => {
      const isCorrect = chance.happens(0.7)
      const answer = { kind: 'multiple_choice', option: isCorrect ? 'a' : 'b' } as const
      const marked = { questionId, questionVersion, module, answer, isCorrect }
      return { day, fact: answerSubmitted({ userId, date: day, ...marked, mode: 'practice', confidence: 3 }) }
    })
    const draw = { userId, date: day, questions: given, mode: 'practice', studySessionId: null } as const
    add('studying', userId, [`studyDay-${userId}_${day}`, [{ day, fact: { type: 'QuestionsDrawn', data: draw } }, ...answers]])
    const [doubted] = given
    if (!doubted || !chance.happens(0.002)) return
    const { questionId, questionVersion: version } = doubted
    const request = { questionId, version, userId, reason: 'Two of the options fit.' }
    add('studying', userId, [`question-${questionId}`, [{ day, fact: { type: 'QuestionReviewRequested', data: request } }]])
  }

  const live = (number: number) => {
    const joins = Math.floor((number * DAYS) / students)
    const day = addDays(firstDay, joins)
    const userId = chance.uuid()
    const [firstName, lastName] = [chance.pick(firstNames), chance.pick(lastNames)]
    add('joining', userId, accountOf(userId, day, { email: `student-${number}@example.org`, firstName, lastName }))
    if (number % 100 === 0) {
      const action = { actionId: chance.uuid(), by: adminId, userId, reason: 'Asked by phone.' }
      add('studying', adminId, [`adminAction-${action.actionId}`, [{ day, fact: { type: 'StudentUnlocked', data: action } }]])
    }
    const pause = () => 1 + Math.floor(chance.exponential(5))
    // Not everyone starts on the day they join. What is left falls on the last day.
    let on = number % 7 > 0 ? joins : joins + pause()
    for (let left: number = answersInTurn[number % answersInTurn.length] ?? 0; left > 0; on += pause()) {
      const count = on < DAYS - 1 ? Math.min(left, ANSWERS_A_DAY) : left
      study(userId, addDays(firstDay, Math.min(on, DAYS - 1)), count)
      left -= count
    }
    const soon = addDays(day, 1 + chance.below(20))
    if (soon >= today) return
    const code = chance.happens(0.25) ? (chance.happens(0.5) ? codes[1] : chance.pick(codes)) : undefined
    if (number % 9 === 0) add('paying', 'worker', ...planOf({ userId, number, begin: soon, before: today, chance, odds, code }))
    else if (number % 20 === 1 && codes[0]) add('paying', userId, ...freeMonthOf(userId, codes[0], soon, today, chance.uuid()))
    const tutoring = { userId, tutorId: chance.pick(tutors), way: Math.floor(number / 20) % WAYS, chance }
    if (number % 20 === 2) add('tutoring', userId, ...tutoringOf(tutoring, soon, today))
  }

  function* events(): Generator<HistoryEvent> {
    yield* bank
    const recorder = new Recorder(chance, bank)
    const makeAdministrator = { type: 'RoleGranted', data: { userId: adminId, role: 'admin', reason: null } } as const
    add('opening', adminId, accountOf(adminId, firstDay, { email: `admin-${adminId}@example.org`, firstName: 'Ada', lastName: 'Lovelace' }))
    add('joining', 'setup', [`account-${adminId}`, [{ day: firstDay, fact: makeAdministrator }]])
    for (const userId of tutors) {
      add('opening', userId, accountOf(userId, firstDay, { email: `tutor-${userId}@example.org`, firstName: 'Tom', lastName: 'Tutor' }))
      add('joining', userId, tutorFrom(userId, adminId, firstDay))
    }
    for (const [number, code] of codes.entries()) {
      const free = { discountType: 'free_subscription', discountValue: 1, grantsTier: 'basic' } as const
      const terms = number % 4 === 0 ? free : ({ discountType: 'percentage', discountValue: 20, grantsTier: null } as const)
      const created = codeCreated(code, code.code, adminId, terms)
      add('opening', adminId, [`discountCode-${code.code}`, [{ day: firstDay, fact: created }]])
    }
    for (let number = 0; number < students; number++) live(number)
    happened.sort((one, other) => one.at - other.at)
    for (const { at, streamName, fact, actorId } of happened) yield recorder.record(streamName, fact, at, actorId)
  }
  return { adminId, events: events() }
}
