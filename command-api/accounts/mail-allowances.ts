import { inWords, mailsCountFrom, nextMailAt, UNVERIFIED_MAILS_PER_HOUR } from '@medicready/domain/accounts/mail-delivery'
import { hoursAfter } from '@medicready/domain/core/shown/calendar'
import type { Sql, TransactionSql } from '@medicready/platform/postgres/connection'
import { inTransaction } from '@medicready/platform/postgres/transaction'
import type { HashEmail } from './email-hash.ts'

export type AskedMailKind = 'verification' | 'passwordReset' | 'contact'
/** These go to addresses that may be anyone's, so they share an hourly limit. */
const UNVERIFIED: readonly AskedMailKind[] = ['verification', 'contact']

interface Asked {
  readonly kind: AskedMailKind
  readonly email: string
  readonly mailId: string
  readonly now: string
  readonly mayWaitSeconds: number
}

export interface Allowance {
  readonly mailAt: string | null
  readonly askAgainAt: string
  readonly isHourFull?: true
}

export class MailAllowances {
  readonly #sql: Sql
  readonly #hashEmail: HashEmail

  readonly #unverifiedPerHour: number

  constructor(sql: Sql, hashEmail: HashEmail, unverifiedPerHour = UNVERIFIED_MAILS_PER_HOUR) {
    this.#sql = sql
    this.#hashEmail = hashEmail
    this.#unverifiedPerHour = unverifiedPerHour
  }

  async take({ kind, email, mailId, now, mayWaitSeconds }: Asked): Promise<Allowance> {
    const key = `${kind} ${await this.#hashEmail(email)}`
    return inTransaction(this.#sql, async (sql) => {
      await sql`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`
      const rows = await sql<{ mail_id: string; mail_at: string }[]>`
        SELECT mail_id, mail_at FROM auth.asked_mails WHERE key = ${key} AND mail_at > ${mailsCountFrom(now)} ORDER BY mail_at`
      const times = rows.map(({ mail_at }) => new Date(mail_at).toISOString())
      const known = rows.findIndex(({ mail_id }) => mail_id === mailId)
      if (known >= 0) return { mailAt: times[known] ?? null, askAgainAt: nextMailAt(times, now) }
      const mailAt = nextMailAt(times, now)
      if (Date.parse(mailAt) - Date.parse(now) > mayWaitSeconds * 1_000) return { mailAt: null, askAgainAt: mailAt }
      const hourEndsAt = UNVERIFIED.includes(kind) ? await this.#hourEndsAt(sql, now) : null
      if (hourEndsAt !== null) return { mailAt: null, askAgainAt: hourEndsAt, isHourFull: true }
      await sql`INSERT INTO auth.asked_mails (mail_id, key, mail_at) VALUES (${mailId}, ${key}, ${mailAt})`
      return { mailAt, askAgainAt: nextMailAt([...times, mailAt], now) }
    })
  }

  async #hourEndsAt(sql: TransactionSql, now: string): Promise<string | null> {
    await sql`SELECT pg_advisory_xact_lock(hashtextextended('mails to unverified addresses', 0))`
    const [row] = await sql<{ mail_at: string }[]>`
      SELECT mail_at FROM auth.asked_mails
      WHERE mail_at > ${hoursAfter(now, -1)} AND split_part(key, ' ', 1) = ANY(${UNVERIFIED as string[]})
      ORDER BY mail_at DESC OFFSET ${this.#unverifiedPerHour - 1} LIMIT 1`
    return row ? hoursAfter(new Date(row.mail_at).toISOString(), 1) : null
  }
}

export function mailAsked({ mailAt, askAgainAt, isHourFull }: Allowance, sent: string, now: string) {
  const notYet = isHourFull
    ? `We are sending a lot of email right now. You can ask for your email ${inWords(askAgainAt, now)}.`
    : `We already sent an email to this address. You can ask for another one ${inWords(askAgainAt, now)}.`
  return { success: mailAt !== null, message: mailAt === null ? notYet : sent, askAgainAt }
}
