import { z } from 'zod'
import { addDays } from '../core/calendar.ts'
import type { Aggregate, Decide } from '../core/decider.ts'
import { type DataOf, defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { withEntry } from '../core/growing.ts'
import { legalDocumentIds } from './legal-documents.ts'
import { POLICY_NOTICE_DAYS } from './policy-figures.ts'

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
