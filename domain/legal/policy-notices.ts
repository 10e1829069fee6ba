import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { appended } from '../core/growing.ts'
import { type DocumentVersion, legalDocumentIds } from './legal-documents.ts'

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

export const policyNotices: Aggregate<PolicyNoticesState, PolicyNoticeEvent> = {
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
