import { z } from 'zod'
import { type Aggregate, type Decide, evolveBy } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith, personal, sealed, type Upcaster } from '../core/event.ts'
import { appended, withMember } from '../core/growing.ts'
import { DAY_MILLISECONDS } from '../core/shown/calendar.ts'
import { Rejection } from '../refusals/rejection.ts'
import { QuestionContent } from './content/content.ts'
import { chanceOf } from './content/item.ts'
import { isSettled } from './drift.ts'
import { GuidelineChange } from './guideline-change.ts'
import { OPEN_REQUESTS_TO_WITHDRAW, PROTECTED_DAYS } from './shown/review-rules.ts'
import { questionSources } from './shown/terms.ts'

/** `question-<id>`: the versions of a question, its trial, and its review requests. */

const question = { questionId: z.uuid() }
const version = { ...question, version: z.int().min(1) }
const cause = z.enum(['bank', 'review', 'educator'])

/** Version 1 had neither pictures nor sets. */
const withoutPictures: Upcaster = ({ content, ...rest }) => ({
  ...rest,
  content: { ...(content as Record<string, unknown>), picture: null, scenario: null, explanationPicture: null },
})

export const questionEvents = defineEvents({
  QuestionAdded: eventWith(
    {
      ...version,
      /** Model-generated and educator-written questions start as pilots, which count in no score. */
      source: z.enum(questionSources),
      /** Null if the question is not from the bank. */
      bankId: z.string().nullable(),
      generation: z.object({ model: z.string(), promptVersion: z.string() }).nullable(),
      content: QuestionContent,
    },
    { upcasters: [withoutPictures] },
  ),
  QuestionRevised: eventWith({ ...version, cause, content: QuestionContent }, { upcasters: [withoutPictures] }),
  QuestionRetired: eventWith({
    ...question,
    /** `generation`: the attempt was interrupted, so its incomplete set can never be given. */
    cause: z.enum([...cause.options, 'generation']),
    reason: z.string(),
  }),
  QuestionRestored: eventWith(question),
  QuestionPromoted: eventWith({
    ...version,
    answers: z.int().min(1),
    /** Point-biserial correlation with the rest, -1 to 1. */
    discrimination: z.number().min(-1).max(1),
  }),
  /** Not drawn until a review decides. */
  QuestionWithdrawn: eventWith({ ...version, cause: z.enum(['review_requests', 'correct_rate']) }),
  /** A guideline changed, and this version teaches the old way until an educator decides. */
  QuestionOutdated: eventWith({ ...version, ...GuidelineChange.shape, isWithdrawn: z.boolean() }),
  /** A language model's revision after a changed guideline, for an educator to decide on. */
  RevisionProposed: eventWith({
    ...version,
    changeId: z.uuid(),
    generation: z.object({ model: z.string(), promptVersion: z.string() }),
    content: QuestionContent,
  }),
  QuestionReviewRequested: eventWith({ ...version, userId: z.uuid(), reason: personal(z.string()) }, sealed('reason')),
  QuestionReviewResolved: eventWith({
    ...version,
    decision: z.enum(['kept', 'revised', 'retired']),
    note: z.string(),
    resolvedBy: z.uuid(),
  }),
  /** An educator kept this version: for a while requests are listed but cannot withdraw it. */
  QuestionProtected: eventWith({ ...version, until: z.iso.datetime() }),
  /** The bank changed a question that an educator revised: the educator's version stays until someone compares both. */
  BankRevisionOffered: eventWith({
    ...question,
    /** Counted from 1; a later offer replaces a waiting one. */
    offer: z.int().min(1),
    bankId: z.string(),
    content: QuestionContent,
  }),
  BankRevisionSettled: eventWith({
    ...version,
    /** Null if the bank caught up by itself. */
    offer: z.int().min(1).nullable(),
    /** `agreed`, `gone`: the bank now says the same, or dropped the question. */
    decision: z.enum(['taken', 'kept', 'edited', 'agreed', 'gone']),
    settledBy: z.uuid().nullable(),
  }),
})
export type QuestionEvent = EventOf<(typeof questionEvents)[number]>

interface KnownQuestion {
  readonly situation: 'active' | 'withdrawn' | 'retired'
  readonly questionId: string
  /** Version n is at index n - 1. */
  readonly versions: readonly QuestionContent[]
  /** The bank's latest content, accepted or not. */
  readonly published: QuestionContent | null
  /** Educator versions are not overwritten by the bank's files. */
  readonly isEducators: boolean
  readonly offer: { readonly number: number; readonly bankId: string; readonly content: QuestionContent } | null
  readonly offers: number
  readonly retiredBy: DataOf<QuestionEvent, 'QuestionRetired'>['cause'] | null
  readonly isPilot: boolean
  /** Unique users with an open request, for any version. */
  readonly openRequests: readonly string[]
  readonly requests: readonly { readonly userId: string; readonly version: number }[]
  /** Latest version withdrawn for its correct rate; 0 if none. */
  readonly versionBelowChance: number
  readonly protection: { readonly version: number; readonly until: string } | null
  /** IDs of guideline changes, and those that no educator has decided on. */
  readonly changes: ReadonlySet<string>
  readonly openChanges: readonly string[]
  /** With withdrawals that came later. */
  readonly timesOutdated: number
  /** Changes for which a revision was proposed. */
  readonly proposals: ReadonlySet<string>
}

export type QuestionState = { readonly situation: 'unknown' } | KnownQuestion

function addedAs(data: DataOf<QuestionEvent, 'QuestionAdded'>): KnownQuestion {
  const { questionId, content, source } = data
  return {
    situation: 'active',
    questionId,
    versions: [content],
    published: source === 'curated' ? content : null,
    isEducators: source === 'educator',
    offer: null,
    offers: 0,
    retiredBy: null,
    isPilot: source !== 'curated',
    openRequests: [],
    requests: [],
    versionBelowChance: 0,
    protection: null,
    changes: new Set(),
    openChanges: [],
    timesOutdated: 0,
    proposals: new Set(),
  }
}

const evolveKnown = evolveBy<KnownQuestion, Exclude<QuestionEvent, { type: 'QuestionAdded' }>>({
  QuestionRevised: (state, { content, cause }) => {
    const isBanks = cause === 'bank'
    const published = isBanks ? content : state.published
    return { ...state, versions: appended(state.versions, content), published, isEducators: !isBanks }
  },
  QuestionRetired: (state, { cause }) => ({
    ...state,
    situation: 'retired',
    retiredBy: cause,
    openRequests: [],
    openChanges: [],
  }),
  QuestionRestored: (state) => ({ ...state, situation: 'active', retiredBy: null }),
  QuestionPromoted: (state) => ({ ...state, isPilot: false }),
  QuestionWithdrawn: (state, { cause, version }) => {
    return { ...state, situation: 'withdrawn', versionBelowChance: cause === 'correct_rate' ? version : state.versionBelowChance }
  },
  QuestionOutdated: (state, { changeId, isWithdrawn }) => {
    const after = { ...state, situation: isWithdrawn ? ('withdrawn' as const) : state.situation, timesOutdated: state.timesOutdated + 1 }
    if (state.changes.has(changeId)) return after
    return { ...after, changes: withMember(state.changes, changeId), openChanges: appended(state.openChanges, changeId) }
  },
  RevisionProposed: (state, { changeId }) => ({ ...state, proposals: withMember(state.proposals, changeId) }),
  QuestionReviewRequested: (state, { userId, version }) => {
    const openRequests = state.openRequests.includes(userId) ? state.openRequests : [...state.openRequests, userId]
    return { ...state, openRequests, requests: appended(state.requests, { userId, version }) }
  },
  QuestionReviewResolved: (state) => ({
    ...state,
    situation: state.situation === 'retired' ? 'retired' : 'active',
    openRequests: [],
    openChanges: [],
  }),
  QuestionProtected: (state, { version, until }) => ({ ...state, protection: { version, until } }),
  BankRevisionOffered: (state, { offer: number, bankId, content }) => {
    return { ...state, published: content, offer: { number, bankId, content }, offers: number }
  },
  BankRevisionSettled: (state, { decision }) => {
    if (decision === 'agreed') return { ...state, published: state.versions.at(-1) ?? null, isEducators: false, offer: null }
    return decision === 'gone' ? { ...state, published: null, offer: null } : { ...state, offer: null }
  },
})

export const questionAggregate: Aggregate<QuestionState, QuestionEvent> = {
  category: 'question',
  initial: { situation: 'unknown' },
  evolve: (state, event) => {
    if (event.type === 'QuestionAdded') return addedAs(event.data)
    return state.situation === 'unknown' ? state : evolveKnown(state, event)
  },
}

export const contentOf = (state: QuestionState, version: number): QuestionContent | null =>
  state.situation === 'unknown' ? null : (state.versions[version - 1] ?? null)

export const isOutdated = (state: QuestionState): boolean => state.situation !== 'unknown' && state.openChanges.length > 0

export const currentVersion = (state: QuestionState): number => (state.situation === 'unknown' ? 0 : state.versions.length)

/** Review decisions stand until the bank changes; educators' versions get an offer instead of an overwrite. */
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

export const agreedBy = (state: KnownQuestion, revision: QuestionContent): QuestionEvent[] =>
  state.offer && sameContent(state.offer.content, revision)
    ? [settled(state, { version: currentVersion(state) + 1, offer: state.offer.number, decision: 'agreed', settledBy: null })]
    : []

export const settled = (
  { questionId }: KnownQuestion,
  settlement: Omit<DataOf<QuestionEvent, 'BankRevisionSettled'>, 'questionId'>,
): QuestionEvent => ({ type: 'BankRevisionSettled', data: { questionId, ...settlement } })

/** JSON text is comparable because the schema fixes the key order. */
export const sameContent = (one: QuestionContent | null, other: QuestionContent): boolean => JSON.stringify(one) === JSON.stringify(other)

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

export const addGenerated =
  (command: Pick<DataOf<QuestionEvent, 'QuestionAdded'>, 'questionId' | 'content' | 'generation'>): Decide<QuestionState, QuestionEvent> =>
  (state) =>
    state.situation === 'unknown' ? [{ type: 'QuestionAdded', data: { ...command, version: 1, source: 'ai', bankId: null } }] : []

/** Cleans up after an interrupted attempt. */
export const discardGenerated =
  (command: { reason: string }): Decide<QuestionState, QuestionEvent> =>
  (state) =>
    state.situation === 'unknown' || state.situation === 'retired'
      ? []
      : [{ type: 'QuestionRetired', data: { questionId: state.questionId, cause: 'generation', reason: command.reason } }]

export const PROMOTION_MIN_DISCRIMINATION = 0.1

/** `standardError`: of the difficulty, in logits. */
type Promotion = Omit<DataOf<QuestionEvent, 'QuestionPromoted'>, 'questionId'> & { readonly standardError: number }

export const promoteQuestion =
  ({ version, answers, discrimination, standardError }: Promotion): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation !== 'active' || !state.isPilot || state.openRequests.length > 0 || isOutdated(state)) return []
    if (version !== currentVersion(state)) return []
    if (!isSettled({ answers, standardError }) || discrimination <= PROMOTION_MIN_DISCRIMINATION) return []
    return [{ type: 'QuestionPromoted', data: { questionId: state.questionId, version, answers, discrimination } }]
  }

export const WITHDRAWAL_MIN_ANSWERS = 50
/** The highest chance of guessing any item: one place in three. */
export const HIGHEST_CHANCE = 1 / 3

/** At most once per version. */
export const withdrawForCorrectRate =
  (command: { version: number; answers: number; correctAnswers: number }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation !== 'active' || command.version !== currentVersion(state) || command.version === state.versionBelowChance) return []
    const content = contentOf(state, command.version)
    if (content === null || command.answers < WITHDRAWAL_MIN_ANSWERS) return []
    if (command.correctAnswers / command.answers >= chanceOf(content.item)) return []
    return [{ type: 'QuestionWithdrawn', data: { questionId: state.questionId, version: command.version, cause: 'correct_rate' } }]
  }

type ReviewRequest = Omit<DataOf<QuestionEvent, 'QuestionReviewRequested'>, 'questionId'>

export const isSuperseded = (state: QuestionState, version: number): boolean => version < currentVersion(state)

export const isAsking = (state: QuestionState, userId: string): boolean =>
  state.situation !== 'unknown' && state.openRequests.includes(userId)

/** Once per person and version; superseded versions are ignored. Rejects with `questionNotFound`. */
export const requestReview =
  ({ userId, reason, version }: ReviewRequest): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown' || version > currentVersion(state)) throw new Rejection('questionNotFound')
    if (state.requests.some((request) => request.userId === userId && request.version === version)) return []
    if (state.situation === 'retired') throw new Rejection('questionNotFound')
    if (isSuperseded(state, version)) return []
    return [{ type: 'QuestionReviewRequested', data: { questionId: state.questionId, version, userId, reason } }]
  }

/** `at`: of the latest request. Requests while a version is protected count with the first one after it. */
export const withdrawForReviewRequests =
  ({ version, at }: { version: number; at: string }): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation !== 'active' || version !== currentVersion(state)) return []
    if (state.openRequests.length < OPEN_REQUESTS_TO_WITHDRAW) return []
    if (state.protection?.version === version && at < state.protection.until) return []
    return [{ type: 'QuestionWithdrawn', data: { questionId: state.questionId, version, cause: 'review_requests' } }]
  }

interface ReviewDecision extends Omit<DataOf<QuestionEvent, 'QuestionReviewResolved'>, 'questionId'> {
  /** Including decided ones, and the times that a guideline made it outdated. */
  readonly requestsSeen: number
  readonly content: QuestionContent | null
  readonly now: string
}

/** Rejects with `questionNotFound`, or with `conflict` if something changed or nothing is open. */
export const resolveReviewRequests =
  ({ version, requestsSeen, decision, note, content, resolvedBy, now }: ReviewDecision): Decide<QuestionState, QuestionEvent> =>
  (state) => {
    if (state.situation === 'unknown') throw new Rejection('questionNotFound')
    const isOpen = state.openRequests.length > 0 || state.situation === 'withdrawn' || isOutdated(state)
    if (!isOpen || version !== currentVersion(state)) throw new Rejection('conflict')
    if (state.requests.length + state.timesOutdated > requestsSeen) throw new Rejection('conflict')
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
