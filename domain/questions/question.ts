import { z } from 'zod'
import { DAY_MILLISECONDS } from '../calendar.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf, personal, type Upcaster } from '../event.ts'
import { isSettled } from '../exams/drift.ts'
import { appended } from '../growing.ts'
import { Rejection } from '../rejection.ts'
import { QuestionContent } from './content.ts'
import { chanceOf } from './item.ts'
import { OPEN_REQUESTS_TO_WITHDRAW, PROTECTED_DAYS } from './review-rules.ts'
import { questionSources } from './terms.ts'

/** `question-<id>`: what a question says, version by version, its trial, and the reviews that were asked for. */

const question = { questionId: z.uuid() }
const version = { ...question, version: z.int().min(1) }
/** Who changed a question: the curated bank when it was loaded, an educator in a review, or one without being asked. */
const cause = z.enum(['bank', 'review', 'educator'])

/**
 * The first versions know neither pictures nor sets; who has learned of no second must not read one as if it had none.
 */
const withoutPictures: Upcaster = ({ content, ...rest }) => ({
  ...rest,
  content: { ...(content as Record<string, unknown>), picture: null, scenario: null, explanationPicture: null },
})

export const QuestionAdded = defineEvent(
  'QuestionAdded',
  {
    ...version,
    /** What a model or an educator wrote is a pilot, which counts in no score, until it is promoted. */
    source: z.enum(questionSources),
    /** The name of the bank's entry that it came from; null for a question that is not of the bank. */
    bankId: z.string().nullable(),
    /** What generated it; null unless a model did. */
    generation: z.object({ model: z.string(), promptVersion: z.string() }).nullable(),
    content: QuestionContent,
  },
  { upcasters: [withoutPictures] },
)
export const QuestionRevised = defineEvent(
  'QuestionRevised',
  { ...version, cause, content: QuestionContent },
  { upcasters: [withoutPictures] },
)
export const QuestionRetired = defineEvent('QuestionRetired', {
  ...question,
  /** `generation`: the attempt that wrote it was interrupted, and what there is of its set can never be given. */
  cause: z.enum([...cause.options, 'generation']),
  reason: z.string(),
})
export const QuestionRestored = defineEvent('QuestionRestored', question)

/** A pilot has proven itself and counts from now on. */
export const QuestionPromoted = defineEvent('QuestionPromoted', {
  ...version,
  answers: z.int().min(1),
  /** Point-biserial correlation of this question with the rest, -1 to 1. */
  discrimination: z.number().min(-1).max(1),
})

/** Not drawn any more until a review decides. */
export const QuestionWithdrawn = defineEvent('QuestionWithdrawn', { ...version, cause: z.enum(['review_requests', 'correct_rate']) })

export const QuestionReviewRequested = defineEvent(
  'QuestionReviewRequested',
  { ...version, userId: z.uuid(), reason: personal(z.string()) },
  { personal: { subject: 'userId', fields: ['reason'] } },
)
export const QuestionReviewResolved = defineEvent('QuestionReviewResolved', {
  ...version,
  decision: z.enum(['kept', 'revised', 'retired']),
  /** What the educator says to those who asked. */
  note: z.string(),
  resolvedBy: z.uuid(),
})

/**
 * An educator has kept this version: until then people may doubt it, and the educators hear of it, but it stays in
 * draws.
 */
export const QuestionProtected = defineEvent('QuestionProtected', { ...version, until: z.iso.datetime() })

/**
 * The bank's file says something else than it said before, of a question that an educator has revised since: the
 * educator's words stand until one of them has seen the difference.
 */
export const BankRevisionOffered = defineEvent('BankRevisionOffered', {
  ...question,
  /** Counted from 1: a later offer takes the place of one that still waits. */
  offer: z.int().min(1),
  bankId: z.string(),
  content: QuestionContent,
})
/** What became of it, or that there is nothing left to decide. */
export const BankRevisionSettled = defineEvent('BankRevisionSettled', {
  /** What is asked from now on. */
  ...version,
  /** Null where the bank came to the educator's words by itself. */
  offer: z.int().min(1).nullable(),
  /**
   * An educator takes the bank's words over, keeps those that stand, or writes others; or the bank says the same by
   * now, or has this question no more.
   */
  decision: z.enum(['taken', 'kept', 'edited', 'agreed', 'gone']),
  /** Null if no decision was needed. */
  settledBy: z.uuid().nullable(),
})

export const questionEvents = [
  QuestionAdded,
  QuestionRevised,
  QuestionRetired,
  QuestionRestored,
  QuestionPromoted,
  QuestionWithdrawn,
  QuestionReviewRequested,
  QuestionReviewResolved,
  QuestionProtected,
  BankRevisionOffered,
  BankRevisionSettled,
] as const
export type QuestionEvent = EventOf<(typeof questionEvents)[number]>

interface KnownQuestion {
  readonly situation: 'active' | 'withdrawn' | 'retired'
  readonly questionId: string
  /** Oldest first: version n stands at index n - 1. */
  readonly versions: readonly QuestionContent[]
  /** What the bank said last, taken over or not; null where it says nothing. */
  readonly published: QuestionContent | null
  /** Whether the current version is an educator's, which no file overwrites. */
  readonly isEducators: boolean
  /** The bank's version that waits for a decision; null if none does. */
  readonly offer: { readonly number: number; readonly bankId: string; readonly content: QuestionContent } | null
  /** How many there ever were. */
  readonly offers: number
  readonly retiredBy: EventOf<typeof QuestionRetired>['data']['cause'] | null
  readonly isPilot: boolean
  /** Who asked for a review that is not decided yet, each person once, whichever versions they asked for. */
  readonly openRequests: readonly string[]
  /** Who has ever asked, by version. */
  readonly requests: readonly { readonly userId: string; readonly version: number }[]
  /** The latest version that was withdrawn for its correct rate; 0 while none was. */
  readonly versionBelowChance: number
  /** The version that was kept last, and until when requests do not withdraw it; null while none was. */
  readonly protection: { readonly version: number; readonly until: string } | null
}

export type QuestionState = { readonly situation: 'unknown' } | KnownQuestion

export const questionAggregate: Aggregate<QuestionState, QuestionEvent> = {
  category: 'question',
  initial: { situation: 'unknown' },
  evolve: (state, event) => {
    if (event.type === 'QuestionAdded') {
      const { questionId, content, source } = event.data
      const published = source === 'curated' ? content : null
      const isPilot = source !== 'curated'
      return {
        situation: 'active',
        questionId,
        versions: [content],
        published,
        isEducators: source === 'educator',
        offer: null,
        offers: 0,
        retiredBy: null,
        isPilot,
        openRequests: [],
        requests: [],
        versionBelowChance: 0,
        protection: null,
      }
    }
    if (state.situation === 'unknown') return state
    switch (event.type) {
      case 'QuestionRevised': {
        const { content, cause } = event.data
        const isBanks = cause === 'bank'
        const published = isBanks ? content : state.published
        return { ...state, versions: appended(state.versions, content), published, isEducators: !isBanks }
      }
      case 'QuestionRetired':
        // This answers the open review requests.
        return { ...state, situation: 'retired', retiredBy: event.data.cause, openRequests: [] }
      case 'QuestionRestored':
        return { ...state, situation: 'active', retiredBy: null }
      case 'QuestionPromoted':
        return { ...state, isPilot: false }
      case 'QuestionWithdrawn': {
        const { cause, version } = event.data
        return { ...state, situation: 'withdrawn', versionBelowChance: cause === 'correct_rate' ? version : state.versionBelowChance }
      }
      case 'QuestionReviewRequested': {
        const { userId, version } = event.data
        const openRequests = state.openRequests.includes(userId) ? state.openRequests : [...state.openRequests, userId]
        return { ...state, openRequests, requests: appended(state.requests, { userId, version }) }
      }
      case 'QuestionReviewResolved':
        return { ...state, situation: state.situation === 'retired' ? 'retired' : 'active', openRequests: [] }
      case 'QuestionProtected': {
        const { version, until } = event.data
        return { ...state, protection: { version, until } }
      }
      case 'BankRevisionOffered': {
        const { offer: number, bankId, content } = event.data
        return { ...state, published: content, offer: { number, bankId, content }, offers: number }
      }
      case 'BankRevisionSettled':
        switch (event.data.decision) {
          case 'agreed':
            return { ...state, published: state.versions.at(-1) ?? null, isEducators: false, offer: null }
          case 'gone':
            return { ...state, published: null, offer: null }
          default:
            return { ...state, offer: null }
        }
    }
  },
}

/** The content of one version, or null when there is no such version. */
export const contentOf = (state: QuestionState, version: number): QuestionContent | null =>
  state.situation === 'unknown' ? null : (state.versions[version - 1] ?? null)

export const currentVersion = (state: QuestionState): number => (state.situation === 'unknown' ? 0 : state.versions.length)

/**
 * Brings a question to what the curated bank says now: adds it, revises it when the bank's words have changed since
 * they were loaded last, restores what the bank had retired. What a review decided stands until the bank itself
 * changes. Words that an educator wrote are not overwritten: the bank's are offered beside them, once.
 */
export const publishQuestion =
  (command: { questionId: string; bankId: string; content: QuestionContent }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    const { questionId, bankId, content } = command
    if (state.situation === 'unknown')
      return [{ type: 'QuestionAdded', data: { questionId, version: 1, source: 'curated', bankId, generation: null, content } }]
    const events: QuestionEvent[] = []
    const hasChanged = !sameContent(state.published, content)
    if (hasChanged && state.isEducators) {
      if (state.retiredBy === 'bank') events.push({ type: 'QuestionRestored', data: { questionId } })
      return [...events, offerOrAgree(state, bankId, content)]
    }
    if (state.situation === 'retired' && (state.retiredBy === 'bank' || hasChanged))
      events.push({ type: 'QuestionRestored', data: { questionId } })
    if (hasChanged)
      events.push({ type: 'QuestionRevised', data: { questionId, version: currentVersion(state) + 1, cause: 'bank', content } })
    return events
  }

function offerOrAgree(state: KnownQuestion, bankId: string, content: QuestionContent): QuestionEvent {
  const { questionId, offers, offer } = state
  if (!sameContent(state.versions.at(-1) ?? null, content))
    return { type: 'BankRevisionOffered', data: { questionId, offer: offers + 1, bankId, content } }
  return settled(state, { version: currentVersion(state), offer: offer?.number ?? null, decision: 'agreed', settledBy: null })
}

/** A revision that says what the bank offers leaves nothing to decide. */
export const agreedBy = (state: KnownQuestion, revision: QuestionContent): QuestionEvent[] =>
  state.offer && sameContent(state.offer.content, revision)
    ? [settled(state, { version: currentVersion(state) + 1, offer: state.offer.number, decision: 'agreed', settledBy: null })]
    : []

export const settled = (
  { questionId }: KnownQuestion,
  settlement: Omit<EventOf<typeof BankRevisionSettled>['data'], 'questionId'>,
): QuestionEvent => ({ type: 'BankRevisionSettled', data: { questionId, ...settlement } })

/** Both sides come out of the same schema, which fixes the order of the keys. */
export const sameContent = (one: QuestionContent | null, other: QuestionContent): boolean => JSON.stringify(one) === JSON.stringify(other)

/** The bank no longer has this question. */
export const retireQuestion =
  (command: { reason: string }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown' || state.situation === 'retired') return []
    const { questionId, offer } = state
    return [
      { type: 'QuestionRetired', data: { questionId, cause: 'bank', reason: command.reason } },
      ...(offer ? [settled(state, { version: currentVersion(state), offer: offer.number, decision: 'gone', settledBy: null })] : []),
    ]
  }

/** Adds a generated question as a pilot. */
export const addGenerated =
  (command: {
    questionId: string
    content: QuestionContent
    generation: { model: string; promptVersion: string }
  }): Decide<QuestionState, QuestionEvent> =>
  (state) =>
    state.situation === 'unknown' ? [{ type: 'QuestionAdded', data: { ...command, version: 1, source: 'ai', bankId: null } }] : []

/** Takes away what an attempt has added that was interrupted before it had added all. */
export const discardGenerated =
  (command: { reason: string }): Decide<QuestionState, QuestionEvent> =>
  (state) =>
    state.situation === 'unknown' || state.situation === 'retired'
      ? []
      : [{ type: 'QuestionRetired', data: { questionId: state.questionId, cause: 'generation', reason: command.reason } }]

export const PROMOTION_MIN_DISCRIMINATION = 0.1

interface Promotion {
  readonly version: number
  readonly answers: number
  readonly discrimination: number
  /** Of its difficulty, in logits. */
  readonly standardError: number
}

/** Promotes a pilot whose difficulty is known well enough, which discriminates, and is not under review. */
export const promoteQuestion =
  ({ version, answers, discrimination, standardError }: Promotion): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation !== 'active' || !state.isPilot || state.openRequests.length > 0) return []
    if (version !== currentVersion(state)) return []
    if (!isSettled({ answers, standardError }) || discrimination <= PROMOTION_MIN_DISCRIMINATION) return []
    return [{ type: 'QuestionPromoted', data: { questionId: state.questionId, version, answers, discrimination } }]
  }

export const WITHDRAWAL_MIN_ANSWERS = 50
/** What guessing gives at the most, whatever the item: the share of one place in three. */
export const HIGHEST_CHANCE = 1 / 3

/** Withdraws a question that fewer answer correctly than would by guessing. A version is withdrawn for this once. */
export const withdrawForCorrectRate =
  (command: { version: number; answers: number; correctAnswers: number }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation !== 'active' || command.version !== currentVersion(state) || command.version === state.versionBelowChance) return []
    const content = contentOf(state, command.version)
    if (content === null || command.answers < WITHDRAWAL_MIN_ANSWERS) return []
    if (command.correctAnswers / command.answers >= chanceOf(content.item)) return []
    return [{ type: 'QuestionWithdrawn', data: { questionId: state.questionId, version: command.version, cause: 'correct_rate' } }]
  }

interface ReviewRequest {
  readonly userId: string
  readonly reason: string
  /** The version that the person was given. */
  readonly version: number
}

/** Whether the version that a person doubts is no longer what the question says. */
export const isSuperseded = (state: QuestionState, version: number): boolean => version < currentVersion(state)

/** Whether a person waits for a decision. */
export const isAsking = (state: QuestionState, userId: string): boolean =>
  state.situation !== 'unknown' && state.openRequests.includes(userId)

/**
 * A person's request counts once for each version. One that is about a version which was superseded is about words that
 * is no longer asked, and decides nothing. Refused with `questionNotFound` when there is no such question or
 * version, or no longer.
 */
export const requestReview =
  ({ userId, reason, version }: ReviewRequest): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown' || version > currentVersion(state)) throw new Rejection('questionNotFound')
    if (state.requests.some((request) => request.userId === userId && request.version === version)) return []
    if (state.situation === 'retired') throw new Rejection('questionNotFound')
    if (isSuperseded(state, version)) return []
    return [{ type: 'QuestionReviewRequested', data: { questionId: state.questionId, version, userId, reason } }]
  }

/**
 * Withdraws a question that enough people doubt, `at` the time of the latest request. A version that an educator has
 * kept is protected for some days: requests of that time wait in the queue and withdraw nothing; the first one after it
 * counts them in.
 */
export const withdrawForReviewRequests =
  ({ version, at }: { version: number; at: string }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation !== 'active' || version !== currentVersion(state)) return []
    if (state.openRequests.length < OPEN_REQUESTS_TO_WITHDRAW) return []
    if (state.protection?.version === version && at < state.protection.until) return []
    return [{ type: 'QuestionWithdrawn', data: { questionId: state.questionId, version, cause: 'review_requests' } }]
  }

interface ReviewDecision {
  /** The version that the educator looked at. */
  readonly version: number
  /** How many requests the educator had before them, decided ones among them. */
  readonly requestsSeen: number
  readonly decision: 'kept' | 'revised' | 'retired'
  readonly note: string
  /** What it says from now on, when it is revised. */
  readonly content: QuestionContent | null
  readonly resolvedBy: string
  /** ISO 8601, UTC. */
  readonly now: string
}

/**
 * Decides a review: the question stays as it is and is protected for a while, gets a new version, or is retired.
 * Earlier answers stay with the version that they answered. Refused with `questionNotFound`, and with `conflict` when
 * the educator looked at a version that is no longer current, when another request has come since then, whose words the
 * decision would answer unread, or when nothing is open.
 */
export const resolveReviewRequests =
  ({ version, requestsSeen, decision, note, content, resolvedBy, now }: ReviewDecision): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown') throw new Rejection('questionNotFound')
    const isOpen = state.openRequests.length > 0 || state.situation === 'withdrawn'
    if (!isOpen || version !== currentVersion(state)) throw new Rejection('conflict')
    if (state.requests.length > requestsSeen) throw new Rejection('conflict')
    const { questionId } = state
    const resolved: QuestionEvent = { type: 'QuestionReviewResolved', data: { questionId, version, decision, note, resolvedBy } }
    if (decision === 'kept') {
      const until = new Date(Date.parse(now) + PROTECTED_DAYS * DAY_MILLISECONDS).toISOString()
      return [resolved, { type: 'QuestionProtected', data: { questionId, version, until } }]
    }
    if (decision === 'retired') return [{ type: 'QuestionRetired', data: { questionId, cause: 'review', reason: note } }, resolved]
    if (content === null || sameContent(contentOf(state, version), content)) throw new Rejection('revisionMissing')
    const revised: QuestionEvent = { type: 'QuestionRevised', data: { questionId, version: version + 1, cause: 'review', content } }
    return [revised, ...agreedBy(state, content), resolved]
  }
