import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { appended, withEntry } from '../core/growing.ts'
import { addDays } from '../core/shown/calendar.ts'
import { type DocumentVersion, legalDocumentIds } from './shown/legal-documents.ts'
import { POLICY_NOTICE_DAYS } from './shown/policy-figures.ts'

/** `policy-<document>`: the published versions of a legal document. */

export const policyEvents = defineEvents({
  /** Holds the text that people agreed to, independent of the files. */
  PolicyPublished: eventWith({
    document: z.enum(legalDocumentIds),
    version: z.int().min(1),
    title: z.string(),
    description: z.string(),
    changes: z.string(),
    lastUpdated: z.iso.date(),
    effectiveDate: z.iso.date(),
    text: z.string(),
    hash: z.string().regex(/^[0-9a-f]{64}$/),
  }),
})
type PolicyEvent = EventOf<(typeof policyEvents)[number]>
export type PublishedPolicy = DataOf<PolicyEvent, 'PolicyPublished'>

export type PolicyState = ReadonlyMap<number, string>

export const policyAggregate: Aggregate<PolicyState, PolicyEvent> = {
  category: 'policy',
  initial: new Map(),
  evolve: (state, { data: { version, hash } }) => withEntry(state, version, hash),
}

/** The product does not start with these files. */
export class PolicyRefused extends Error {}

/** A published version never changes. A later one takes effect only after the notice period. */
export const publishPolicies =
  (versions: readonly PublishedPolicy[], today: string): Decide<PolicyState, PolicyEvent> =>
  (published) => {
    const altered = versions.find(({ version, hash }) => published.has(version) && published.get(version) !== hash)
    if (altered) throw new PolicyRefused(alteredWords(altered))
    const waiting = versions.filter(({ version }) => !published.has(version))
    const earliest = addDays(today, POLICY_NOTICE_DAYS)
    const hasty = published.size > 0 ? waiting.find(({ effectiveDate }) => effectiveDate < earliest) : undefined
    if (hasty) throw new PolicyRefused(hastyWords(hasty, earliest))
    return waiting.map((data) => ({ type: 'PolicyPublished', data }))
  }

const fileOf = ({ document, version }: PublishedPolicy): string => `domain/legal/documents/${document}/v${version}.md`

const alteredWords = (policy: PublishedPolicy): string =>
  `${fileOf(policy)} is not the text that was published and that people agreed to. Restore the file, and write the new text as a new version.`

const hastyWords = (policy: PublishedPolicy, earliest: string): string =>
  `${fileOf(policy)} takes effect on ${policy.effectiveDate}. Everyone with an account is told ${POLICY_NOTICE_DAYS} days before. Published today, it can take effect on ${earliest} at the earliest.`

/** `policyNotices-<userId>`: the policy changes that a person was told of before they took effect. */

const policy = { document: z.enum(legalDocumentIds), version: z.int().min(1) }

export const policyNoticeEvents = defineEvents({
  /** Also recorded when the address refuses mail; the banner then remains. */
  PolicyChangeTold: eventWith({
    userId: z.uuid(),
    policies: z.array(z.object(policy)).min(1),
    isMailed: z.boolean(),
  }),
  PolicyChangeSeen: eventWith({ userId: z.uuid(), ...policy }),
})
export type PolicyNoticeEvent = EventOf<(typeof policyNoticeEvents)[number]>

interface PolicyNoticesState {
  readonly told: readonly DocumentVersion[]
  readonly seen: readonly DocumentVersion[]
}

export const policyNoticesAggregate: Aggregate<PolicyNoticesState, PolicyNoticeEvent> = {
  category: 'policyNotices',
  initial: { told: [], seen: [] },
  evolve: ({ told, seen }, { type, data }) =>
    type === 'PolicyChangeTold'
      ? { told: appended(told, ...data.policies.map(({ document, version }) => ({ document, version }))), seen }
      : { told, seen: appended(seen, { document: data.document, version: data.version }) },
}

const isAmong = (all: readonly DocumentVersion[], { document, version }: DocumentVersion): boolean =>
  all.some((one) => one.document === document && one.version === version)

export const untold = <Announced extends DocumentVersion>({ told }: PolicyNoticesState, announced: readonly Announced[]): Announced[] =>
  announced.filter((policy) => !isAmong(told, policy))

export const recordTold =
  (userId: string, policies: readonly DocumentVersion[], isMailed: boolean): Decide<PolicyNoticesState, PolicyNoticeEvent> =>
  (state) => {
    const fresh = untold(state, policies).map(({ document, version }) => ({ document, version }))
    return fresh.length === 0 ? [] : [{ type: 'PolicyChangeTold', data: { userId, policies: fresh, isMailed } }]
  }

export const seePolicyChange =
  (userId: string, policy: DocumentVersion): Decide<PolicyNoticesState, PolicyNoticeEvent> =>
  ({ seen }) =>
    isAmong(seen, policy) ? [] : [{ type: 'PolicyChangeSeen', data: { userId, document: policy.document, version: policy.version } }]
