import { randomBytes } from 'node:crypto'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { hashToken } from '@medicready/platform/http/identity'
import type { Sql } from '@medicready/platform/postgres/connection'

export type TicketPurpose = 'signIn' | 'passkeySignIn' | 'addPasskey' | 'addAuthenticatorApp'

interface Begun {
  readonly userId: string | null
  readonly boundTo: string | null
  readonly challenge?: string | null
  readonly sealedSecret?: string | null
}

export interface Ticket extends Required<Begun> {
  readonly ticket: string
  readonly purpose: TicketPurpose
}

const MINUTES = 5
const MOST_ATTEMPTS = 5
const TICKET_BYTES = 32

/** Good for five minutes, five attempts and one success; proves only the first half. */
export class Tickets {
  readonly #sql: Sql

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async issue(purpose: TicketPurpose, { userId, boundTo, challenge = null, sealedSecret = null }: Begun, now: string): Promise<string> {
    const ticket = randomBytes(TICKET_BYTES).toString('base64url')
    const expiresAt = new Date(Date.parse(now) + MINUTES * 60_000).toISOString()
    await this.#sql`
      WITH expired AS (DELETE FROM auth.second_factor_tickets WHERE expires_at <= ${now})
      INSERT INTO auth.second_factor_tickets (ticket_hash, purpose, user_id, bound_to, challenge, sealed_secret, expires_at)
      VALUES (${hashToken(ticket)}, ${purpose}, ${userId}, ${boundTo}, ${challenge}, ${sealedSecret}, ${expiresAt})`
    return ticket
  }

  /** Counted first, so that many at once gain nothing. Throws `secondStepExpired`. */
  async attempt(ticket: string, purposes: readonly TicketPurpose[], now: string): Promise<Ticket> {
    const [row] = await this.#sql<TicketRow[]>`
      UPDATE auth.second_factor_tickets SET attempts = attempts + 1
      WHERE ticket_hash = ${hashToken(ticket)} AND purpose IN ${this.#sql(purposes)} AND expires_at > ${now} AND attempts < ${MOST_ATTEMPTS}
      RETURNING purpose, user_id, bound_to, challenge, sealed_secret`
    if (!row) throw new Rejection('secondStepExpired')
    const { purpose, user_id, bound_to, challenge, sealed_secret } = row
    return { ticket, purpose, userId: user_id, boundTo: bound_to, challenge, sealedSecret: sealed_secret }
  }

  /** A challenge is good for one attempt, whatever its outcome. */
  async takeChallenge(ticket: string): Promise<string | null> {
    const [row] = await this.#sql<{ challenge: string | null }[]>`
      UPDATE auth.second_factor_tickets AS kept SET challenge = NULL
      FROM (SELECT ticket_hash, challenge FROM auth.second_factor_tickets WHERE ticket_hash = ${hashToken(ticket)} FOR UPDATE) AS before
      WHERE kept.ticket_hash = before.ticket_hash
      RETURNING before.challenge`
    return row?.challenge ?? null
  }

  async use(ticket: string): Promise<void> {
    const { count } = await this.#sql`DELETE FROM auth.second_factor_tickets WHERE ticket_hash = ${hashToken(ticket)}`
    if (count === 0) throw new Rejection('secondStepExpired')
  }
}

interface TicketRow {
  readonly purpose: TicketPurpose
  readonly user_id: string | null
  readonly bound_to: string | null
  readonly challenge: string | null
  readonly sealed_secret: string | null
}
