import { setTimeout as sleep } from 'node:timers/promises'
import { accountAggregate } from '@medicready/domain/accounts/account'
import type { AnnouncedPolicy } from '@medicready/domain/contract/legal/policy-notices'
import { policyNotices, recordTold, untold } from '@medicready/domain/legal/policy-notices'
import { PRODUCT_NAME } from '@medicready/domain/product'
import { letter, type Words } from '@medicready/platform/mail/letter'
import { announcedPolicies, usersToTell } from '@medicready/projector/read-models/legal/policy-queries'
import { whyMailStopped } from '../accounts/mail-delivery/why-mail-stopped.ts'
import { sendAccountMail } from '../accounts/send-account-mail.ts'
import { ownContext } from '../command-context.ts'
import { NotNow } from '../worker/definitions.ts'
import type { WorkerParts } from '../worker/worker-parts.ts'

type AnnouncingParts = Pick<WorkerParts, 'commands' | 'hashEmail' | 'sql' | 'mailer' | 'clock' | 'logger' | 'publicUrl' | 'signal'>

/** So many mails go out at the same time, and no more in a second: a hundred thousand take an hour and a half. */
const AT_ONCE = 5
const MAILS_PER_SECOND = 20
const PAUSE_MILLISECONDS = (1_000 * AT_ONCE) / MAILS_PER_SECOND

/**
 * Tells everybody who has an account of the changes that were announced and do not hold yet: one mail for all that
 * somebody was not told of. Broken off, it goes on with those who are left; the read model says who they may be, the
 * log decides.
 */
export async function announcePolicies(parts: AnnouncingParts): Promise<{ told: number; deferred: number }> {
  const { sql, clock, signal } = parts
  const announced = await announcedPolicies(sql, clock().slice(0, 10))
  let [told, deferred] = [0, 0]
  if (announced.length === 0) return { told, deferred }
  const versions = announced.map(({ document, version }) => ({ document, version }))
  for (let after: string | null = null; !signal.aborted; ) {
    const people: readonly { readonly id: string }[] = await usersToTell(sql, { versions, after, limit: AT_ONCE })
    after = people.at(-1)?.id ?? null
    if (after === null) break
    const began = performance.now()
    for (const outcome of await Promise.all(people.map(({ id }) => tell(parts, id, announced)))) {
      if (outcome === 'told') told += 1
      if (outcome === 'deferred') deferred += 1
    }
    await sleep(Math.max(0, PAUSE_MILLISECONDS - (performance.now() - began)), undefined, { signal }).catch(() => undefined)
  }
  return { told, deferred }
}

/**
 * An address that no mail server takes, or from which our mails come back, is not tried again: whoever it is sees the
 * banner. Who has called a mail of ours spam is told all the same, as everybody was promised.
 */
async function tell(
  parts: AnnouncingParts,
  userId: string,
  announced: readonly AnnouncedPolicy[],
): Promise<'told' | 'deferred' | 'not due'> {
  const { commands, clock } = parts
  const due = untold((await commands.load(policyNotices, userId)).state, announced)
  const { state: account } = await commands.load(accountAggregate, userId)
  if (due.length === 0 || account.situation !== 'verified' || account.email === null) return 'not due'
  const named = due.map(({ document, version }) => `${document}-${version}`).join('.')
  try {
    const mail = { to: account.email, id: `policies.${named}.${userId}`, ...wordsOf(due, parts.publicUrl) }
    const isReached = (await whyMailStopped(parts, { userId, email: account.email })) !== 'bounced'
    const isMailed = isReached && (await sendAccountMail(parts, mail))
    await commands.execute(policyNotices, userId, recordTold(userId, due, isMailed), ownContext('worker', clock))
    return 'told'
  } catch (error) {
    if (error instanceof NotNow) return 'deferred'
    throw error
  }
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

function wordsOf(due: readonly AnnouncedPolicy[], publicUrl: string): Words {
  const [first] = due
  const subject =
    due.length === 1 && first ? `Our ${first.title} changes on ${day.format(new Date(first.effectiveDate))}` : 'Our policies change'
  const lines = due.map(({ document, version, title, changes, effectiveDate }) => ({
    text: `${title}, from ${day.format(new Date(effectiveDate))}: ${changes}`,
    link: new URL(`/legal?document=${document}&version=${version}`, publicUrl).href,
  }))
  return letter({
    subject,
    greeting: due.length === 1 ? 'A policy changes' : 'Policies change',
    text: `Until then, what you know goes on to hold. You can read what is new, and what it takes the place of, in the Legal Center. If you do not agree, you can close your account at ${PRODUCT_NAME} before.`,
    sections: [{ heading: 'What changes', lines }],
    button: 'Open the Legal Center',
    link: new URL('/legal', publicUrl).href,
    because: { why: 'We tell everybody who has an account 30 days before a policy changes.' },
  })
}
