import type { UserRole } from '@medicready/domain/accounts/shown/rules'
import { accountRegistered, emailVerified } from '@medicready/domain/accounts/testing/account-facts'
import { type Tier, tiers } from '@medicready/domain/billing/shown/tiers'
import type { Recorded } from '@medicready/domain/core/event'
import { addDays, DAY_MILLISECONDS } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import { totalsOf } from '@medicready/domain/exams/exam'
import type { QuestionContent } from '@medicready/domain/questions/content/content'
import { asItStands, type DeliveredQuestion, type PlaceInSet } from '@medicready/domain/questions/delivered-question'
import { multipleChoice } from '@medicready/domain/questions/kinds/choosing'
import { type ModuleName, moduleNames } from '@medicready/domain/questions/shown/modules'
import type { CardEvent } from '@medicready/domain/study/cards/card-stream'
import { DEFAULT_PARAMETERS } from '@medicready/domain/study/cards/memory'
import { REVIEWS_TO_FIT, type SchedulerEvent } from '@medicready/domain/study/cards/scheduler'
import { countedAnswers } from '@medicready/domain/study/given-answers'
import { TIMED_SECONDS } from '@medicready/domain/study/shown/modes'
import type { Answer } from '@medicready/domain/study/study-day'
import type { EventStore } from '../event-store/event-store.ts'
import { EventStoreUnavailable } from '../event-store/failures.ts'
import type { FactEntry, LogEntry } from '../event-store/log-entry.ts'
import { Chance } from './chance.ts'
import { calibrationOf, ExamsTaken, type Happening } from './exam-history.ts'

/** Realistic histories: the same options give the same events, ids included. */
export interface HistoryOptions {
  readonly seed: number
  readonly students: number
  readonly days: number
  readonly firstDay?: string
  readonly questionsPerModule?: number
  /** Average number that a premium student draws for practice on a day. */
  readonly practiceQuestions?: number
}

export interface HistoryEvent extends Pick<Recorded, 'id' | 'streamName' | 'revision' | 'metadata'> {
  readonly fact: Fact
}

export const firstNames = 'Ana Ben Chidi Dora Emil Fatima Grace Hugo Ines Jamal Kaya Liam Mei Noor Otis Priya'.split(' ')
export const lastNames = "Abbott Baker Cruz Diaz Evans Fischer García Hughes Ivanov Jones Kim López Müller O'Neill".split(' ')
/** Makes the events of a history: revisions start at 0 or continue, and ids follow from the seed. */
export class Recorder {
  readonly #chance: Chance
  readonly #revisions: Map<string, bigint>

  constructor(chance: Chance, before: readonly HistoryEvent[] = []) {
    this.#chance = chance
    this.#revisions = new Map(before.map(({ streamName, revision }) => [streamName, revision]))
  }

  record(streamName: string, fact: Fact, at: number | string, actorId: string): HistoryEvent {
    const revision = (this.#revisions.get(streamName) ?? -1n) + 1n
    this.#revisions.set(streamName, revision)
    const commandId = this.#chance.uuid()
    const occurredAt = new Date(at).toISOString()
    const metadata = { schemaVersion: '1', correlationId: commandId, causationId: commandId, commandId, actorId, occurredAt }
    return { id: this.#chance.uuid(), streamName, revision, fact, metadata }
  }

  forget(isComplete: (streamName: string) => boolean): void {
    for (const name of this.#revisions.keys()) if (isComplete(name)) this.#revisions.delete(name)
  }
}

const timeZones = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles', 'Europe/Berlin', 'UTC']
/** The first option of every question is correct. */
const options = ['a', 'b', 'c', 'd'] as const

/** The last questions of each module form a set, if it has other questions. */
const SET_PARTS = 3

function placeAmong(module: ModuleName, number: number, of: number): PlaceInSet | null {
  const part = number - (of - SET_PARTS)
  return part < 1 || of <= SET_PARTS ? null : { id: `${module.slice(0, 3).toLowerCase()}-set-01`, part, of: SET_PARTS }
}

const contentOf = (
  { module, set }: Pick<DeliveredQuestion, 'module' | 'set'>,
  topic: string,
  difficulty: QuestionContent['difficulty'],
): QuestionContent => ({
  module,
  stem: `A crew is called to a patient. ${topic}: what comes first?`,
  picture: null,
  scenario: set && { set: set.id, part: set.part, of: set.of, patient: 'A patient whose case unfolds.' },
  explanationPicture: null,
  item: multipleChoice(
    `${topic}, option ${options[0]}`,
    options.slice(1).map((option) => ({ text: `${topic}, option ${option}`, rationale: `Not what ${topic} asks for.` })),
  ),
  explanation: `${topic} asks for the first option.`,
  clinicalPearl: `Remember ${topic}.`,
  references: ['National EMS Education Standards, 2021'],
  difficulty,
  bloomsLevel: 'apply',
  guideline: { name: 'National EMS Education Standards', year: 2021 },
  tags: { domain: 'EMS Operations', subTopic: topic, ageGroup: 'adult', judgmentStep: 'take action' },
})

interface Student {
  readonly userId: string
  readonly startsOn: number
  readonly diligence: number
  readonly ability: number
  readonly modules: readonly ModuleName[]
  tier: Tier
  streak: number
  lastDay: number
}

export function* history({
  seed,
  students,
  days,
  firstDay = '2026-01-05',
  questionsPerModule = 12,
  practiceQuestions = 12,
}: HistoryOptions): Generator<HistoryEvent> {
  const chance = new Chance(seed)
  const recorder = new Recorder(chance)
  const start = Date.parse(`${firstDay}T00:00:00.000Z`)

  const questions = new Map<ModuleName, DeliveredQuestion[]>()
  // Separate random numbers keep what is studied independent of the rest.
  const reviewing = new Reviewing(questions, new Chance(seed + 1))
  const setAside = new SetAside(new Chance(seed + 2))
  const exams = new ExamsTaken(questions, reviewing.pilots, new Chance(seed + 3))
  const calibrating = new Chance(seed + 4)
  const telling = new Chance(seed + 5)
  const fitting = new Chance(seed + 6)
  for (const module of moduleNames) {
    const ofModule: DeliveredQuestion[] = []
    questions.set(module, ofModule)
    for (let number = 1; number <= questionsPerModule; number++) {
      const questionId = chance.uuid()
      const set = placeAmong(module, number, questionsPerModule)
      const content = contentOf({ module, set }, `Case ${number}`, chance.pick(['easy', 'moderate', 'hard']))
      const bankId = `case-${String(number).padStart(3, '0')}`
      yield recorder.record(
        `question-${questionId}`,
        { type: 'QuestionAdded', data: { questionId, version: 1, ...reviewing.originOf(questionId, bankId), content } },
        start,
        'bank',
      )
      ofModule.push({ questionId, questionVersion: 1, module, set, ...asItStands })
    }
  }

  const people: Student[] = Array.from({ length: students }, () => {
    const draw = chance.number()
    return {
      userId: chance.uuid(),
      startsOn: chance.happens(0.5) ? 0 : chance.below(Math.max(1, Math.ceil(days / 2))),
      diligence: 0.15 + 0.8 * Math.sqrt(chance.number()),
      ability: 0.45 + 0.45 * chance.number(),
      modules: [...moduleNames].sort(() => chance.number() - 0.5).slice(0, 2 + chance.below(4)),
      tier: draw < 0.6 ? 'free' : draw < 0.85 ? 'basic' : 'premium',
      streak: 0,
      lastDay: -1,
    }
  })

  for (let day = 0; day < days; day++) {
    const date = addDays(firstDay, day)
    const midnight = start + day * DAY_MILLISECONDS
    const happened: Happening[] = []

    if (day > 0 && chance.happens(0.3)) {
      const ofModule = questions.get(chance.pick(moduleNames)) ?? []
      const index = chance.below(ofModule.length)
      const revised = ofModule[index]
      if (revised) {
        const { questionId } = revised
        const version = revised.questionVersion + 1
        const content = contentOf(revised, `Case ${index + 1} as of ${date}`, 'moderate')
        ofModule[index] = { ...revised, questionVersion: version }
        happened.push({
          at: midnight,
          streamName: `question-${questionId}`,
          fact: { type: 'QuestionRevised', data: { questionId, version, cause: 'bank', content } },
          actorId: 'bank',
        })
      }
    }

    for (const student of people) {
      if (day < student.startsOn) continue
      const { userId } = student
      let at = midnight + Math.floor(chance.number() * 72_000_000)
      const happens = (streamName: string, fact: Fact, actorId: string = userId) => {
        happened.push({ at, streamName, fact, actorId })
        at += 1_000 + Math.floor(chance.exponential(20_000))
        const decided = fact.type === 'AnswerSubmitted' ? setAside.after(fact.data) : null
        if (decided) happened.push({ at, streamName: `card-${userId}_${decided.data.questionId}`, fact: decided, actorId: userId })
      }
      if (day === student.startsOn) {
        enrol(student, happens, chance)
        const told = backgroundOf(userId, telling)
        if (told) happened.push({ at, streamName: `account-${userId}`, fact: told, actorId: userId })
      }
      if (student.streak > 0 && student.lastDay < day - 1) {
        happens(
          `streak-${userId}`,
          { type: 'StreakBroken', data: { userId, date: addDays(firstDay, student.lastDay + 1), days: student.streak } },
          'worker',
        )
        student.streak = 0
      }
      if (chance.happens(student.diligence)) {
        studyOn(date, student, happens, chance, questions, reviewing.pilots, practiceQuestions)
        student.streak += 1
        student.lastDay = day
        if (student.tier === 'premium') exams.maybeTake(student, midnight)
      }
    }
    const readers = people.filter((student) => student.lastDay === day).map(({ userId }) => userId)
    for (const [index, { fact, actorId }] of reviewing.evening(readers, date).entries())
      happened.push({ at: midnight + EVENING + 1_000 * index, streamName: `question-${fact.data.questionId}`, fact, actorId })
    const fitted = schedulerFittedTo(people[fitting.below(Math.max(1, people.length))], day, fitting)
    if (fitted) happened.push({ at: midnight + NIGHT, streamName: `scheduler-${fitted.data.userId}`, fact: fitted, actorId: 'worker' })
    if (people.length > 0)
      for (const [index, fact] of calibrationOf(date, day, questions, calibrating).entries())
        happened.push({ at: midnight + NIGHT + 1_000 * index, streamName: `calibration-${date}`, fact, actorId: 'worker' })
    happened.push(...exams.before(midnight + DAY_MILLISECONDS))
    happened.sort((one, other) => one.at - other.at)
    for (const { at, streamName, fact, actorId } of happened) {
      yield recorder.record(streamName, fact, at, actorId)
      if (fact.type === 'ExamCompleted' || fact.type === 'ExamGivenUp') recorder.forget((name) => name === streamName)
    }
    recorder.forget((name) => /^(study(Day|Session)|calibration)-/.test(name))
  }
}

const NIGHT = 30_000_000
const EVENING = 82_800_000

type Review = {
  readonly fact: Extract<Fact, { data: { questionId: string; version: number }; type: `Question${string}` }>
  readonly actorId: string
}

class Reviewing {
  readonly #questions: ReadonlyMap<ModuleName, DeliveredQuestion[]>
  readonly #chance: Chance
  readonly #asking = new Map<string, Set<string>>()
  readonly pilots = new Set<string>()

  constructor(questions: ReadonlyMap<ModuleName, DeliveredQuestion[]>, chance: Chance) {
    this.#questions = questions
    this.#chance = chance
  }

  originOf(questionId: string, bankId: string) {
    if (!this.#chance.happens(0.1)) return { source: 'curated' as const, bankId, generation: null }
    this.pilots.add(questionId)
    return { source: 'ai' as const, bankId: null, generation: { model: 'model', promptVersion: '1' } }
  }

  evening(readers: readonly string[], date: string): Review[] {
    const happened: Review[] = []
    const add = (actorId: string, fact: Review['fact']) => void happened.push({ fact, actorId })
    // Most reports concern the same few questions.
    const doubted = [...this.#questions.values()].flatMap((ofModule) => ofModule.slice(0, 2))
    for (const userId of readers) {
      const question = this.#chance.pick(doubted)
      if (!question || !this.#chance.happens(0.1)) continue
      const { questionId, questionVersion: version } = question
      const asking = this.#asking.get(questionId) ?? new Set()
      if (asking.has(userId)) continue
      this.#asking.set(questionId, asking.add(userId))
      add(userId, { type: 'QuestionReviewRequested', data: { questionId, version, userId, reason: 'Two of the options fit.' } })
      if (asking.size === 3) add(userId, { type: 'QuestionWithdrawn', data: { questionId, version, cause: 'review_requests' } })
    }
    for (const questionId of [...this.#asking.keys()]) if (this.#chance.happens(0.4)) this.#decide(questionId, date, add)
    const [pilot] = this.pilots
    if (this.#chance.happens(0.2) && pilot) {
      this.pilots.delete(pilot)
      const [, version] = this.#find(pilot)
      add('worker', { type: 'QuestionPromoted', data: { questionId: pilot, version, answers: 50, discrimination: 0.25 } })
    }
    return happened
  }

  #decide(questionId: string, date: string, add: (actorId: string, fact: Review['fact']) => void): void {
    this.#asking.delete(questionId)
    const [ofModule, version, index] = this.#find(questionId)
    const question = ofModule[index]
    const isRevised = this.#chance.happens(0.5) && question !== undefined
    if (isRevised) {
      const content = contentOf(question, `Case ${index + 1} as reviewed on ${date}`, 'moderate')
      ofModule[index] = { ...question, questionVersion: version + 1 }
      add('educator', { type: 'QuestionRevised', data: { questionId, version: version + 1, cause: 'review', content } })
    }
    const decision = isRevised ? 'revised' : 'kept'
    const resolvedBy = '00000000-0000-4000-8000-00000000aaaa'
    add('educator', { type: 'QuestionReviewResolved', data: { questionId, version, decision, note: 'Thank you.', resolvedBy } })
  }

  #find(questionId: string): [ofModule: DeliveredQuestion[], version: number, index: number] {
    for (const ofModule of this.#questions.values()) {
      const index = ofModule.findIndex((question) => question.questionId === questionId)
      if (index >= 0) return [ofModule, ofModule[index]?.questionVersion ?? 1, index]
    }
    throw new Error('There is no such question.')
  }
}

class SetAside {
  readonly #chance: Chance
  readonly #suspended = new Set<string>()

  constructor(chance: Chance) {
    this.#chance = chance
  }

  after({ userId, questionId }: Answer): CardEvent | null {
    const card = `${userId}_${questionId}`
    if (!this.#chance.happens(this.#suspended.has(card) ? 0.5 : 0.05)) return null
    const data = { userId, questionId }
    if (this.#suspended.delete(card)) return { type: 'CardBroughtBack', data }
    this.#suspended.add(card)
    return { type: 'CardSuspended', data }
  }
}

type Setting = Pick<Answer, 'mode' | 'studySessionId'>
type Happens = (streamName: string, fact: Fact, actorId?: string) => void

function enrol({ userId, tier, modules }: Student, happens: Happens, chance: Chance): void {
  const firstName = chance.pick(firstNames)
  const lastName = chance.pick(lastNames)
  const email = `${firstName}.${userId.slice(0, 8)}@example.org`.toLowerCase()
  happens(`email-${userId}`, { type: 'EmailClaimed', data: { emailHash: userId, userId } })
  happens(`account-${userId}`, accountRegistered(userId, { email, firstName, lastName, timeZone: chance.pick(timeZones) }))
  happens(`account-${userId}`, emailVerified(userId))
  if (chance.happens(0.001))
    happens(`account-${userId}`, { type: 'RoleGranted', data: { userId, role: 'admin' satisfies UserRole, reason: null } })
  if (tier !== 'free')
    happens(`subscription-${userId}`, { type: 'TierChanged', data: { userId, from: 'free', to: tier, cause: 'granted', reason: null } })
  for (const module of modules) {
    const choice = { userId, userModuleId: chance.uuid(), module }
    happens(`modules-${userId}`, { type: 'ModuleSelected', data: choice })
    if (chance.happens(0.1)) happens(`modules-${userId}`, { type: 'ModuleDeactivated', data: choice })
  }
}

function schedulerFittedTo(student: Student | undefined, day: number, chance: Chance): SchedulerEvent | null {
  if (!student || student.lastDay < 0 || !chance.happens(0.3)) return null
  const parameters = DEFAULT_PARAMETERS.map((parameter) => parameter * (0.95 + 0.1 * chance.number()))
  const logLoss = { fitted: 0.33, before: 0.35 }
  const { userId } = student
  return { type: 'SchedulerFitted', data: { userId, parameters, isKept: chance.happens(0.7), reviews: REVIEWS_TO_FIT + day, logLoss } }
}

const programs = ['Front Range College', 'front range college', 'Ponderosa College', 'Aspen Fire Academy'] as const

function backgroundOf(userId: string, chance: Chance): Fact | null {
  if (!chance.happens(0.33)) return null
  const firstLanguage = chance.happens(0.8) ? chance.pick(['english', 'english', 'english', 'spanish', 'other'] as const) : null
  const paramedicProgram = firstLanguage === null || chance.happens(0.6) ? chance.pick(programs) : null
  return { type: 'BackgroundTold', data: { userId, firstLanguage, paramedicProgram } }
}

function studyOn(
  date: string,
  { userId, tier, modules, ability }: Student,
  happens: Happens,
  chance: Chance,
  questions: ReadonlyMap<ModuleName, readonly DeliveredQuestion[]>,
  pilots: ReadonlySet<string>,
  practiceQuestions: number,
): void {
  const streamName = `studyDay-${userId}_${date}`
  const drawn = new Set<string>()
  const draw = (count: number) => {
    const fresh: DeliveredQuestion[] = []
    for (let tries = 0; tries < count * 3 && fresh.length < count; tries++) {
      const question = chance.pick(questions.get(chance.pick(modules)) ?? [])
      if (!question || drawn.has(question.questionId)) continue
      const given = question.set ? (questions.get(question.module) ?? []).filter(({ set }) => set !== null) : [question]
      if (fresh.length + given.length > count) continue
      for (const { questionId } of given) drawn.add(questionId)
      fresh.push(...given)
    }
    return fresh
  }
  const parts = new Map<string, number>()
  const answer = ({ set, ...question }: DeliveredQuestion, { mode, studySessionId }: Setting): Answer | null => {
    if (set && set.part > (parts.get(set.id) ?? 0) + 1) return null
    if (set) parts.set(set.id, set.part)
    const isCorrect = chance.happens(ability)
    const given: Answer = {
      userId,
      date,
      ...question,
      answer: { kind: 'multiple_choice', option: isCorrect ? options[0] : chance.pick(options.slice(1)) },
      isCorrect,
      isScored: !pilots.has(question.questionId),
      mode,
      timeSpentSeconds: 5 + Math.floor(chance.exponential(45)),
      confidence: mode === 'daily' ? null : 1 + chance.below(5),
      flaggedForReview: chance.happens(0.05),
      givenAt: null,
      studySessionId,
    }
    happens(streamName, { type: 'AnswerSubmitted', data: given })
    return given
  }
  const daily = draw(tiers[tier].dailyQuestions)
  if (daily.length > 0) happens(streamName, { type: 'DailyQuestionsAssigned', data: { userId, date, questions: daily } })
  for (const question of daily) if (chance.happens(0.94)) answer(question, { mode: 'daily', studySessionId: null })
  if (tier !== 'premium') return
  const practice = draw(Math.floor(chance.exponential(practiceQuestions)))
  if (practice.length === 0) return
  // Before sessions existed, practice questions were drawn without one.
  const mode = chance.pick(['practice', 'practice', 'tutor_mode', 'timed_exam'] as const)
  const studySessionId = mode === 'practice' && chance.happens(0.5) ? null : chance.uuid()
  happens(streamName, { type: 'QuestionsDrawn', data: { userId, date, questions: practice, mode, studySessionId } })
  const session = studySessionId === null ? null : { userId, studySessionId, date, mode }
  if (session) {
    const secondsPerQuestion = mode === 'timed_exam' ? TIMED_SECONDS : null
    const started = { ...session, questions: practice, secondsPerQuestion, quiz: null }
    happens(`studySession-${studySessionId}`, { type: 'StudySessionStarted', data: started })
  }
  const given = practice.flatMap((question) => (chance.happens(0.97) ? (answer(question, { mode, studySessionId }) ?? []) : []))
  if (!session || chance.happens(0.1)) return
  happens(streamName, { type: 'StudySessionClosed', data: { userId, date, studySessionId: session.studySessionId } })
  const completed = { ...session, totalQuestions: practice.length, ...totalsOf(given), endedBy: 'learner' as const }
  happens(`studySession-${studySessionId}`, { type: 'StudySessionCompleted', data: completed })
}

/** Answers that a fact counts: one submitted, or those of an ended exam. */
export const answersCountedBy = (fact: Fact): number =>
  fact.type === 'AnswerSubmitted' ? 1 : fact.type === 'ExamCompleted' ? countedAnswers(fact.data).length : 0

export const answersCountedIn = (entries: readonly LogEntry[]): number =>
  entries.reduce((sum, entry) => sum + (entry.kind === 'fact' ? answersCountedBy(entry.fact) : 0), 0)

export function* asLogEntries(events: Iterable<HistoryEvent>): Generator<FactEntry> {
  let commit = 0n
  for (const { id, streamName, revision, fact, metadata } of events) {
    commit += 100n
    const position = { commit, prepare: commit }
    yield { kind: 'fact', position, fact: { ...fact, id, streamName, revision, position, metadata } }
  }
}

const TRIES = 10

/** A store that shares its process with a projector may answer a large history late; an append can be sent again. */
async function onBusyMachine<Answer>(ask: () => Promise<Answer>, tries = TRIES): Promise<Answer> {
  try {
    return await ask()
  } catch (error) {
    if (!(error instanceof EventStoreUnavailable) || tries === 1) throw error
    return onBusyMachine(ask, tries - 1)
  }
}

/** Appends many streams at once, each in order; consecutive events of a stream share an append. */
export async function appendHistory(eventStore: EventStore, events: Iterable<HistoryEvent>, atOnce = 64): Promise<number> {
  let count = 0
  let pending: { streamName: string; revision: bigint; events: HistoryEvent[] }[] = []
  const byStream = new Map<string, (typeof pending)[number]>()
  const flush = async () => {
    const appends = pending
    pending = []
    byStream.clear()
    await Promise.all(
      appends.map(({ streamName, revision, events }) =>
        onBusyMachine(() =>
          eventStore.append(
            streamName,
            revision === 0n ? 'no_stream' : revision - 1n,
            events.map(({ id, fact, metadata: { schemaVersion: _, ...metadata } }) => ({ id, event: fact, metadata })),
          ),
        ),
      ),
    )
  }
  for (const event of events) {
    count += 1
    const open = byStream.get(event.streamName)
    if (open) {
      open.events.push(event)
      continue
    }
    if (pending.length === atOnce) await flush()
    const append = { streamName: event.streamName, revision: event.revision, events: [event] }
    pending.push(append)
    byStream.set(event.streamName, append)
  }
  await flush()
  return count
}
