import type { WorkerParts } from '../worker/worker-parts.ts'

/**
 * Forgets what is of no use any more: passwords of registrations that nobody verified, tokens of links that have ended,
 * which mails were asked for more than a day ago, and second steps that nobody took. Answers how much of each.
 */
export async function forgetExpired({ sql, clock }: Pick<WorkerParts, 'sql' | 'clock'>) {
  const now = clock()
  const passwords = await sql`DELETE FROM auth.credentials WHERE expires_at <= ${now}`
  const tokens = await sql`DELETE FROM auth.mail_tokens WHERE expires_at <= ${now}::timestamptz - interval '7 days'`
  const mails = await sql`DELETE FROM auth.asked_mails WHERE mail_at <= ${now}::timestamptz - interval '1 day'`
  const tickets = await sql`DELETE FROM auth.second_factor_tickets WHERE expires_at <= ${now}`
  return { tickets: tickets.count, passwords: passwords.count, tokens: tokens.count, mails: mails.count }
}
