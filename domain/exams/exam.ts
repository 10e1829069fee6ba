import { z } from 'zod'
import type { Aggregate } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { appended } from '../growing.ts'
import { ItemAnswer } from '../questions/item.ts'
import { givenQuestion, PlaceInSet } from '../study/delivered-question.ts'
import { balances, blueprintNames, examTypes } from './blueprints.ts'

/**
 * `exam-<id>`: a practice exam. It gives one item after the other, each decided by the answers before it, takes one
 * answer to each, and ends by the rule of its blueprint or by its clock. What was decided stands in the facts, so that
 * the decisions can be made again and compared.
 *
 * Nothing of what is right leaves the server while it goes on; its answers count, in all figures, from its completion
 * on, whose fact holds them all.
 */

const ofExam = { userId: z.uuid(), examId: z.uuid(), date: z.iso.date() }

export const GivenItem = z.object({
  ...givenQuestion,
  set: PlaceInSet.nullable(),
  /** What it counts for in the shares of the exam: a domain, Clinical Judgment, or a module. */
  category: z.string(),
  difficulty: z.number(),
  discrimination: z.number().positive(),
  /** On trial: not scored. */
  isPilot: z.boolean(),
})
export type GivenItem = z.infer<typeof GivenItem>

/** One choice of the selection: an item, or all parts of a set in their order. */
export const Choice = z.object({
  items: z.array(GivenItem).min(1),
  /** By how many items its category was behind its share. */
  deficit: z.number(),
  /** Among how many of the best of the category it was drawn, and which it was, from 1. */
  among: z.int().min(1),
  rank: z.int().min(1),
})
export type Choice = z.infer<typeof Choice>

const started = {
  ...ofExam,
  examType: z.enum(examTypes),
  /** As they were asked for: domains or modules. */
  targetModules: z.array(z.string()),
  blueprint: z.enum(blueprintNames),
  startedAt: z.iso.datetime(),
  seconds: z.int().min(1),
  minItems: z.int().min(1),
  maxItems: z.int().min(1),
  pilots: z.int().min(0),
  stopping: z.enum(['confidence', 'curtailment']),
  /** The ability from which on it is passed, in logits. */
  cut: z.number(),
  balance: z.enum(balances),
  /** What may be given, and how much of it, in percent. */
  shares: z.array(z.object({ category: z.string(), percent: z.number().min(0) })).min(1),
  /** How much of it the sets of Clinical Judgment are, in percent; null where sets have no share of their own. */
  sets: z.number().min(0).max(100).nullable(),
  poolId: z.uuid(),
  calibrationId: z.uuid().nullable(),
  /** Places in the pool of what the learner has met so lately that it would measure memory. */
  passedOver: z.array(z.int().min(0)),
  seed: z.string(),
  first: Choice,
}
/** Version 1 knew no share of sets. */
export const ExamStarted = defineEvent('ExamStarted', started, { upcasters: [(first) => ({ ...first, sets: null })] })

export const ExamAnswered = defineEvent('ExamAnswered', {
  ...ofExam,
  ...givenQuestion,
  set: PlaceInSet.nullable(),
  /** Counted from 1. */
  order: z.int().min(1),
  category: z.string(),
  difficulty: z.number(),
  answer: ItemAnswer,
  isCorrect: z.boolean(),
  /** All but answers to pilots. */
  isScored: z.boolean(),
  answeredAt: z.iso.datetime(),
  timeSpentSeconds: z.int().min(0),
  /** After it, in logits. */
  ability: z.number(),
  standardError: z.number().min(0),
  /** What was chosen then; null while parts of a set are left, and when the exam has ended with it. */
  next: Choice.nullable(),
})

export const examEnds = ['confidence', 'curtailment', 'maximum', 'timeout', 'pool'] as const
export const examOutcomes = ['pass', 'fail', 'undetermined'] as const

/** What counts of an answer, for folds that count answers. */
export const CountedAnswer = z.object({
  ...givenQuestion,
  order: z.int().min(1),
  /** The day that it was given on. */
  date: z.iso.date(),
  answeredAt: z.iso.datetime(),
  answer: ItemAnswer,
  isCorrect: z.boolean(),
  isScored: z.boolean(),
  timeSpentSeconds: z.int().min(0),
})
export type CountedAnswer = z.infer<typeof CountedAnswer>

export const ExamCompleted = defineEvent('ExamCompleted', {
  ...ofExam,
  examType: z.enum(examTypes),
  blueprint: z.enum(blueprintNames),
  endedBy: z.enum(examEnds),
  /** What is sure with 95 %. */
  outcome: z.enum(examOutcomes),
  passedAt95Confidence: z.boolean(),
  /** 0 to 100, of which 70 is the cut. */
  score: z.int().min(0).max(100),
  ability: z.number(),
  standardError: z.number().min(0),
  answered: z.int().min(0),
  scored: z.int().min(0),
  correct: z.int().min(0),
  timeSpentSeconds: z.int().min(0),
  answers: z.array(CountedAnswer),
})

/** Its learner ended it before its rule or its clock did: it has no score, and its answers count nowhere. */
export const ExamGivenUp = defineEvent('ExamGivenUp', {
  ...ofExam,
  examType: z.enum(examTypes),
  blueprint: z.enum(blueprintNames),
  answered: z.int().min(0),
  /** The questions that were shown, in their order: the answered ones, and the one that was due. */
  seen: z.array(z.object(givenQuestion)),
})

export const examEvents = [ExamStarted, ExamAnswered, ExamCompleted, ExamGivenUp] as const
export type ExamEvent = EventOf<(typeof examEvents)[number]>
type Started = EventOf<typeof ExamStarted>['data']
export type ExamAnswer = EventOf<typeof ExamAnswered>['data']
type Completed = EventOf<typeof ExamCompleted>['data']
type GivenUp = EventOf<typeof ExamGivenUp>['data']

export interface ExamState {
  readonly started: Started | null
  /** In their order. */
  readonly answers: readonly ExamAnswer[]
  readonly completed: Completed | null
  readonly givenUp: GivenUp | null
}

export const exam: Aggregate<ExamState, ExamEvent> = {
  category: 'exam',
  initial: { started: null, answers: [], completed: null, givenUp: null },
  evolve: (state, event) => {
    switch (event.type) {
      case 'ExamStarted':
        return { ...state, started: event.data }
      case 'ExamAnswered':
        return { ...state, answers: appended(state.answers, event.data) }
      case 'ExamCompleted':
        return { ...state, completed: event.data }
      case 'ExamGivenUp':
        return { ...state, givenUp: event.data }
    }
  },
}

/** When its time is up. */
export const deadlineOf = ({ startedAt, seconds }: Pick<Started, 'startedAt' | 'seconds'>): string =>
  new Date(Date.parse(startedAt) + seconds * 1000).toISOString()

/**
 * What was chosen so far, in its order: the first, and what followed from each answer. Asked several times with each
 * answer, as are the items: by a loop, which takes a fifth of the time that `flatMap` does.
 */
export function choicesOf({ started, answers }: ExamState): Choice[] {
  if (!started) return []
  const choices = [started.first]
  for (const { next } of answers) if (next) choices.push(next)
  return choices
}

/** What was given so far, in its order: a set is given whole. */
export function itemsOf(state: ExamState): GivenItem[] {
  const items: GivenItem[] = []
  for (const choice of choicesOf(state)) for (const item of choice.items) items.push(item)
  return items
}

/** Whether it was completed or given up. */
export const hasEnded = ({ completed, givenUp }: Pick<ExamState, 'completed' | 'givenUp'>): boolean =>
  completed !== null || givenUp !== null

/** The one to answer next; null when the exam has ended. */
export const itemToAnswer = (state: ExamState): GivenItem | null =>
  hasEnded(state) ? null : (itemsOf(state)[state.answers.length] ?? null)

/** Whether it still takes answers: nothing tells what is right about its questions then. */
export const goesOn = (state: ExamState, now: string): boolean =>
  state.started !== null && !hasEnded(state) && now < deadlineOf(state.started)
