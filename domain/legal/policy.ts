import { z } from 'zod'
import { addDays } from '../calendar.ts'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { withEntry } from '../growing.ts'
import { legalDocumentIds } from './legal-documents.ts'
import { POLICY_NOTICE_DAYS } from './policy-figures.ts'

/** `policy-<document>`: the versions of a legal document that were published. */

/** What stands here is what people have agreed to, whatever becomes of the files. */
export const PolicyPublished = defineEvent('PolicyPublished', {
  document: z.enum(legalDocumentIds),
  version: z.int().min(1),
  title: z.string(),
  description: z.string(),
  /** What is otherwise than in the version before. */
  changes: z.string(),
  lastUpdated: z.iso.date(),
  effectiveDate: z.iso.date(),
  /** The whole file, Markdown, with line feeds alone. */
  text: z.string(),
  /** SHA-256 of the text, in hexadecimal. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
})

export const policyEvents = [PolicyPublished] as const
type PolicyEvent = EventOf<(typeof policyEvents)[number]>
export type PublishedPolicy = EventOf<typeof PolicyPublished>['data']

/** The hashes of what was published, by their versions. */
export type PolicyState = ReadonlyMap<number, string>

export const policyAggregate: Aggregate<PolicyState, PolicyEvent> = {
  category: 'policy',
  initial: new Map(),
  evolve: (state, { data: { version, hash } }) => withEntry(state, version, hash),
}

/** Why the product does not start with the files as they are. */
export class PolicyRefused extends Error {}

/**
 * Publishes those of a document's versions that are not yet. One that was published stays as it is for ever. Where
 * there was one before, people go by that: the next holds once they have had their notice.
 */
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
