import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf, personal } from '../event.ts'
import { Rejection } from '../rejection.ts'
import { QuestionContent } from './content.ts'

/** `question-<id>`: what a question says, version by version, and the reviews that were asked for. */

const question = { questionId: z.uuid() }
const version = { ...question, version: z.int().min(1) }

export const QuestionAdded = defineEvent('QuestionAdded', {
  ...version,
  source: z.enum(['curated', 'ai']),
  /** The name of the bank's entry that it came from. */
  bankId: z.string().nullable(),
  content: QuestionContent,
})
export const QuestionRevised = defineEvent('QuestionRevised', { ...version, content: QuestionContent })
export const QuestionRetired = defineEvent('QuestionRetired', { ...question, reason: z.string() })
export const QuestionRestored = defineEvent('QuestionRestored', question)
export const QuestionReviewRequested = defineEvent(
  'QuestionReviewRequested',
  { ...version, userId: z.uuid(), reason: personal(z.string()) },
  { personal: { subject: 'userId', fields: ['reason'] } },
)

export const questionEvents = [QuestionAdded, QuestionRevised, QuestionRetired, QuestionRestored, QuestionReviewRequested] as const
export type QuestionEvent = EventOf<(typeof questionEvents)[number]>

export type QuestionState =
  | { readonly situation: 'unknown' }
  | {
      readonly situation: 'active' | 'retired'
      readonly questionId: string
      /** Newest last: version n stands at index n - 1. */
      readonly versions: readonly QuestionContent[]
      readonly reviewRequestedBy: readonly string[]
    }

export const questionAggregate: Aggregate<QuestionState, QuestionEvent> = {
  category: 'question',
  initial: { situation: 'unknown' },
  evolve: (state, event) => {
    if (event.type === 'QuestionAdded') {
      const { questionId, content } = event.data
      return { situation: 'active', questionId, versions: [content], reviewRequestedBy: [] }
    }
    if (state.situation === 'unknown') return state
    switch (event.type) {
      case 'QuestionRevised':
        return { ...state, versions: [...state.versions, event.data.content] }
      case 'QuestionRetired':
        return { ...state, situation: 'retired' }
      case 'QuestionRestored':
        return { ...state, situation: 'active' }
      case 'QuestionReviewRequested':
        return { ...state, reviewRequestedBy: [...state.reviewRequestedBy, event.data.userId] }
    }
  },
}

/** The content of one version, or null when there is no such version. */
export const contentOf = (state: QuestionState, version: number): QuestionContent | null =>
  state.situation === 'unknown' ? null : (state.versions[version - 1] ?? null)

export const currentVersion = (state: QuestionState): number => (state.situation === 'unknown' ? 0 : state.versions.length)

/** Brings a question to what the curated bank says now: adds, revises or restores it, or decides nothing when it is so already. */
export const publishQuestion =
  (command: { questionId: string; bankId: string; content: QuestionContent }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    const { questionId, bankId, content } = command
    if (state.situation === 'unknown')
      return [{ type: 'QuestionAdded', data: { questionId, version: 1, source: 'curated', bankId, content } }]
    const events: QuestionEvent[] = []
    if (state.situation === 'retired') events.push({ type: 'QuestionRestored', data: { questionId } })
    if (!sameContent(contentOf(state, currentVersion(state)), content))
      events.push({ type: 'QuestionRevised', data: { questionId, version: currentVersion(state) + 1, content } })
    return events
  }

/** Both sides come out of the same schema, which fixes the order of the keys. */
const sameContent = (one: QuestionContent | null, other: QuestionContent): boolean => JSON.stringify(one) === JSON.stringify(other)

export const retireQuestion =
  (command: { reason: string }): Decide<QuestionState, QuestionEvent> =>
  (state) =>
    state.situation === 'active' ? [{ type: 'QuestionRetired', data: { questionId: state.questionId, reason: command.reason } }] : []

/** A person's request counts once for each question. Refused with `questionNotFound` when there is no such question. */
export const requestReview =
  (command: { userId: string; reason: string }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown') throw new Rejection('questionNotFound')
    if (state.reviewRequestedBy.includes(command.userId)) return []
    return [{ type: 'QuestionReviewRequested', data: { questionId: state.questionId, version: currentVersion(state), ...command } }]
  }
