import { newSm2, type Sm2, sm2After } from '@medicready/domain/study/cards/card'
import { defaultModel, type Memory } from '@medicready/domain/study/cards/memory'
import type { Grade } from '@medicready/domain/study/grade'
import { Random } from './random.ts'

/**
 * Students learn something new each day and review what the schedule brings back, until their exam. Counts the reviews
 * and what is remembered on that day.
 */

const NEW_A_DAY = 10
const DAYS_WITHOUT_NEW = 14
/**
 * Nine in ten remember an item 2.3 days after seeing it once, as FSRS-6's defaults say. Students and questions differ
 * by these standard deviations.
 */
const THRESHOLD = -2.07
const OF_STUDENTS = 0.35
const OF_QUESTIONS = 0.5

export interface Amounts {
  readonly students: number
  readonly days: number
  readonly seed: number
}

/** Reviews per student, and the mean share remembered on the day of the exam. */
export interface Outcome {
  readonly reviews: number
  readonly retention: number
}

export type Predictions = ReturnType<Calibration['read']>

interface Seen {
  readonly traces: Traces
  lastDay: number
  dueDay: number
}

class Calibration {
  readonly #classes = Array.from({ length: 10 }, () => ({ predicted: 0, right: 0, count: 0 }))
  #loss = 0
  #count = 0

  add(predicted: number, isRight: boolean): void {
    const probability = Math.min(0.999, Math.max(0.001, predicted))
    const one = this.#classes[Math.min(9, Math.floor(probability * 10))]
    if (!one) return
    one.predicted += probability
    one.right += isRight ? 1 : 0
    one.count += 1
    this.#loss -= Math.log(isRight ? probability : 1 - probability)
    this.#count += 1
  }

  read() {
    const means = this.#classes.filter(({ count }) => count > 0)
    return {
      logLoss: this.#loss / Math.max(1, this.#count),
      classes: means.map(({ predicted, right, count }) => ({ predicted: predicted / count, right: right / count, count })),
    }
  }
}

interface Learning {
  /** What is reviewed on a day, one after the other. */
  readonly reviewed: (seen: readonly Seen[], day: number, random: Random) => Iterable<Seen>
  readonly answered: (card: Seen, day: number, isRight: boolean) => void
}

function learn({ students, days, seed }: Amounts, { reviewed, answered }: Learning): Outcome {
  let [reviews, retention] = [0, 0]
  for (let student = 0; student < students; student++) {
    const random = new Random(seed + student)
    const ability = THRESHOLD + OF_STUDENTS * random.normal()
    const seen: Seen[] = []
    const answer = (card: Seen, day: number) => {
      const isFirst = card.traces.days.length === 0
      const isRight = random.next() < (isFirst ? beforehand(card.traces) : answeredRight(card.traces, day))
      answered(card, day, isRight)
      practise(card.traces, day)
      card.lastDay = day
    }
    for (let day = 0; day < days; day++) {
      for (const card of reviewed(seen, day, random)) {
        reviews += 1
        answer(card, day)
      }
      if (day >= days - DAYS_WITHOUT_NEW) continue
      for (let number = 0; number < NEW_A_DAY; number++) {
        const card = { traces: newTraces(ability + OF_QUESTIONS * random.normal()), lastDay: day, dueDay: 0 }
        seen.push(card)
        answer(card, day)
      }
    }
    retention += meanOf(seen, days)
  }
  return { reviews: reviews / students, retention: retention / students }
}

export function withSchedule<State extends object>(schedule: Schedule<State>, scale: number, amounts: Amounts): Outcome {
  const states = new WeakMap<Seen, State>()
  return learn(amounts, {
    reviewed: (seen, day) => seen.filter(({ dueDay }) => dueDay <= day),
    answered: (card, day, isRight) => {
      const state = schedule.after(states.get(card) ?? null, day - card.lastDay, isRight ? 'good' : 'again')
      states.set(card, state)
      card.dueDay = day + schedule.interval(state, scale)
    },
  })
}

/** A number of random questions each day instead of a schedule; both models predict. */
export function withChance(reviewsADay: number, amounts: Amounts) {
  const [ours, theirs] = [onlooker(fsrs), onlooker(sm2)]
  const outcome = learn(amounts, {
    *reviewed(seen, _day, random) {
      for (let number = 0; number < Math.min(reviewsADay, seen.length); number++) {
        const card = seen[Math.floor(random.next() * seen.length)]
        if (card) yield card
      }
    },
    answered: (card, day, isRight) => {
      for (const { see } of [ours, theirs]) see(card, day, isRight)
    },
  })
  return { outcome, ours: ours.read(), theirs: theirs.read() }
}

/** Predicts without being followed, so that models are compared on the same answers. */
function onlooker<State extends object>(schedule: Schedule<State>) {
  const calibration = new Calibration()
  const states = new WeakMap<Seen, State>()
  return {
    see: (card: Seen, day: number, isRight: boolean) => {
      const state = states.get(card) ?? null
      const elapsedDays = day - card.lastDay
      // Immediate repetition says nothing of memory.
      if (state !== null && elapsedDays > 0) calibration.add(schedule.predicted(state, elapsedDays), isRight)
      states.set(card, schedule.after(state, elapsedDays, isRight ? 'good' : 'again'))
    },
    read: () => calibration.read(),
  }
}

/** What is hard to remember is less likely known beforehand. */
const beforehand = ({ threshold }: Traces): number => 1 / (1 + Math.exp((threshold - THRESHOLD) / OF_QUESTIONS))

const meanOf = (seen: readonly { readonly traces: Traces }[], day: number): number =>
  seen.reduce((sum, { traces }) => sum + remembered(traces, day), 0) / seen.length

/** Interpolated between the outcomes beside it; null where none reaches this retention. */
export function reviewsFor(retention: number, outcomes: readonly Outcome[]): number | null {
  const inOrder = outcomes.toSorted((one, other) => one.retention - other.retention)
  const above = inOrder.findIndex((outcome) => outcome.retention >= retention)
  const [low, high] = [inOrder[above - 1], inOrder[above]]
  if (!high) return null
  if (!low) return high.reviews
  return low.reviews + ((retention - low.retention) / (high.retention - low.retention)) * (high.reviews - low.reviews)
}

const SCALES = [0.4, 0.7, 1, 1.6, 3]
const REVIEWS_A_DAY = [10, 20, 40, 80, 160]
const LOOKED_AT = 40

export function compare(amounts: Amounts, log: (line: string) => void) {
  const run = <State extends object>(schedule: Schedule<State>): Outcome[] => {
    const outcomes = SCALES.map((scale) => withSchedule(schedule, scale, amounts))
    log(`simulated ${schedule.name}`)
    return outcomes
  }
  const [ours, theirs] = [run(fsrs), run(sm2)]
  const byChance = REVIEWS_A_DAY.map((reviews) => ({ reviews, ...withChance(reviews, amounts) }))
  log('simulated practice by chance')
  const asItIs = ours[SCALES.indexOf(1)]
  const lookedAt = byChance.find(({ reviews }) => reviews === LOOKED_AT)
  if (!asItIs || !lookedAt) throw new Error('What is compared was not simulated.')
  const chance = byChance.map(({ outcome }) => outcome)
  return { asItIs, ours, theirs, chance, predictions: { ours: lookedAt.ours, theirs: lookedAt.theirs } }
}
export type Comparison = ReturnType<typeof compare>

/**
 * The activation model of P. I. Pavlik and J. R. Anderson (Practice and forgetting effects on vocabulary memory,
 * Cognitive Science 29, 2005), which no scheduler here uses. Each practice leaves a trace that fades by a power of
 * time, and faster when it is laid down while much is still active.
 */

const DECAY_SCALE = 0.217
const DECAY_INTERCEPT = 0.177
const NOISE = 0.255
/** A day away from practice counts for less than a day of it (the paper's h). */
const DAY_SECONDS = 86_400 * 0.025
export const GUESSING = 0.25

export interface Traces {
  readonly days: number[]
  readonly decays: number[]
  /** The activation at which recall is even. */
  readonly threshold: number
}

export const newTraces = (threshold: number): Traces => ({ days: [], decays: [], threshold })

function activation({ days, decays }: Traces, day: number): number {
  let sum = 0
  for (let index = 0; index < days.length; index++) sum += (Math.max(day - (days[index] ?? 0), 1e-4) * DAY_SECONDS) ** -(decays[index] ?? 0)
  return Math.log(sum)
}

export const remembered = (traces: Traces, day: number): number =>
  traces.days.length === 0 ? 0 : 1 / (1 + Math.exp((traces.threshold - activation(traces, day)) / NOISE))

export const answeredRight = (traces: Traces, day: number): number => {
  const known = remembered(traces, day)
  return known + (1 - known) * GUESSING
}

/** The question is shown with its explanation, whatever was answered. */
export function practise(traces: Traces, day: number): void {
  const decay = traces.days.length === 0 ? DECAY_INTERCEPT : DECAY_SCALE * Math.exp(activation(traces, day)) + DECAY_INTERCEPT
  traces.days.push(day)
  traces.decays.push(decay)
}

/** `scale` stretches or shrinks every interval. */
export interface Schedule<State> {
  readonly name: string
  after(state: State | null, elapsedDays: number, grade: Grade): State
  interval(state: State, scale: number): number
  predicted(state: State, elapsedDays: number): number
}

const wholeDays = (days: number, scale: number): number => Math.max(1, Math.round(days * scale))

export const fsrs: Schedule<Memory> = {
  name: 'FSRS-6',
  after: (memory, elapsedDays, grade) => defaultModel.after(memory, elapsedDays, grade),
  interval: (memory, scale) => wholeDays(defaultModel.interval(memory), scale),
  predicted: (memory, elapsedDays) => defaultModel.recall(memory, elapsedDays),
}

/** SM-2 predicts nothing; its benchmark takes it to aim at 90 % on the due day (srs-benchmark). */
export const sm2: Schedule<Sm2> = {
  name: 'SM-2',
  after: (state, _elapsedDays, grade) => sm2After(state ?? newSm2, grade),
  interval: ({ intervalDays }, scale) => wholeDays(intervalDays, scale),
  predicted: ({ intervalDays }, elapsedDays) => 0.9 ** (elapsedDays / intervalDays),
}
