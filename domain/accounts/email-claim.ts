import { z } from 'zod'
import type { Aggregate, Decide } from '../decider.ts'
import { defineEvent, type EventOf } from '../event.ts'
import { Rejection } from '../rejection.ts'

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

/**
 * Claims an address for a person who has proved that its mails reach them: also one that another person registered and
 * never verified (`from`).
 */
export const takeEmail =
  (command: { emailHash: string; userId: string; from: string | null }): Decide<EmailClaimState, EmailClaimEvent> =>
  ({ userId: holder }) => {
    const { emailHash, userId, from } = command
    if (holder === userId) return []
    if (holder !== null && holder !== from) throw new Rejection('mailLinkInvalid')
    const claimed: EmailClaimEvent = { type: 'EmailClaimed', data: { emailHash, userId } }
    return holder === null ? [claimed] : [{ type: 'EmailReleased', data: { emailHash, userId: holder } }, claimed]
  }

/** Frees an address. One that another account has claimed since then stays claimed. */
export const releaseEmail =
  (command: { emailHash: string; userId: string }): Decide<EmailClaimState, EmailClaimEvent> =>
  (state) =>
    state.userId === command.userId ? [{ type: 'EmailReleased', data: { emailHash: command.emailHash, userId: command.userId } }] : []

/** Addresses are the same whatever their case and outer spaces. */
export const normalizeEmail = (email: string): string => email.trim().toLowerCase()
