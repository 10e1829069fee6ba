import { DEFAULT_SETTINGS } from '@medicready/domain/accounts/rules'
import { addDays, type CalendarDay } from '@medicready/domain/calendar'
import type { Fact, FactOf } from '@medicready/domain/events'
import { asItStands } from '@medicready/domain/study/delivered-question'
import { moduleNames } from '@medicready/domain/study/modules'
import { accountRegistered, emailVerified } from '@medicready/domain/testing/account-facts'
import { Chance } from '@medicready/platform/testing/chance'
import type { HistoryEvent } from '@medicready/platform/testing/history'

export type Question = FactOf<'QuestionAdded'>['data']

export interface Diligence {
  readonly seed: number
  readonly answers: number
  /** The learner's last day is yesterday. */
  readonly today: CalendarDay
  /** The question to answer next, from 0; repeats within a day are skipped. */
  readonly questionOf: (number: number, chance: Chance) => Question
  readonly examDate?: CalendarDay | null
}

const DAYS = 360

export const questionsOf = (events: readonly HistoryEvent[]): Question[] =>
  events.flatMap(({ fact }) => (fact.type === 'QuestionAdded' ? [fact.data] : []))

/** A premium learner who has studied every day of a year, in one session each. */
export function diligentLearner(diligence: Diligence): { userId: string; events: Iterable<HistoryEvent> } {
  const chance = new Chance(diligence.seed)
  const userId = chance.uuid()
  return { userId, events: studying(userId, diligence, chance) }
}

function* studying(userId: string, { answers, today, questionOf, examDate }: Diligence, chance: Chance): Generator<HistoryEvent> {
  const revisions = new Map<string, bigint>()
  const record = (streamName: string, fact: Fact, occurredAt: string): HistoryEvent => {
    const revision = revisions.get(streamName) ?? 0n
    revisions.set(streamName, revision + 1n)
    const id = chance.uuid()
    const metadata = { schemaVersion: '1', correlationId: id, causationId: id, commandId: id, actorId: userId, occurredAt }
    return { id: chance.uuid(), streamName, revision, fact, metadata }
  }
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
    const ofDay = new Map<string, Question>()
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
  ofDay: readonly Question[],
  chance: Chance,
  record: (streamName: string, fact: Fact, occurredAt: string) => HistoryEvent,
): Generator<HistoryEvent> {
  const mode = chance.pick(['practice', 'tutor_mode', 'review'] as const)
  const studySessionId = chance.uuid()
  const session = { userId, studySessionId, date, mode }
  const stream = `studyDay-${userId}_${date}`
  const questions = ofDay.map(({ questionId, version: questionVersion, content: { module } }) => ({
    questionId,
    questionVersion,
    module,
    set: null,
    ...asItStands,
  }))
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
    const answer: FactOf<'AnswerSubmitted'>['data'] = {
      ...session,
      questionId,
      questionVersion,
      module,
      answer: { kind: 'multiple_choice', option: 'a' },
      isCorrect,
      isScored: true,
      timeSpentSeconds,
      confidence: 1 + chance.below(5),
      flaggedForReview: false,
      givenAt: null,
    }
    yield record(stream, { type: 'AnswerSubmitted', data: answer }, new Date(Date.parse(at) + 1_000 * time).toISOString())
  }
  const completed = { ...session, totalQuestions: questions.length, answered: questions.length, scored: questions.length, correct }
  yield record(
    `studySession-${studySessionId}`,
    { type: 'StudySessionCompleted', data: { ...completed, timeSpentSeconds: time, endedBy: 'learner' } },
    new Date(Date.parse(at) + 1_000 * time).toISOString(),
  )
}

const settingsWith = (userId: string, examDate: CalendarDay): FactOf<'SettingsChanged'> => ({
  type: 'SettingsChanged',
  data: { ...DEFAULT_SETTINGS, userId, examDate, timeZone: 'UTC', timeZoneChangedAt: null },
})
