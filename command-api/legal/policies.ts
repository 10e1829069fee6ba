import { setTimeout as sleep } from 'node:timers/promises'
import { accountAggregate } from '@medicready/domain/accounts/account'
import type { AnnouncedPolicy } from '@medicready/domain/contract/legal/legal'
import { PRODUCT_NAME } from '@medicready/domain/core/shown/product'
import {
  publishPolicies as decide,
  type PublishedPolicy,
  policyAggregate,
  policyNoticesAggregate,
  recordTold,
  untold,
} from '@medicready/domain/legal/policy'
import { agreedDocuments, type LegalDocumentId, legalDocumentIds } from '@medicready/domain/legal/shown/legal-documents'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { policiesOf } from '@medicready/platform/legal/read-legal-text'
import { letter, type Words } from '@medicready/platform/mail/letter'
import type { Sql } from '@medicready/platform/postgres/connection'
import { announcedPolicies, policiesOn, usersToTell } from '@medicready/projector/read-models/legal/policy-queries'
import { sendAccountMail, whyMailStopped } from '../accounts/tell-account.ts'
import { type CommandContext, ownContext, partOf } from '../command-context.ts'
import type { Dependencies } from '../dependencies.ts'
import { RetryLater, type WorkerDeps } from '../worker/definitions.ts'

export async function policiesInForce(sql: Sql, now: string) {
  const held = await policiesOn(sql, { documents: agreedDocuments, day: now.slice(0, 10) })
  const policies = agreedDocuments.flatMap((document) => held.filter((one) => one.document === document))
  const terms = policies.find(({ document }) => document === 'terms')
  if (!terms || policies.length < agreedDocuments.length) throw new Rejection('unavailable')
  return { policies: policies.map(({ document, version }) => ({ document, version })), termsOf: terms.effectiveDate }
}

export async function publishPolicies(
  { commands }: Pick<Dependencies, 'commands'>,
  context: CommandContext,
  filesOf: (id: LegalDocumentId) => readonly PublishedPolicy[] = policiesOf,
): Promise<{ readonly published: number }> {
  let published = 0
  for (const id of legalDocumentIds) {
    const command = decide(filesOf(id), context.now.slice(0, 10))
    const { events } = await commands.execute(policyAggregate, id, command, partOf(context, id))
    published += events.length
  }
  return { published }
}

type AnnouncingDeps = Pick<WorkerDeps, 'commands' | 'hashEmail' | 'sql' | 'mailer' | 'clock' | 'logger' | 'publicUrl' | 'signal'>

/** 20 mails a second: 100,000 take an hour and a half. */
const AT_ONCE = 5
const MAILS_PER_SECOND = 20
const PAUSE_MILLISECONDS = (1_000 * AT_ONCE) / MAILS_PER_SECOND

export async function announcePolicies(deps: AnnouncingDeps): Promise<{ told: number; deferred: number }> {
  const { sql, clock, signal } = deps
  const announced = await announcedPolicies(sql, clock().slice(0, 10))
  let [told, deferred] = [0, 0]
  if (announced.length === 0) return { told, deferred }
  const versions = announced.map(({ document, version }) => ({ document, version }))
  for (let after: string | null = null; !signal.aborted; ) {
    const people: readonly { readonly id: string }[] = await usersToTell(sql, { versions, after, limit: AT_ONCE })
    after = people.at(-1)?.id ?? null
    if (after === null) break
    const began = performance.now()
    for (const outcome of await Promise.all(people.map(({ id }) => tell(deps, id, announced)))) {
      if (outcome === 'told') told += 1
      if (outcome === 'deferred') deferred += 1
    }
    await sleep(Math.max(0, PAUSE_MILLISECONDS - (performance.now() - began)), undefined, { signal }).catch(() => undefined)
  }
  return { told, deferred }
}

/** Unreachable addresses see the banner. Spam complainers are still told, as everyone was promised. */
async function tell(deps: AnnouncingDeps, userId: string, announced: readonly AnnouncedPolicy[]): Promise<'told' | 'deferred' | 'not due'> {
  const { commands, clock } = deps
  const due = untold((await commands.load(policyNoticesAggregate, userId)).state, announced)
  const { state: account } = await commands.load(accountAggregate, userId)
  if (due.length === 0 || account.situation !== 'verified' || account.email === null) return 'not due'
  const named = due.map(({ document, version }) => `${document}-${version}`).join('.')
  try {
    const mail = { to: account.email, id: `policies.${named}.${userId}`, ...wordsOf(due, deps.publicUrl) }
    const isReached = (await whyMailStopped(deps, { userId, email: account.email })) !== 'bounced'
    const isMailed = isReached && (await sendAccountMail(deps, mail))
    await commands.execute(policyNoticesAggregate, userId, recordTold(userId, due, isMailed), ownContext('worker', clock))
    return 'told'
  } catch (error) {
    if (error instanceof RetryLater) return 'deferred'
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
    text: `Until then, the current version applies. You can compare both versions in the Legal Center. If you do not agree, you can delete your ${PRODUCT_NAME} account before that day.`,
    sections: [{ heading: 'What changes', lines }],
    button: 'Open the Legal Center',
    link: new URL('/legal', publicUrl).href,
    because: { why: 'We tell everyone who has an account 30 days before a policy changes.' },
  })
}
