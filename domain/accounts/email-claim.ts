import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'

/**
 * `email-<keyed hash>`: one address belongs to one account. The hash is keyed, so that the log does not tell who has an
 * account.
 */

const claim = { emailHash: z.string(), userId: z.uuid() }

export const EmailClaimed = defineEvent('EmailClaimed', claim)
export const EmailReleased = defineEvent('EmailReleased', claim)

export const emailClaimEvents = [EmailClaimed, EmailReleased] as const
export type EmailClaimEvent = EventOf<(typeof emailClaimEvents)[number]>

export interface EmailClaimState {
  /** Whose address it is; null when it is free. */
  readonly userId: string | null
}

export const emailClaim: Aggregate<EmailClaimState, EmailClaimEvent> = {
  category: 'email',
  initial: { userId: null },
  evolve: (_state, event) => ({ userId: event.type === 'EmailClaimed' ? event.data.userId : null }),
}

/**
 * Claims a free address. An address that is claimed already stays with its owner: the caller reads the state to learn
 * who that is.
 */
export const claimEmail =
  (command: { emailHash: string; userId: string }): Decide<EmailClaimState, EmailClaimEvent> =>
  (state) =>
    state.userId === null ? [{ type: 'EmailClaimed', data: { emailHash: command.emailHash, userId: command.userId } }] : []

/** Gives an address up, which anybody may claim then. One that somebody else has by now stays theirs. */
export const releaseEmail =
  (command: { emailHash: string; userId: string }): Decide<EmailClaimState, EmailClaimEvent> =>
  (state) =>
    state.userId === command.userId ? [{ type: 'EmailReleased', data: { emailHash: command.emailHash, userId: command.userId } }] : []

/** Addresses are the same whatever their case and outer spaces. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
