import { z } from 'zod'
import { type Aggregate, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import { ItemAnswer } from '../questions/content/item.ts'
import { givenQuestion, PlaceInSet } from '../questions/delivered-question.ts'
import { balances, blueprintNames, examTypes } from './shown/blueprints.ts'

// `exam-<id>`: a practice exam. Nothing reveals right answers while it runs; they count once it is completed.

const ofExam = { userId: z.uuid(), examId: z.uuid(), date: z.iso.date() }

export const GivenItem = z.object({
  ...givenQuestion,
  set: PlaceInSet.nullable(),
  /** A domain, Clinical Judgment, or a module. */
  category: z.string(),
  difficulty: z.number(),
  discrimination: z.number().positive(),
  isPilot: z.boolean(),
})
export type GivenItem = z.infer<typeof GivenItem>

/** An item, or all parts of a set in order. */
export const ExamChoice = z.object({
  items: z.array(GivenItem).min(1),
  /** How many items its category was behind its share. */
  deficit: z.number(),
  /** The number of best candidates in the draw, and the rank drawn, from 1. */
  among: z.int().min(1),
  rank: z.int().min(1),
})
export type ExamChoice = z.infer<typeof ExamChoice>

const started = {
  ...ofExam,
  examType: z.enum(examTypes),
  targetModules: z.array(z.string()),
  blueprint: z.enum(blueprintNames),
  startedAt: z.iso.datetime(),
  seconds: z.int().min(1),
  minItems: z.int().min(1),
  maxItems: z.int().min(1),
  pilots: z.int().min(0),
  stopping: z.enum(['confidence', 'curtailment']),
  /** Passing ability in logits. */
  cut: z.number(),
  balance: z.enum(balances),
  shares: z.array(z.object({ category: z.string(), percent: z.number().min(0) })).min(1),
  /** Percent; null when sets have no share of their own. */
  sets: z.number().min(0).max(100).nullable(),
  poolId: z.uuid(),
  calibrationId: z.uuid().nullable(),
  /** Pool indexes that would measure memory because the learner met them recently. */
  passedOver: z.array(z.int().min(0)),
  seed: z.string(),
  first: ExamChoice,
}

export const examEnds = ['confidence', 'curtailment', 'maximum', 'timeout', 'pool'] as const
export const examOutcomes = ['pass', 'fail', 'undetermined'] as const

export const CompletedAnswer = z.object({
  ...givenQuestion,
  order: z.int().min(1),
  date: z.iso.date(),
  answeredAt: z.iso.datetime(),
  answer: ItemAnswer,
  isCorrect: z.boolean(),
  isScored: z.boolean(),
  timeSpentSeconds: z.int().min(0),
})
export type CompletedAnswer = z.infer<typeof CompletedAnswer>

export function totalsOf(answers: readonly Pick<CompletedAnswer, 'isScored' | 'isCorrect' | 'timeSpentSeconds'>[]) {
  const scored = answers.filter(({ isScored }) => isScored)
  return {
    answered: answers.length,
    scored: scored.length,
    correct: scored.filter(({ isCorrect }) => isCorrect).length,
    timeSpentSeconds: answers.reduce((sum, { timeSpentSeconds }) => sum + timeSpentSeconds, 0),
  }
}

export const examEvents = defineEvents({
  /** Version 1 had no share of sets. */
  ExamStarted: eventWith(started, { upcasters: [(first) => ({ ...first, sets: null })] }),
  ExamAnswered: eventWith({
    ...ofExam,
    ...givenQuestion,
    set: PlaceInSet.nullable(),
    order: z.int().min(1),
    category: z.string(),
    difficulty: z.number(),
    answer: ItemAnswer,
    isCorrect: z.boolean(),
    isScored: z.boolean(),
    answeredAt: z.iso.datetime(),
    timeSpentSeconds: z.int().min(0),
    /** After this answer, in logits. */
    ability: z.number(),
    standardError: z.number().min(0),
    /** Null while parts of a set remain, and at the end. */
    next: ExamChoice.nullable(),
  }),
  ExamCompleted: eventWith({
    ...ofExam,
    examType: z.enum(examTypes),
    blueprint: z.enum(blueprintNames),
    endedBy: z.enum(examEnds),
    /** With 95% confidence. */
    outcome: z.enum(examOutcomes),
    passedAt95Confidence: z.boolean(),
    /** 0 to 100; 70 is the cut. */
    score: z.int().min(0).max(100),
    ability: z.number(),
    standardError: z.number().min(0),
    answered: z.int().min(0),
    scored: z.int().min(0),
    correct: z.int().min(0),
    timeSpentSeconds: z.int().min(0),
    answers: z.array(CompletedAnswer),
  }),
  /** Ended by the learner: no score, and its answers count nowhere. */
  ExamGivenUp: eventWith({
    ...ofExam,
    examType: z.enum(examTypes),
    blueprint: z.enum(blueprintNames),
    answered: z.int().min(0),
    seen: z.array(z.object(givenQuestion)),
  }),
})
export type ExamEvent = EventOf<(typeof examEvents)[number]>
type Started = DataOf<ExamEvent, 'ExamStarted'>
export type ExamAnswer = DataOf<ExamEvent, 'ExamAnswered'>
type Completed = DataOf<ExamEvent, 'ExamCompleted'>
type GivenUp = DataOf<ExamEvent, 'ExamGivenUp'>

export interface ExamState {
  readonly started: Started | null
  readonly answers: readonly ExamAnswer[]
  readonly completed: Completed | null
  readonly givenUp: GivenUp | null
}

export const examAggregate: Aggregate<ExamState, ExamEvent> = {
  category: 'exam',
  initial: { started: null, answers: [], completed: null, givenUp: null },
  evolve: evolveBy({
    ExamStarted: (state, data) => ({ ...state, started: data }),
    ExamAnswered: (state, data) => ({ ...state, answers: appended(state.answers, data) }),
    ExamCompleted: (state, data) => ({ ...state, completed: data }),
    ExamGivenUp: (state, data) => ({ ...state, givenUp: data }),
  }),
}

export const deadlineOf = ({ startedAt, seconds }: Pick<Started, 'startedAt' | 'seconds'>): string =>
  new Date(Date.parse(startedAt) + seconds * 1000).toISOString()

/** A loop: called several times per answer and five times as fast as `flatMap`. */
export function choicesOf({ started, answers }: ExamState): ExamChoice[] {
  if (!started) return []
  const choices = [started.first]
  for (const { next } of answers) if (next) choices.push(next)
  return choices
}

export function itemsOf(state: ExamState): GivenItem[] {
  const items: GivenItem[] = []
  for (const choice of choicesOf(state)) for (const item of choice.items) items.push(item)
  return items
}

export const hasEnded = ({ completed, givenUp }: Pick<ExamState, 'completed' | 'givenUp'>): boolean =>
  completed !== null || givenUp !== null

export const itemToAnswer = (state: ExamState): GivenItem | null =>
  hasEnded(state) ? null : (itemsOf(state)[state.answers.length] ?? null)

/** While it runs, nothing may reveal the answers to its questions. */
export const goesOn = (state: ExamState, now: string): boolean =>
  state.started !== null && !hasEnded(state) && now < deadlineOf(state.started)

export type ExamRules = Pick<
  DataOf<ExamEvent, 'ExamStarted'>,
  'minItems' | 'maxItems' | 'pilots' | 'stopping' | 'cut' | 'balance' | 'shares' | 'sets' | 'passedOver' | 'seed'
>
