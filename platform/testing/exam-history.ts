import { DAY_MILLISECONDS } from '@medicready/domain/core/shown/calendar'
import type { Fact } from '@medicready/domain/events'
import type { CalibratedItem, CalibrationEvent } from '@medicready/domain/exams/calibration-facts'
import type { CompletedAnswer } from '@medicready/domain/exams/exam'
import { answerInExam, choiceOf, examAnswered, examCompleted, examGivenUp, examStarted } from '@medicready/domain/exams/testing/exam-facts'
import type { DeliveredQuestion } from '@medicready/domain/questions/delivered-question'
import { type ModuleName, moduleNames } from '@medicready/domain/questions/shown/modules'
import type { Chance } from './chance.ts'

export interface Happening {
  readonly at: number
  readonly streamName: string
  readonly fact: Fact
  readonly actorId: string
}

interface Examinee {
  readonly userId: string
  readonly ability: number
  readonly modules: readonly ModuleName[]
}

const TWO_HOURS = 7_200_000
const MINUTES_BEFORE_MIDNIGHT = 300_000

const instant = (at: number): string => new Date(at).toISOString()
const dayOf = (at: number): string => instant(at).slice(0, 10)

/** Practice exams of random items, shorter than real ones. Some span midnight; some are abandoned or given up. */
export class ExamsTaken {
  readonly #questions: ReadonlyMap<ModuleName, readonly DeliveredQuestion[]>
  readonly #pilots: ReadonlySet<string>
  readonly #chance: Chance
  readonly #over = new Map<string, number>()
  #toCome: Happening[] = []

  constructor(questions: ReadonlyMap<ModuleName, readonly DeliveredQuestion[]>, pilots: ReadonlySet<string>, chance: Chance) {
    this.#questions = questions
    this.#pilots = pilots
    this.#chance = chance
  }

  /** What happens before `end` and was not returned yet. */
  before(end: number): Happening[] {
    const { before = [], later = [] } = Object.groupBy(this.#toCome, ({ at }) => (at < end ? 'before' : 'later'))
    this.#toCome = later
    return before
  }

  maybeTake(examinee: Examinee, midnight: number): void {
    if (!this.#chance.happens(0.2)) return
    const isLate = this.#chance.happens(0.3)
    const at = midnight + (isLate ? DAY_MILLISECONDS - MINUTES_BEFORE_MIDNIGHT : this.#chance.below(0.8 * DAY_MILLISECONDS))
    if ((this.#over.get(examinee.userId) ?? 0) < at) this.#take(examinee, at)
  }

  #take({ userId, ability, modules }: Examinee, startedAt: number): void {
    const exam = { userId, examId: this.#chance.uuid(), date: dayOf(startedAt) }
    const streamName = `exam-${exam.examId}`
    let at = startedAt
    const happens = (to: string, fact: Fact) => void this.#toCome.push({ at, streamName: to, fact, actorId: userId })
    const answers = this.#items(modules).map((question, index): CompletedAnswer => {
      const isCorrect = this.#chance.happens(ability)
      const timeSpentSeconds = 5 + Math.floor(this.#chance.exponential(60))
      at += 1_000 * timeSpentSeconds
      return answerInExam({
        questionId: question.questionId,
        questionVersion: question.questionVersion,
        module: question.module,
        order: index + 1,
        date: dayOf(at),
        answeredAt: instant(at),
        answer: { kind: 'multiple_choice', option: isCorrect ? 'a' : this.#chance.pick(['b', 'c', 'd'] as const) },
        isCorrect,
        isScored: !this.#pilots.has(question.questionId),
        timeSpentSeconds,
      })
    })
    const [first] = answers
    if (!first) return
    at = startedAt
    const until = instant(startedAt + TWO_HOURS)
    happens(`examinee-${userId}`, { type: 'ExamBooked', data: { userId, examId: exam.examId, bookedAt: instant(at), until } })
    happens(streamName, examStarted(exam, { first: choiceOf(first), poolId: this.#chance.uuid(), startedAt: instant(at) }))
    for (const [index, answer] of answers.entries()) {
      const next = answers[index + 1]
      at = Date.parse(answer.answeredAt)
      happens(streamName, examAnswered(exam, answer, next ? choiceOf(next) : null))
    }
    this.#over.set(userId, startedAt + TWO_HOURS)
    if (this.#chance.happens(0.9)) happens(streamName, examCompleted({ ...exam, date: dayOf(at) }, answers))
    else if (answers.length % 2 === 0) happens(streamName, examGivenUp({ ...exam, date: dayOf(at) }, answers))
  }

  #items(modules: readonly ModuleName[]): DeliveredQuestion[] {
    const drawn = new Map<string, DeliveredQuestion>()
    for (let tries = 3 + Math.floor(this.#chance.exponential(10)); tries > 0; tries--) {
      const question = this.#chance.pick(this.#questions.get(this.#chance.pick(modules)) ?? [])
      if (question) drawn.set(question.questionId, question)
    }
    return [...drawn.values()]
  }
}

const ITEMS_OF_TWO_PARTS = 4
const MOST_ITEMS = 20

export function calibrationOf(
  date: string,
  night: number,
  questions: ReadonlyMap<ModuleName, readonly DeliveredQuestion[]>,
  chance: Chance,
): CalibrationEvent[] {
  const ofModule = (questions.get(chance.pick(moduleNames)) ?? []).slice(0, MOST_ITEMS)
  const items = ofModule
    .map((question) => calibrated(question, night, chance))
    .sort((one, other) => one.questionId.localeCompare(other.questionId))
  const half = items.length < ITEMS_OF_TWO_PARTS ? items.length : Math.ceil(items.length / 2)
  const parts = [items.slice(0, half), items.slice(half)].filter(({ length }) => length > 0)
  const run = { calibrationId: chance.uuid(), on: date, of: parts.length, answers: 60 * (night + 1), learners: 30 + night, shift: 0.1 }
  return parts.map((some, index) => ({ type: 'ItemsCalibrated', data: { ...run, part: index + 1, items: some } }))
}

function calibrated({ questionId, questionVersion }: DeliveredQuestion, night: number, chance: Chance): CalibratedItem {
  const answers = 20 + 15 * night + chance.below(20)
  const right = chance.below(answers)
  const delta = thousandths(4 * chance.number() - 2)
  const compared = {
    by: 'first_language',
    focal: 'spanish',
    reference: 'english',
    focalAnswers: 100 + night,
    referenceAnswers: 300 + night,
    delta,
    standardError: 0.4,
    p: 0.02,
    class: Math.abs(delta) < 1 ? 'A' : Math.abs(delta) < 1.7 ? 'B' : 'C',
  } as const
  return {
    questionId,
    questionVersion,
    difficulty: thousandths(4 * chance.number() - 2),
    discrimination: 1,
    standardError: thousandths(2 / Math.sqrt(answers)),
    answers,
    infit: thousandths(0.7 + 0.6 * chance.number()),
    outfit: thousandths(0.7 + 0.6 * chance.number()),
    pointBiserial: chance.happens(0.1) ? null : thousandths(0.6 * chance.number()),
    observed: [{ ability: 0.1, answers, right }],
    comparisons: chance.happens(0.3) ? [compared] : [],
  }
}

const thousandths = (value: number): number => Math.round(1_000 * value) / 1_000 + 0
