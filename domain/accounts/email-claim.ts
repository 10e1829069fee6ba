import { z } from 'zod'
import type { Aggregate, Decide } from '../core/decider.ts'
import { defineEvents, type EventOf, eventWith } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'

// `email-<keyed hash>`: one address, one account. The key keeps the log from revealing who has an account.

const claim = { emailHash: z.string(), userId: z.uuid() }

export const emailClaimEvents = defineEvents({
  EmailClaimed: eventWith(claim),
  EmailReleased: eventWith(claim),
})
export type EmailClaimEvent = EventOf<(typeof emailClaimEvents)[number]>

export interface EmailClaimState {
  readonly userId: string | null
}

export const emailClaimAggregate: Aggregate<EmailClaimState, EmailClaimEvent> = {
  category: 'email',
  initial: { userId: null },
  evolve: (_state, event) => ({ userId: event.type === 'EmailClaimed' ? event.data.userId : null }),
}

/** A claimed address stays with its owner; the caller reads the state to learn who that is. */
export const claimEmail =
  (command: { emailHash: string; userId: string }): Decide<EmailClaimState, EmailClaimEvent> =>
  (state) =>
    state.userId === null ? [{ type: 'EmailClaimed', data: { emailHash: command.emailHash, userId: command.userId } }] : []

/** For someone who receives its mail, even if another person (`from`) registered it and never verified it. */
export const takeEmail =
  (command: { emailHash: string; userId: string; from: string | null }): Decide<EmailClaimState, EmailClaimEvent> =>
  ({ userId: holder }) => {
    const { emailHash, userId, from } = command
    if (holder === userId) return []
    if (holder !== null && holder !== from) throw new Rejection('mailLinkInvalid')
    const claimed: EmailClaimEvent = { type: 'EmailClaimed', data: { emailHash, userId } }
    return holder === null ? [claimed] : [{ type: 'EmailReleased', data: { emailHash, userId: holder } }, claimed]
  }

/** Does nothing if another account has claimed it since. */
export const releaseEmail =
  (command: { emailHash: string; userId: string }): Decide<EmailClaimState, EmailClaimEvent> =>
  (state) =>
    state.userId === command.userId ? [{ type: 'EmailReleased', data: { emailHash: command.emailHash, userId: command.userId } }] : []

export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
