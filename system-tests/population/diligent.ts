import { DEFAULT_SETTINGS } from '@medicready/domain/accounts/shown/rules'
import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { Fact, FactOf } from '@medicready/domain/events'
import { moduleNames } from '@medicready/domain/questions/shown/modules'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { Chance } from '@medicready/platform/testing/chance'
import { type HistoryEvent, Recorder } from '@medicready/platform/testing/history'
import { type AddedQuestion, delivered } from './questions.ts'

export interface Diligence {
  readonly seed: number
  readonly answers: number
  readonly today: CalendarDay
  /** The question to answer next, from 0; repeats within a day are skipped. */
  readonly questionOf: (number: number, chance: Chance) => AddedQuestion
  readonly examDate?: CalendarDay | null
}

type Record = (streamName: string, fact: Fact, at: number | string) => HistoryEvent

const DAYS = 360

/** A premium learner who has studied every day of a year, in one session each. */
export function diligentLearner(diligence: Diligence): { userId: string; events: Iterable<HistoryEvent> } {
  const chance = new Chance(diligence.seed)
  const userId = chance.uuid()
  return { userId, events: studying(userId, diligence, chance) }
}

function* studying(userId: string, { answers, today, questionOf, examDate }: Diligence, chance: Chance): Generator<HistoryEvent> {
  const recorder = new Recorder(chance)
  const record: Record = (streamName, fact, at) => recorder.record(streamName, fact, at, userId)
  const began = `${addDays(today, -DAYS)}T08:00:00.000Z`
  const profile = { email: `${userId}@example.org`, firstName: 'Ana', lastName: 'Diaz', timeZone: 'UTC' }
  yield record(`account-${userId}`, accountRegistered(userId, profile), began)
  yield record(`account-${userId}`, emailVerified(userId), began)
  if (examDate) yield record(`account-${userId}`, settingsWith(userId, examDate), began)
  const tier = { userId, from: 'free', to: 'premium', cause: 'granted', reason: null } as const
  yield record(`subscription-${userId}`, { type: 'TierChanged', data: tier }, began)
  for (const module of moduleNames)
    yield record(`modules-${userId}`, { type: 'ModuleSelected', data: { userId, userModuleId: chance.uuid(), module } }, began)

  for (let day = 0, number = 0; day < DAYS; day++) {
    const wanted = Math.floor(((day + 1) * answers) / DAYS) - Math.floor((day * answers) / DAYS)
    const ofDay = new Map<string, AddedQuestion>()
    while (ofDay.size < wanted) {
      const question = questionOf(number++, chance)
      ofDay.set(question.questionId, question)
    }
    if (ofDay.size === 0) continue
    yield* dayOf(userId, addDays(today, day - DAYS), [...ofDay.values()], chance, record)
  }
}

function* dayOf(
  userId: string,
  date: CalendarDay,
  ofDay: readonly AddedQuestion[],
  chance: Chance,
  record: Record,
): Generator<HistoryEvent> {
  const mode = chance.pick(['practice', 'tutor_mode', 'review'] as const)
  const studySessionId = chance.uuid()
  const session = { userId, studySessionId, date, mode }
  const stream = `studyDay-${userId}_${date}`
  const questions = ofDay.map(delivered)
  const at = `${date}T09:00:00.000Z`
  yield record(stream, { type: 'QuestionsDrawn', data: { ...session, questions } }, at)
  const started = { ...session, questions, secondsPerQuestion: null, quiz: null }
  yield record(`studySession-${studySessionId}`, { type: 'StudySessionStarted', data: started }, at)
  let correct = 0
  let time = 0
  for (const { questionId, questionVersion, module } of questions) {
    const isCorrect = chance.happens(0.7)
    const timeSpentSeconds = 5 + Math.floor(chance.exponential(45))
    correct += isCorrect ? 1 : 0
    time += timeSpentSeconds
    const given = { ...session, questionId, questionVersion, module, isCorrect, timeSpentSeconds, confidence: 1 + chance.below(5) }
    yield record(stream, answerSubmitted(given), Date.parse(at) + 1_000 * time)
  }
  const completed = { ...session, totalQuestions: questions.length, answered: questions.length, scored: questions.length, correct }
  yield record(
    `studySession-${studySessionId}`,
    { type: 'StudySessionCompleted', data: { ...completed, timeSpentSeconds: time, endedBy: 'learner' } },
    Date.parse(at) + 1_000 * time,
  )
}

const settingsWith = (userId: string, examDate: CalendarDay): FactOf<'SettingsChanged'> => ({
  type: 'SettingsChanged',
  data: { ...DEFAULT_SETTINGS, userId, examDate, timeZone: 'UTC', timeZoneChangedAt: null },
})
