import { addDays, type CalendarDay, daysBetween, weekOf } from '@medicready/domain/calendar'
import type { BusinessMetrics, FigureFact, Revenue, Subscriptions } from '@medicready/domain/contract/admin-business'
import { ACTIVE_DAYS, type AdminFigure, adminFigureNames } from '@medicready/domain/contract/admin-figure-names'
import type { Performance } from '@medicready/domain/contract/admin-performance'
import type { AdminStudent } from '@medicready/domain/contract/admin-students'
import type { CallKey } from '@medicready/domain/contract/contract'
import type { Recorded } from '@medicready/domain/event'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import { countedAnswers } from '@medicready/domain/exams/given-answers'
import { Chance } from '@medicready/platform/testing/chance'
import { everyFact } from '@medicready/platform/testing/event-log'
import { appendHistory, history } from '@medicready/platform/testing/history'
import { v4 as uuidV4 } from 'uuid'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Backend, pathFor, startBackend } from './backend.ts'

/**
 * Every figure of the dashboards, told as of today and of three earlier days, is the one that a plain count of the log
 * comes to; and what administrators do is done, written down and listed.
 */

const DAYS = 75
const today = new Date().toISOString().slice(0, 10)
const firstDay = addDays(today, -DAYS)
const asOfs = [today, addDays(today, -9), addDays(today, -30), addDays(today, -61)]
const noon = (day: CalendarDay): string => `${day}T12:00:00.000Z`
const dollarsOf = { basic: 500, premium: 1_200 } as const

let backend: Backend
let admin: Awaited<ReturnType<Backend['signedIn']>>
let facts: readonly Recorded<Fact>[]

beforeAll(async () => {
  backend = await startBackend()
  await appendHistory(backend.eventStore, history({ seed: 12, students: 14, days: DAYS, firstDay, questionsPerModule: 3 }), 1)
  const registered = (await everyFact(backend.eventStore)).filter((fact) => isOf(fact, 'AccountRegistered'))
  for (const [index, { data, metadata }] of registered.entries()) await pays(data.userId, metadata.occurredAt.slice(0, 10), index)
  admin = await backend.signedIn('admin')
  facts = await everyFact(backend.eventStore)
  backend.show(facts.at(-1)?.position ?? null)
})
afterAll(() => backend.close())

const isOf = <Type extends FactType>(fact: Recorded<Fact>, type: Type): fact is Recorded<FactOf<Type>> => fact.type === type

/** What one student pays, changes and gets back, by a seed of their own. */
async function pays(userId: string, joined: CalendarDay, seed: number): Promise<void> {
  const chance = new Chance(seed + 1)
  const subscriptionId = `sub_${seed}`
  const happened: { readonly day: CalendarDay; readonly event: Fact }[] = []
  const until = addDays(today, -1)
  let had = 0
  let tier: 'basic' | 'premium' = chance.happens(0.5) ? 'basic' : 'premium'
  let day = addDays(joined, chance.below(6))
  const invoice = (kind: 'first' | 'renewal' | 'change', end: CalendarDay, amount: number) => {
    const monthlyAmount = dollarsOf[tier]
    const invoiceId = `in_${seed}_${happened.length}`
    const period = { periodStart: noon(day), periodEnd: noon(end) }
    happened.push({
      day,
      event: {
        type: 'InvoicePaid',
        data: {
          ...{ userId, subscriptionId, invoiceId, number: null, kind, tier, amount, currency: 'usd', subtotal: amount, discount: 0 },
          ...{ code: null, tax: 0, taxes: [], lines: [], ...period, previousMonthlyAmount: had, monthlyAmount, invoicedAt: noon(day) },
          ...{ paidAt: noon(day), paymentId: `pi_${invoiceId}`, hostedUrl: null, pdfUrl: null },
        },
      },
    })
    had = monthlyAmount
    return invoiceId
  }
  for (let month = 0; day <= until && chance.happens(0.9); month++) {
    const end = addDays(day, 30)
    const invoiceId = invoice(month === 0 ? 'first' : 'renewal', end, dollarsOf[tier])
    if (tier === 'basic' && chance.happens(0.3) && addDays(day, 5) <= until) {
      day = addDays(day, 5)
      tier = 'premium'
      invoice('change', end, 583)
    }
    if (chance.happens(0.25)) {
      const ofRefund = { userId, refundId: `re_${seed}`, invoiceId, amount: 300, currency: 'usd', tier }
      happened.push({ day, event: { type: 'RefundIssued', data: { ...ofRefund, cause: 'other', issuedAt: noon(day) } } })
    }
    if (chance.happens(0.35)) {
      const ended = { userId, subscriptionId, cause: 'cancelled' as const, tier, previousMonthlyAmount: had, currency: 'usd' }
      day = addDays(day, 3)
      if (day > until) break
      happened.push({ day, event: { type: 'SubscriptionEnded', data: { ...ended, endedAt: noon(day) } } })
      had = 0
      if (chance.happens(0.5)) break
    }
    day = end > day ? end : addDays(day, 1)
  }
  await append(`subscription-${userId}-of-figures`, happened)
  if (chance.happens(0.6)) await isTutored(userId, addDays(joined, 2), chance)
}

async function isTutored(userId: string, day: CalendarDay, chance: Chance): Promise<void> {
  if (addDays(day, 4) >= today) return
  const ofRequest = { userId, requestId: uuidV4(), by: null, at: noon(day) }
  const ofSession = { ...ofRequest, sessionId: uuidV4(), tutorId: uuidV4() }
  const paid = { checkoutId: 'cs_1', paymentId: 'pi_1', sessions: 1, amount: 5_000, currency: 'usd', fee: 1_000 }
  const parted = { amount: 5_000, refund: 0, fee: 1_000, earned: 4_000, currency: 'usd' }
  const plan = {
    ...{ startsAt: noon(day), endsAt: noon(day), format: 'online' as const, place: null, studentTimeZone: 'UTC', tutorTimeZone: 'UTC' },
    ...{ sequence: 0, as: 'tutor' as const, ordinal: 1, amount: 5_000, currency: 'usd' },
  }
  const rating = 1 + chance.below(5)
  await append(`tutoringRequest-${ofRequest.requestId}`, [
    { day, event: { type: 'TutoringPaid', data: { ...ofRequest, ...paid } } },
    { day: addDays(day, 1), event: { type: 'TutoringSessionScheduled', data: { ...ofSession, ...plan } } },
    {
      day: addDays(day, 2),
      event: {
        type: 'TutoringSessionCompleted',
        data: { ...ofSession, at: noon(addDays(day, 2)), startsAt: noon(day), minutes: 60, ...parted },
      },
    },
    { day: addDays(day, 3), event: { type: 'TutoringSessionRated', data: { ...ofSession, rating, formerRating: null, comment: null } } },
    {
      day: addDays(day, 4),
      event: { type: 'TutoringSessionRated', data: { ...ofSession, rating: 5, formerRating: rating, comment: null } },
    },
  ])
}

async function append(stream: string, happened: readonly { readonly day: CalendarDay; readonly event: Fact }[]): Promise<void> {
  if (happened.length === 0) return
  const of = { correlationId: 'test', causationId: 'test', actorId: 'test' }
  await backend.eventStore.append(
    stream,
    'no_stream',
    happened.map(({ day, event }) => ({ id: uuidV4(), event, metadata: { ...of, commandId: uuidV4(), occurredAt: noon(day) } })),
  )
}

async function ask<Answer>(key: CallKey, query: Record<string, string> = {}, params: Record<string, string> = {}): Promise<Answer> {
  const path = Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, value), key.split(' ')[1] ?? '')
  const answer = await backend.send(key, `${path}?${new URLSearchParams(query)}`, { token: admin.token })
  expect(answer.statusCode, `${path} ${JSON.stringify(query)}: ${answer.body.slice(0, 300)}`).toBe(200)
  return answer.json<Answer>()
}

/** Every row of a list that comes in pages. */
async function every<Row>(key: CallKey, query: Record<string, string>, params: Record<string, string> = {}): Promise<Row[]> {
  const path = Object.entries(params).reduce((text, [name, value]) => text.replace(`{${name}}`, value), key.split(' ')[1] ?? '')
  const rows: Row[] = []
  let next: string | null = `${path}?${new URLSearchParams({ ...query, limit: '50' })}`
  while (next !== null) {
    const answer: Awaited<ReturnType<Backend['send']>> = await backend.send(key, next, { token: admin.token })
    expect(answer.statusCode, `${next}: ${answer.body.slice(0, 300)}`).toBe(200)
    rows.push(...answer.json<Row[]>())
    next = /<(.*)>; rel="next"/.exec(String(answer.headers.link ?? ''))?.[1] ?? null
  }
  return rows
}

// The plain count.

const dayOf = ({ metadata }: { readonly metadata: { readonly occurredAt: string } }): CalendarDay => metadata.occurredAt.slice(0, 10)
const ofType = <Type extends FactType>(type: Type, asOf: CalendarDay): Recorded<FactOf<Type>>[] =>
  facts.filter((fact) => isOf(fact, type)).filter((fact) => dayOf(fact) <= asOf) as Recorded<FactOf<Type>>[]
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const answersUpTo = (asOf: CalendarDay) =>
  facts
    .flatMap((fact) => (isOf(fact, 'AnswerSubmitted') ? [fact] : isOf(fact, 'ExamCompleted') ? countedAnswers(fact.data) : []))
    .map(({ data, metadata }) => ({ ...data, day: metadata.occurredAt.slice(0, 10) }))
    .filter(({ day }) => day <= asOf)
const isLately = (day: CalendarDay, asOf: CalendarDay): boolean => day <= asOf && daysBetween(day, asOf) < ACTIVE_DAYS
const activeAsOf = (asOf: CalendarDay): ReadonlySet<string> =>
  new Set(
    answersUpTo(asOf)
      .filter(({ day }) => isLately(day, asOf))
      .map(({ userId }) => userId),
  )

function moneyAsOf(asOf: CalendarDay) {
  const paid = ofType('InvoicePaid', asOf)
  const refunds = ofType('RefundIssued', asOf)
  const tutoring = sum(ofType('TutoringPaid', asOf).map(({ data }) => data.amount))
  const net = (tier: 'basic' | 'premium') =>
    sum(paid.filter(({ data }) => data.tier === tier).map(({ data }) => data.amount)) -
    sum(refunds.filter(({ data }) => data.tier === tier).map(({ data }) => data.amount))
  const [basic, premium] = [net('basic'), net('premium')]
  const moneyIn = sum(paid.map(({ data }) => data.amount)) + tutoring
  return { basic, premium, tutoring, total: basic + premium + tutoring, moneyIn, refunds: sum(refunds.map(({ data }) => data.amount)) }
}

/** Each payment by itself: what of it is for days after the one that is shown. */
function deferredAsOf(asOf: CalendarDay): number {
  const periods = new Map(facts.filter((fact) => isOf(fact, 'InvoicePaid')).map(({ data }) => [data.invoiceId, data]))
  const left = (amount: number, start: string, end: string): number => {
    let days = 0
    for (let day = start.slice(0, 10); day < end.slice(0, 10); day = addDays(day, 1)) if (day > asOf) days += 1
    return Math.floor((amount * days) / daysBetween(start.slice(0, 10), end.slice(0, 10)))
  }
  const paid = ofType('InvoicePaid', asOf).map(({ data }) => left(data.amount, data.periodStart, data.periodEnd))
  const back = ofType('RefundIssued', asOf).map(({ data }) => {
    const period = periods.get(data.invoiceId)
    return period ? left(data.amount, period.periodStart, period.periodEnd) : 0
  })
  return sum(paid) - sum(back)
}

/** The plan of everybody who has one at the end of a day, in the order of the log. */
function plansAsOf(asOf: CalendarDay): ReadonlyMap<string, { readonly tier: string; readonly amount: number }> {
  const plans = new Map<string, { tier: string; amount: number }>()
  for (const fact of facts) {
    if (dayOf(fact) > asOf) continue
    if (isOf(fact, 'InvoicePaid')) plans.set(fact.data.userId, { tier: fact.data.tier, amount: fact.data.monthlyAmount })
    if (isOf(fact, 'SubscriptionEnded')) plans.delete(fact.data.userId)
  }
  return plans
}

describe.each(asOfs)('as of %s', (asOf) => {
  test('the business in four numbers', async () => {
    const ratings = new Map(ofType('TutoringSessionRated', asOf).map(({ data }) => [data.sessionId, data.rating]))
    expect(await ask<BusinessMetrics>('GET /api/admin/business-metrics', { asOf })).toEqual({
      asOf,
      currency: 'usd',
      totalRevenue: moneyAsOf(asOf).total,
      activeStudents: activeAsOf(asOf).size,
      totalSessions: ofType('TutoringSessionCompleted', asOf).length,
      averageRating: ratings.size === 0 ? null : Math.round((100 * sum([...ratings.values()])) / ratings.size) / 100,
    })
  })

  test('revenue, by what it was paid for, by month, and what is deferred of it', async () => {
    const revenue = await ask<Revenue>('GET /api/admin/revenue', { asOf })
    const { moneyIn, refunds, ...breakdown } = moneyAsOf(asOf)
    expect(revenue.breakdown).toEqual(breakdown)
    expect([revenue.moneyIn.total, revenue.refunds.total]).toEqual([moneyIn, refunds])
    expect(revenue.deferred.total).toBe(deferredAsOf(asOf))
    expect(revenue.monthlyData).toHaveLength(12)
    expect(revenue.monthlyData.at(-1)?.month).toBe(asOf.slice(0, 7))
    // The year holds all of this log.
    expect(sum(revenue.monthlyData.map((month) => month.revenue))).toBe(breakdown.total)
    for (const { month, revenue: told } of revenue.monthlyData) {
      const before = moneyAsOf(addDays(`${month}-01`, -1)).total
      const end = [asOf, addDays(addDays(`${month}-28`, 4).slice(0, 8).concat('01'), -1)].toSorted()[0] ?? asOf
      expect(told, month).toBe(moneyAsOf(end).total - before)
    }
  })

  test('subscriptions and how they moved', async () => {
    const told = await ask<Subscriptions>('GET /api/admin/subscriptions', { asOf })
    const plans = [...plansAsOf(asOf).values()]
    expect([told.mrr, told.subscribers]).toEqual([sum(plans.map(({ amount }) => amount)), plans.length])
    for (const tier of ['basic', 'premium'] as const) {
      const own = plans.filter((plan) => plan.tier === tier)
      expect(told.byTier[tier]).toEqual({ mrr: sum(own.map(({ amount }) => amount)), subscribers: own.length })
    }
    expect(told.arpu).toBe(plans.length === 0 ? null : Math.round(told.mrr / plans.length))
    const moved = told.months.map((month) => month.new + month.expansion + month.contraction + month.churn)
    expect(sum(moved)).toBe(told.mrr)
    expect(told.months.at(-1)?.mrr).toBe(told.mrr)
    const were = plansAsOf(addDays(asOf, -30)).size
    const left = ofType('SubscriptionEnded', asOf).filter((fact) => dayOf(fact) > addDays(asOf, -30)).length
    expect(told.churnRate).toBe(were === 0 ? null : left / were)
    const firsts = new Map<string, string>()
    for (const { data, metadata } of ofType('InvoicePaid', asOf)) {
      if (!firsts.has(data.userId)) firsts.set(data.userId, metadata.occurredAt.slice(0, 7))
    }
    expect(told.cohorts.map(({ month, size }) => [month, size])).toEqual(
      [...Map.groupBy(firsts.values(), (month) => month)].map(([month, own]) => [month, own.length]).toSorted(),
    )
    for (const { month, subscribed } of told.cohorts) {
      const members = [...plansAsOf(asOf).keys()].filter((userId) => firsts.get(userId) === month)
      expect(subscribed.at(-1), month).toBe(members.length)
    }
  })

  test('how students learn', async () => {
    const told = await ask<Performance>('GET /api/admin/performance', { asOf })
    const answers = answersUpTo(asOf)
    const scored = answers.filter(({ isScored }) => isScored)
    const correct = scored.filter(({ isCorrect }) => isCorrect).length
    expect([told.answers, told.scoredAnswers, told.correctAnswers]).toEqual([answers.length, scored.length, correct])
    expect(told.accuracy).toBe(scored.length === 0 ? null : correct / scored.length)
    expect(told.activeStudents).toBe(activeAsOf(asOf).size)
    const who = (own: typeof answers) => new Set(own.map(({ userId }) => userId)).size
    for (const { day, answers: count, active } of told.days) {
      const own = answers.filter((answer) => answer.day === day)
      expect([day, count, active]).toEqual([day, own.length, who(own)])
    }
    for (const { week, active } of told.weeks)
      expect([week, active]).toEqual([week, who(answers.filter(({ day }) => weekOf(day) === week))])
    for (const { month, active } of told.months)
      expect([month, active]).toEqual([month, who(answers.filter(({ day }) => day.startsWith(month)))])
    const joined = new Map(ofType('AccountRegistered', asOf).map((fact) => [fact.data.userId, dayOf(fact).slice(0, 7)]))
    for (const { month, size, active } of told.retention.cohorts) {
      expect(size).toBe([...joined.values()].filter((cohort) => cohort === month).length)
      const months = told.months.map((each) => each.month)
      for (const [index, count] of active.entries()) {
        const later = months[months.indexOf(month) + index] ?? ''
        const own = answers.filter(({ userId, day }) => joined.get(userId) === month && day.startsWith(later))
        expect([month, later, count]).toEqual([month, later, who(own)])
      }
    }
    const verified = new Set(ofType('EmailVerified', asOf).map(({ data }) => data.userId)).size
    const payers = new Set(ofType('InvoicePaid', asOf).map(({ data }) => data.userId)).size
    expect(told.funnel.map(({ students }) => students)).toEqual([joined.size, verified, who(answers), payers])
    const added = ofType('QuestionAdded', asOf).length
    const { questionsInBank, questionsWithdrawn, questionsRetired } = told.bank
    expect(questionsInBank + questionsWithdrawn + questionsRetired).toBe(added)
  })

  test('the facts behind each figure add up to it', async () => {
    for (const figure of adminFigureNames) {
      const params = { figure: figure satisfies AdminFigure }
      const { value } = await ask<{ value: number }>('GET /api/admin/figures/{figure}', { asOf }, params)
      // Of the thousands of answers, those of the last days say as much.
      const from = addDays(asOf, -4)
      const isLong = ['answers', 'scoredAnswers', 'correctAnswers'].includes(figure)
      const shown = isLong ? await ask<{ value: number }>('GET /api/admin/figures/{figure}', { asOf, from }, params) : { value }
      const behind = await every<FigureFact>('GET /api/admin/figures/{figure}/facts', { asOf, ...(isLong && { from }) }, params)
      expect(sum(behind.map(({ amount }) => amount)), figure).toBe(shown.value)
      expect(new Set(behind.map(({ id }) => id)).size, figure).toBe(behind.length)
    }
  })

  test('students as they stood', async () => {
    const rows = await every<AdminStudent>('GET /api/admin/students', { asOf, sort: 'joined', order: 'asc' })
    const registered = ofType('AccountRegistered', asOf)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(registered.map(({ data }) => data.userId).toSorted())
    const active = activeAsOf(asOf)
    const answers = Map.groupBy(answersUpTo(asOf), ({ userId }) => userId)
    const { bank } = await ask<Performance>('GET /api/admin/performance', { asOf })
    for (const row of rows) {
      const own = answers.get(row.id) ?? []
      const scored = own.filter(({ isScored }) => isScored)
      const right = scored.filter(({ isCorrect }) => isCorrect)
      const progress = (100 * new Set(right.map(({ questionId }) => questionId)).size) / Math.max(1, bank.questionsInBank)
      expect(row).toMatchObject({
        answered: own.length,
        accuracy: scored.length === 0 ? null : Math.round((1_000 * right.length) / scored.length) / 10,
        progress: Math.round(10 * Math.min(100, progress)) / 10,
        status: active.has(row.id) ? 'active' : 'inactive',
        lastActive:
          own
            .map(({ day }) => day)
            .toSorted()
            .at(-1) ?? null,
        totalSessions: ofType('TutoringSessionCompleted', asOf).filter(({ data }) => data.userId === row.id).length,
        subscriptionTier: ofType('TierChanged', asOf).findLast(({ data }) => data.userId === row.id)?.data.to ?? 'free',
      })
    }
    for (const status of ['active', 'inactive'] as const) {
      const told = await every<AdminStudent>('GET /api/admin/students', { asOf, status })
      expect(told.length, status).toBe(rows.filter((row) => row.status === status).length)
    }
  })
})

test('students are found by parts of their names and addresses, and sorted in every way', async () => {
  const all = await every<AdminStudent>('GET /api/admin/students', {})
  const [known] = all
  if (!known) throw new Error('There is no student.')
  const part = known.email.slice(1, 7).toUpperCase()
  const found = await every<AdminStudent>('GET /api/admin/students', { search: part })
  expect(found.map(({ id }) => id).toSorted()).toEqual(
    all
      .filter(({ name, email }) => `${name} ${email}`.toUpperCase().includes(part))
      .map(({ id }) => id)
      .toSorted(),
  )
  expect(await every('GET /api/admin/students', { search: '%' })).toEqual([])
  for (const sort of ['joined', 'name', 'lastActive', 'progress', 'accuracy', 'totalSessions']) {
    const [up, down] = [
      await every<AdminStudent>('GET /api/admin/students', { sort, order: 'asc' }),
      await every<AdminStudent>('GET /api/admin/students', { sort, order: 'desc' }),
    ]
    expect(up.map(({ id }) => id)).toEqual(down.map(({ id }) => id).toReversed())
    expect(up).toHaveLength(all.length)
  }
  const refused = await backend.send('GET /api/admin/students', `/api/admin/students?sort=progress&asOf=${asOfs[1]}`, {
    token: admin.token,
  })
  expect(refused.json()).toMatchObject({ code: 'invalidRequest' })
})

test('subscribers are listed with their next billing', async () => {
  const rows = await every<{ userId: string; mrr: number }>('GET /api/admin/subscribers', {})
  expect(rows.map(({ userId }) => userId).toSorted()).toEqual([...plansAsOf(today).keys()].toSorted())
  expect(sum(rows.map(({ mrr }) => mrr))).toBe(sum([...plansAsOf(today).values()].map(({ amount }) => amount)))
})

test('what an administrator does is done, and listed with the reason', async () => {
  const { token } = admin
  const as = (key: CallKey, path: string, body: unknown) => backend.send(key, path, { token, body })
  const bea = { email: 'bea.moreno@example.com', firstName: 'Bea', lastName: 'Moreno', tier: 'premium', reason: 'Asked by phone.' }
  const invited = await as('POST /api/admin/students', '/api/admin/students', bea)
  expect(invited.statusCode).toBe(200)
  const { userId } = invited.json<{ userId: string }>()
  const ofBea = `/api/admin/students/${userId}`
  expect((await as('PUT /api/admin/students/{id}/tier', `${ofBea}/tier`, { tier: 'free', reason: 'A mistake.' })).json()).toEqual({
    tier: 'free',
    hasChanged: true,
  })
  expect((await as('POST /api/admin/students/{id}/unlock', `${ofBea}/unlock`, { reason: 'Locked out.' })).statusCode).toBe(200)
  const wrong = await as('POST /api/admin/students/{id}/erase', `${ofBea}/erase`, { email: 'other@example.com', reason: 'By letter.' })
  expect(wrong.json()).toMatchObject({ code: 'emailMismatch' })
  const own = { email: admin.email, reason: 'Mine.' }
  const refused = await as('POST /api/admin/students/{id}/erase', `/api/admin/students/${admin.userId}/erase`, own)
  expect(refused.json()).toMatchObject({ code: 'ownAccount' })
  expect(await ask<AdminStudent>('GET /api/admin/students/{id}', {}, { id: userId })).toMatchObject({
    name: 'Bea Moreno',
    email: bea.email,
  })

  const { exportId } = (await as('POST /api/admin/exports', '/api/admin/exports', { table: 'students', reason: 'The report.' })).json<{
    exportId: string
  }>()
  const file = await backend.send('GET /api/admin/students.csv', `/api/admin/students.csv?exportId=${exportId}`, { token })
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(1 + (await every('GET /api/admin/students', {})).length)
  const other = await backend.send('GET /api/admin/subscribers.csv', `/api/admin/subscribers.csv?exportId=${exportId}`, { token })
  expect(other.json()).toMatchObject({ code: 'exportNotFound' })

  const resume = { kind: 'reaction', name: 'verification-mails', reason: 'The mail server is back.' }
  expect((await as('POST /api/admin/system/resume', '/api/admin/system/resume', resume)).statusCode).toBe(202)
  const erased = await as('POST /api/admin/students/{id}/erase', `${ofBea}/erase`, { email: bea.email, reason: 'By letter.' })
  expect(erased.statusCode).toBe(200)
  expect(await ask<AdminStudent>('GET /api/admin/students/{id}', {}, { id: userId })).toMatchObject({ name: '', email: '', isErased: true })

  const audit = await every<{ what: string; reason: string | null; actorId: string; name: string }>('GET /api/admin/audit', {})
  const byAdmin = audit.filter(({ actorId }) => actorId === admin.userId).map(({ what, reason }) => [what, reason])
  // What was said of whom has gone goes with them.
  expect(byAdmin).toEqual(
    expect.arrayContaining([
      ['Erased an account', 'By letter.'],
      ['Resumed verification-mails', 'The mail server is back.'],
      ['Exported the students', 'The report.'],
      ['Unlocked an account', null],
      ['Changed the tier from premium to free', null],
      ['Invited a student', null],
    ]),
  )
  const past = await every<{ what: string; actor: string | null }>('GET /api/admin/students/{id}/history', {}, { id: userId })
  expect(past.map(({ what }) => what)).toEqual(expect.arrayContaining(['Registered', 'Was invited', 'The account was erased']))
  expect(past.find(({ what }) => what === 'Was invited')?.actor).toBe('Ana Silva')
})

test('the system tells of each service, read model, reaction and job what is known', async () => {
  const answer = await backend.send('GET /api/admin/system', pathFor('GET /api/admin/system'), { token: admin.token })
  expect(answer.statusCode, answer.body).toBe(200)
  const { services, readModels, slowestCalls } = answer.json()
  expect(services).toContainEqual({ name: 'read-api', state: 'ready', version: expect.any(String), startedAt: expect.any(String) })
  expect(services).toContainEqual({ name: 'worker', state: 'silent', version: null, startedAt: null })
  expect(readModels).toContainEqual({ name: 'admin/figures', version: 2, situation: 'live', lag: null, incident: null })
  expect(slowestCalls.length).toBeGreaterThan(0)
})
