import { ACTIVE_DAYS, type AdminFigure, adminFigureNames, type StudentFigure } from '@medicready/domain/admin/shown/figure-names'
import type { AdminStudent } from '@medicready/domain/contract/accounts/students'
import type { FigureFact, Performance } from '@medicready/domain/contract/admin/business'
import type { AdminDiscountCode } from '@medicready/domain/contract/billing/discount-codes'
import type { CallKey } from '@medicready/domain/contract/contract'
import type { AdminTutor, AdminTutoringRequestRow, TutoringSession, TutorPayout } from '@medicready/domain/contract/tutoring/tutoring'
import type { Recorded } from '@medicready/domain/core/event'
import { addDays, type CalendarDay, daysBetween, weekOf } from '@medicready/domain/core/shown/calendar'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import { countedAnswers } from '@medicready/domain/study/given-answers'
import { requestStatuses, sessionStates } from '@medicready/domain/tutoring/shown/rules'
import type { TutoringRequestEvent } from '@medicready/domain/tutoring/tutoring-events'
import { type RequestState, statusOf, tutoringRequestAggregate } from '@medicready/domain/tutoring/tutoring-request'
import { Chance } from '@medicready/platform/testing/chance'
import { everyFact } from '@medicready/platform/testing/event-log'
import { appendHistory, history } from '@medicready/platform/testing/history'
import { patience } from '@medicready/platform/testing/patience'
import { quietLogger } from '@medicready/platform/testing/quiet-logger'
import { replay } from '@medicready/projector/engine/replays'
import { figures } from '@medicready/projector/read-models/admin/figures'
import { learning } from '@medicready/projector/read-models/admin/learning'
import { v4 as uuidV4 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { ownBackend } from './backend.ts'
import { codeCreated, codeRedeemed, type Happened, noon, planOf, type Stream, tutorFrom, tutoringOf, WAYS } from './population/lives.ts'

/**
 * Every figure of the dashboards, told as of today and of three earlier days, is the one that a plain count of the log
 * comes to; and what administrators do is done, written down and listed.
 */

const DAYS = 75
const today = new Date().toISOString().slice(0, 10)
const firstDay = addDays(today, -DAYS)
const asOfs = [today, addDays(today, -9), addDays(today, -30), addDays(today, -61)]

const backend = await ownBackend()

const isOf = <Type extends FactType>(fact: Recorded<Fact>, type: Type): fact is Recorded<FactOf<Type>> => fact.type === type

function codeOf(code: string, users: readonly [string, string, string], begin: CalendarDay): Stream {
  const [ana, ben, cem] = users
  const ofCode = { codeId: uuidV4(), code }
  const created = codeCreated(ofCode, 'Spring', ana, { discountType: 'percentage', discountValue: 25, grantsTier: null })
  const held = (userId: string) => ({ ...ofCode, userId, checkoutId: `cs_${userId}` })
  const on = (days: number, fact: Fact): Happened => ({ day: addDays(begin, days), fact })
  const reserved = (days: number, userId: string) =>
    on(days, { type: 'CodeReserved', data: { ...held(userId), tier: 'premium', reservedUntil: noon(addDays(begin, days + 1)) } })
  const redeemed = (days: number, userId: string) => {
    const bought = { kind: 'payment', checkoutId: `cs_${userId}`, subscriptionId: 'sub_1', tier: 'premium' } as const
    return on(days, codeRedeemed(ofCode, userId, uuidV4(), bought, 300))
  }
  return [
    `discountCode-${code}`,
    [
      on(0, created),
      reserved(5, ana),
      on(6, { type: 'CodeReleased', data: { ...held(ana), cause: 'expired' } }),
      reserved(14, ben),
      on(25, { type: 'DiscountCodeRevised', data: { ...created.data, maxUses: 4 } }),
      redeemed(30, ben),
      reserved(50, cem),
      redeemed(70, ana),
    ],
  ]
}

const append = (stream: string, happened: readonly Happened[]) =>
  backend.append(
    stream,
    happened.map(({ day, fact }) => ({ fact, at: noon(day) })),
  )
const ask = <Key extends CallKey>(key: Key, query: Record<string, string> = {}, params: Record<string, string> = {}) =>
  backend.done(key, { token: admin.token, query, params })
const every = <Row>(key: CallKey, query: Record<string, string>, params: Record<string, string> = {}) =>
  backend.every<Row>(key, { token: admin.token, params, query: { limit: '50', ...query } })
/** The same, each on a page of its own. */
const everyByOne = (key: CallKey, query: Record<string, string>) => every<unknown>(key, { ...query, limit: '1' })

await appendHistory(backend.eventStore, history({ seed: 12, students: 14, days: DAYS, firstDay, questionsPerModule: 3 }), 1)
const registered = (await everyFact(backend.eventStore)).filter((fact) => isOf(fact, 'AccountRegistered'))
const [tutorId = '', ana = '', ben = ''] = registered.map(({ data }) => data.userId)
const odds = { upgrade: 0.3, refund: 0.25, refundFails: 0.5, dispute: 0.3, leave: 0.4, comesBack: 0.5 }
const streams = [
  tutorFrom(tutorId, tutorId, firstDay),
  codeOf('SPRING', [ana, ben, tutorId], addDays(firstDay, 1)),
  ...registered.flatMap(({ data: { userId }, metadata }, number): readonly Stream[] => {
    const [joined, chance] = [metadata.occurredAt.slice(0, 10), new Chance(number + 1)]
    const plan = { userId, number, begin: addDays(joined, chance.below(6)), before: today, chance, odds }
    return [...planOf(plan), ...tutoringOf({ userId, tutorId, way: number % WAYS, chance }, addDays(joined, 2), today)]
  }),
]
// The history has streams of subscriptions, too.
for (const [name, own] of Map.groupBy(streams, ([name]) => name.replace(/^subscription-.*/, '$&-of-figures')))
  await append(
    name,
    own.flatMap(([, happened]) => happened),
  )
const admin = await backend.signedIn('admin')
const facts: readonly Recorded<Fact>[] = await everyFact(backend.eventStore)
backend.show(facts.at(-1)?.position ?? null)

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

/** What of tutoring went back and got there, of one request or of all. */
const tutoringBack = (asOf: CalendarDay, requestId?: string): number => {
  const cents = (type: 'TutoringRefunded' | 'TutoringRefundFailed' | 'TutoringRefundMended') =>
    sum(ofType(type, asOf).map(({ data }) => (requestId === undefined || data.requestId === requestId ? data.amount : 0)))
  return cents('TutoringRefunded') - cents('TutoringRefundFailed') + cents('TutoringRefundMended')
}

function moneyAsOf(asOf: CalendarDay) {
  const amounts = (given: readonly { readonly data: { readonly amount: number } }[]) => sum(given.map(({ data }) => data.amount))
  const paid = ofType('InvoicePaid', asOf)
  const [refunds, failed] = [ofType('RefundIssued', asOf), ofType('RefundFailed', asOf)]
  const disputed = (product: 'basic' | 'premium' | 'tutoring') =>
    amounts(ofType('DisputeMoneyMoved', asOf).filter(({ data }) => data.product === product))
  const tier = (name: 'basic' | 'premium') => {
    const own = (given: readonly { readonly data: { readonly tier: string | null; readonly amount: number } }[]) =>
      amounts(given.filter(({ data }) => data.tier === name))
    return { paid: own(paid), back: own(refunds) - own(failed) + disputed(name) }
  }
  const products = {
    basic: tier('basic'),
    premium: tier('premium'),
    tutoring: { paid: amounts(ofType('TutoringPaid', asOf)), back: tutoringBack(asOf) + disputed('tutoring') },
  }
  const told = (what: (product: { paid: number; back: number }) => number) => {
    const [basic, premium, tutoring] = [what(products.basic), what(products.premium), what(products.tutoring)]
    return { basic, premium, tutoring, total: basic + premium + tutoring }
  }
  return { breakdown: told(({ paid, back }) => paid - back), moneyIn: told(({ paid }) => paid), refunds: told(({ back }) => back) }
}

/** For each payment, its part for the days after the one shown. */
function deferredAsOf(asOf: CalendarDay, tier: 'basic' | 'premium'): number {
  const periods = new Map(facts.filter((fact) => isOf(fact, 'InvoicePaid')).map(({ data }) => [data.invoiceId, data]))
  const left = (amount: number, start: string, end: string): number => {
    let days = 0
    for (let day = start.slice(0, 10); day < end.slice(0, 10); day = addDays(day, 1)) if (day > asOf) days += 1
    return Math.floor((amount * days) / daysBetween(start.slice(0, 10), end.slice(0, 10)))
  }
  const ofTier = <One extends { readonly data: { readonly tier: string | null } }>(given: readonly One[]) =>
    given.filter(({ data }) => data.tier === tier)
  const paid = ofTier(ofType('InvoicePaid', asOf)).map(({ data }) => left(data.amount, data.periodStart, data.periodEnd))
  const back = (type: 'RefundIssued' | 'RefundFailed') =>
    sum(
      ofTier<Recorded<FactOf<typeof type>>>(ofType(type, asOf)).map(({ data }) => {
        const period = periods.get(data.invoiceId)
        return period ? left(data.amount, period.periodStart, period.periodEnd) : 0
      }),
    )
  return sum(paid) - back('RefundIssued') + back('RefundFailed')
}

/** The last day of a month, or the one that is shown where that comes before. */
const endOf = (month: string, asOf: CalendarDay): CalendarDay =>
  [asOf, addDays(addDays(`${month}-28`, 4).slice(0, 8).concat('01'), -1)].toSorted()[0] ?? asOf

/** How plans changed within a month, by payment and by end. */
function movesIn(month: string, asOf: CalendarDay) {
  const moved = { new: 0, expansion: 0, contraction: 0, churn: 0, newSubscribers: 0, churnedSubscribers: 0 }
  const had = new Map<string, number>()
  for (const fact of facts) {
    if (dayOf(fact) > asOf || !(isOf(fact, 'InvoicePaid') || isOf(fact, 'SubscriptionEnded'))) continue
    const before = had.get(fact.data.userId) ?? 0
    const after = isOf(fact, 'InvoicePaid') ? fact.data.monthlyAmount : 0
    had.set(fact.data.userId, after)
    if (!dayOf(fact).startsWith(month) || before === after) continue
    const kind = before === 0 ? 'new' : after === 0 ? 'churn' : after > before ? 'expansion' : 'contraction'
    moved[kind] += after - before
    if (kind === 'new') moved.newSubscribers += 1
    if (kind === 'churn') moved.churnedSubscribers += 1
  }
  return moved
}

/** The plans at the end of a day, in the order of the log. */
function plansAsOf(asOf: CalendarDay): ReadonlyMap<string, { readonly tier: string; readonly amount: number }> {
  const plans = new Map<string, { tier: string; amount: number }>()
  for (const fact of facts) {
    if (dayOf(fact) > asOf) continue
    if (isOf(fact, 'InvoicePaid')) plans.set(fact.data.userId, { tier: fact.data.tier, amount: fact.data.monthlyAmount })
    if (isOf(fact, 'SubscriptionEnded')) plans.delete(fact.data.userId)
  }
  return plans
}

/** For each question, its state after all that happened to it. */
function bankAsOf(asOf: CalendarDay): Performance['bank'] {
  const places = new Map<string, { situation: 'active' | 'withdrawn' | 'retired'; isPilot: boolean }>()
  let reviewRequests = 0
  for (const fact of facts) {
    if (dayOf(fact) > asOf) continue
    if (isOf(fact, 'QuestionAdded')) {
      places.set(fact.data.questionId, { situation: 'active', isPilot: fact.data.source !== 'curated' })
      continue
    }
    if (isOf(fact, 'QuestionReviewRequested')) reviewRequests += 1
    const place = places.get('questionId' in fact.data ? String(fact.data.questionId) : '')
    if (!place) continue
    if (isOf(fact, 'QuestionPromoted')) place.isPilot = false
    if (isOf(fact, 'QuestionRetired')) place.situation = 'retired'
    if (isOf(fact, 'QuestionWithdrawn')) place.situation = 'withdrawn'
    if (isOf(fact, 'QuestionRestored')) place.situation = 'active'
    if (isOf(fact, 'QuestionReviewResolved') && place.situation === 'withdrawn') place.situation = 'active'
  }
  const all = [...places.values()]
  return {
    questionsInBank: all.filter(({ situation }) => situation === 'active').length,
    questionsOnTrial: all.filter(({ situation, isPilot }) => situation === 'active' && isPilot).length,
    questionsWithdrawn: all.filter(({ situation }) => situation === 'withdrawn').length,
    questionsRetired: all.filter(({ situation }) => situation === 'retired').length,
    reviewRequests,
  }
}

test('refunds have failed and been mended, and disputes been lost and won', () => {
  for (const type of ['RefundFailed', 'TutoringRefundFailed', 'TutoringRefundMended', 'DisputeClosed'] as const)
    expect(ofType(type, today).length, type).toBeGreaterThan(0)
  expect(tutoringBack(today)).toBeGreaterThan(0)
  expect(new Set(ofType('DisputeMoneyMoved', today).map(({ data }) => `${data.product === 'tutoring'} ${data.amount > 0}`)).size).toBe(4)
})

describe.each(asOfs)('as of %s', (asOf) => {
  test('the business in four numbers', async () => {
    const ratings = new Map(ofType('TutoringSessionRated', asOf).map(({ data }) => [data.sessionId, data.rating]))
    expect(await ask('GET /api/admin/business-metrics', { asOf })).toEqual({
      asOf,
      currency: 'usd',
      totalRevenue: moneyAsOf(asOf).breakdown.total,
      activeStudents: activeAsOf(asOf).size,
      totalSessions: ofType('TutoringSessionCompleted', asOf).length,
      averageRating: ratings.size === 0 ? null : Math.round((100 * sum([...ratings.values()])) / ratings.size) / 100,
    })
  })

  test('revenue, by what it was paid for, by month, and what is deferred of it', async () => {
    const revenue = await ask('GET /api/admin/revenue', { asOf })
    expect(revenue).toMatchObject(moneyAsOf(asOf))
    const [basic, premium] = [deferredAsOf(asOf, 'basic'), deferredAsOf(asOf, 'premium')]
    expect(revenue.deferred).toEqual({ basic, premium, total: basic + premium })
    expect(revenue.monthlyData).toHaveLength(12)
    expect(revenue.monthlyData.at(-1)?.month).toBe(asOf.slice(0, 7))
    // The year holds all of this log.
    expect(sum(revenue.monthlyData.map((month) => month.revenue))).toBe(revenue.breakdown.total)
    const during = (month: string) => {
      const [before, after] = [moneyAsOf(addDays(`${month}-01`, -1)), moneyAsOf(endOf(month, asOf))]
      const moved = (of: 'breakdown' | 'moneyIn' | 'refunds', product: 'basic' | 'premium' | 'tutoring' | 'total') =>
        after[of][product] - before[of][product]
      const held = ofType('TutoringSessionCompleted', asOf).filter((fact) => dayOf(fact).startsWith(month)).length
      const products = {
        basic: moved('breakdown', 'basic'),
        premium: moved('breakdown', 'premium'),
        tutoring: moved('breakdown', 'tutoring'),
      }
      const totals = { revenue: moved('breakdown', 'total'), moneyIn: moved('moneyIn', 'total'), refunds: moved('refunds', 'total') }
      return { month, sessions: held, ...totals, ...products }
    }
    for (const { growth, ...told } of revenue.monthlyData) {
      expect(told).toEqual(during(told.month))
      const { revenue: before } = during(addDays(`${told.month}-01`, -1).slice(0, 7))
      expect(growth, told.month).toBe(before > 0 ? Math.round((1_000 * (told.revenue - before)) / before) / 10 : null)
    }
  })

  test('subscriptions and how they moved', async () => {
    const told = await ask('GET /api/admin/subscriptions', { asOf })
    const plans = [...plansAsOf(asOf).values()]
    expect([told.mrr, told.subscribers]).toEqual([sum(plans.map(({ amount }) => amount)), plans.length])
    for (const tier of ['basic', 'premium'] as const) {
      const own = plans.filter((plan) => plan.tier === tier)
      expect(told.byTier[tier]).toEqual({ mrr: sum(own.map(({ amount }) => amount)), subscribers: own.length })
    }
    expect(told.arpu).toBe(plans.length === 0 ? null : Math.round(told.mrr / plans.length))
    expect(told.months).toHaveLength(12)
    for (const { month, mrr, subscribers, ...moved } of told.months) {
      const then = [...plansAsOf(endOf(month, asOf)).values()]
      expect([month, mrr, subscribers]).toEqual([month, sum(then.map(({ amount }) => amount)), then.length])
      expect(moved, month).toEqual(movesIn(month, asOf))
    }
    const were = plansAsOf(addDays(asOf, -30)).size
    const left = ofType('SubscriptionEnded', asOf).filter((fact) => dayOf(fact) > addDays(asOf, -30)).length
    expect(told.churnRate).toBe(were === 0 ? null : left / were)
    expect(told.ltv).toBe(were === 0 || left === 0 || told.arpu === null ? null : Math.round(told.arpu / (left / were)))
    const firsts = new Map<string, string>()
    for (const { data, metadata } of ofType('InvoicePaid', asOf)) {
      if (!firsts.has(data.userId)) firsts.set(data.userId, metadata.occurredAt.slice(0, 7))
    }
    expect(told.cohorts.map(({ month, size }) => [month, size])).toEqual(
      [...Map.groupBy(firsts.values(), (month) => month)].map(([month, own]) => [month, own.length]).toSorted(),
    )
    const months = told.months.map(({ month }) => month)
    for (const { month, subscribed } of told.cohorts) {
      const then = months.slice(months.indexOf(month)).map((later) => [...plansAsOf(endOf(later, asOf)).keys()])
      expect(subscribed, month).toEqual(then.map((users) => users.filter((userId) => firsts.get(userId) === month).length))
    }
  })

  test('how students learn', async () => {
    const told = await ask('GET /api/admin/performance', { asOf })
    const answers = answersUpTo(asOf)
    const scored = answers.filter(({ isScored }) => isScored)
    const correct = scored.filter(({ isCorrect }) => isCorrect).length
    expect([told.answers, told.scoredAnswers, told.correctAnswers]).toEqual([answers.length, scored.length, correct])
    expect(told.accuracy).toBe(scored.length === 0 ? null : correct / scored.length)
    expect(told.activeStudents).toBe(activeAsOf(asOf).size)
    const who = (own: typeof answers) => new Set(own.map(({ userId }) => userId)).size
    expect([told.days.length, told.weeks.length, told.months.length]).toEqual([90, 26, 12])
    for (const { day, ...figures } of told.days) {
      const own = answers.filter((answer) => answer.day === day)
      const counted = own.filter(({ isScored }) => isScored)
      const right = counted.filter(({ isCorrect }) => isCorrect).length
      expect([day, figures]).toEqual([day, { answers: own.length, scoredAnswers: counted.length, correctAnswers: right, active: who(own) }])
    }
    for (const { week, answers: count, active } of told.weeks) {
      const own = answers.filter(({ day }) => weekOf(day) === week)
      expect([week, count, active]).toEqual([week, own.length, who(own)])
    }
    for (const { month, answers: count, active } of told.months) {
      const own = answers.filter(({ day }) => day.startsWith(month))
      expect([month, count, active]).toEqual([month, own.length, who(own)])
    }
    const months = told.months.map((each) => each.month)
    const joined = new Map(ofType('AccountRegistered', asOf).map((fact) => [fact.data.userId, dayOf(fact).slice(0, 7)]))
    for (const { month, size, active } of told.retention.cohorts) {
      expect(size).toBe([...joined.values()].filter((cohort) => cohort === month).length)
      for (const [index, count] of active.entries()) {
        const later = months[months.indexOf(month) + index] ?? ''
        const own = answers.filter(({ userId, day }) => joined.get(userId) === month && day.startsWith(later))
        expect([month, later, count]).toEqual([month, later, who(own)])
      }
    }
    const cohorts = [...Map.groupBy(joined, ([, cohort]) => cohort)].map(([cohort, own]) => ({ cohort, students: own.map(([id]) => id) }))
    const isOver = addDays(asOf, 1).endsWith('-01')
    const curve = months.map((_, after) => {
      const come = cohorts.filter(({ cohort }) => months.indexOf(cohort) + after < months.length - (isOver ? 0 : 1))
      const stayed = come.map(({ cohort, students }) => {
        const later = months[months.indexOf(cohort) + after] ?? ''
        return who(answers.filter(({ userId, day }) => students.includes(userId) && day.startsWith(later)))
      })
      const size = sum(come.map(({ students }) => students.length))
      return size === 0 ? null : sum(stayed) / size
    })
    expect(told.retention.curve).toEqual(curve)
    expect(told.retention.cohorts.map(({ month }) => month)).toEqual(cohorts.map(({ cohort }) => cohort).toSorted())
    const verified = new Set(ofType('EmailVerified', asOf).map(({ data }) => data.userId)).size
    const payers = new Set(ofType('InvoicePaid', asOf).map(({ data }) => data.userId)).size
    expect(told.funnel.map(({ students }) => students)).toEqual([joined.size, verified, who(answers), payers])
    expect(told.bank).toEqual(bankAsOf(asOf))
  })

  test('the facts behind each figure add up to it', async () => {
    for (const figure of adminFigureNames) {
      const params = { figure: figure satisfies AdminFigure }
      const { value } = await ask('GET /api/admin/figures/{figure}', { asOf }, params)
      // Of the thousands of answers, those of the last days say as much.
      const from = addDays(asOf, -4)
      const isLong = ['answers', 'scoredAnswers', 'correctAnswers'].includes(figure)
      const shown = isLong ? await ask('GET /api/admin/figures/{figure}', { asOf, from }, params) : { value }
      const behind = await every<FigureFact>('GET /api/admin/figures/{figure}/facts', { asOf, ...(isLong && { from }) }, params)
      expect(sum(behind.map(({ amount }) => amount)), figure).toBe(shown.value)
      expect(new Set(behind.map(({ id }) => id)).size, figure).toBe(behind.length)
    }
  })

  test('a replay of the read models comes to the same figures', async () => {
    const { ownerSql: sql, eventStore, environment } = backend
    const into = `as_of_${asOf.replaceAll('-', '_')}`
    const stores = {
      postgresUrl: environment.POSTGRES_URL,
      sql,
      eventStore,
      logger: quietLogger,
      signal: AbortSignal.timeout(patience.timeout),
    }
    await replay({ ...stores, readModels: [figures, learning], into, asOf: `${asOf}T23:59:59.999Z` })
    const sums = await sql<{ figure: AdminFigure; value: number }[]>`
      SELECT figure, sum(amount)::float8 AS value FROM ${sql(`${into}.figure_days`)} GROUP BY figure`
    const [learned] = await sql<Record<'answers' | 'scoredAnswers' | 'correctAnswers' | 'firstAnswers' | 'activeStudents', number>[]>`
      SELECT sum(answered)::int AS answers, sum(scored)::int AS "scoredAnswers", sum(correct)::int AS "correctAnswers",
        sum(first_ever)::int AS "firstAnswers", sum(active_change)::int AS "activeStudents"
      FROM ${sql(`${into}.learning_days`)} WHERE day <= ${asOf}`
    const replayed = new Map([...sums.map(({ figure, value }) => [figure, value] as const), ...Object.entries(learned ?? {})])
    const known = adminFigureNames.filter((figure) => replayed.has(figure))
    expect(known).toEqual(expect.arrayContaining(['revenue', 'mrr', 'registered', 'answers', 'activeStudents', 'sessions']))
    for (const figure of known) {
      const { value } = await ask('GET /api/admin/figures/{figure}', { asOf }, { figure })
      expect([figure, value]).toEqual([figure, replayed.get(figure)])
    }
  })

  test('students as they stood', async () => {
    const rows = await every<AdminStudent>('GET /api/admin/students', { asOf, sort: 'joined', order: 'asc' })
    const registered = ofType('AccountRegistered', asOf)
    expect(rows.map(({ id }) => id).toSorted()).toEqual(registered.map(({ data }) => data.userId).toSorted())
    const active = activeAsOf(asOf)
    const answers = Map.groupBy(answersUpTo(asOf), ({ userId }) => userId)
    const { bank } = await ask('GET /api/admin/performance', { asOf })
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

/** What became of every request that was asked for by a day: its own facts, one after the other. */
function requestsAsOf(asOf: CalendarDay) {
  const states = new Map<string, RequestState>()
  for (const fact of facts) {
    if (dayOf(fact) > asOf || !fact.streamName.startsWith('tutoringRequest-')) continue
    const event = fact as TutoringRequestEvent
    const before = states.get(event.data.requestId) ?? tutoringRequestAggregate.initial
    states.set(event.data.requestId, tutoringRequestAggregate.evolve(before, event))
  }
  return [...states.values()]
}
const sorted = <Value>(values: readonly Value[]): readonly string[] => values.map((value) => JSON.stringify(value)).toSorted()

/** A figure of one person, code, session or tutor alone, which its facts add up to. */
async function figureOf(figure: AdminFigure | StudentFigure, query: Record<string, string>): Promise<number> {
  const params = { figure }
  const { value } = await ask('GET /api/admin/figures/{figure}', query, params)
  const behind = await every<FigureFact>('GET /api/admin/figures/{figure}/facts', query, params)
  expect(sum(behind.map(({ amount }) => amount)), `${figure} ${JSON.stringify(query)}`).toBe(value)
  return value
}

describe.each(asOfs)('tutoring, codes and single students as of %s', (asOf) => {
  test('requests with their states, and those of each state', async () => {
    const requests = requestsAsOf(asOf)
    const told = await every<AdminTutoringRequestRow>('GET /api/tutoring-requests', { asOf })
    expect(sorted(told.map(({ id, status }) => [id, status]))).toEqual(sorted(requests.map((one) => [one.requestId, statusOf(one)])))
    for (const status of requestStatuses) {
      const ofStatus = await every<AdminTutoringRequestRow>('GET /api/tutoring-requests', { asOf, status })
      expect(sorted(ofStatus.map(({ id }) => id))).toEqual(sorted(told.filter((one) => one.status === status).map(({ id }) => id)))
    }
    for (const request of requests) {
      const params = { id: request.requestId }
      const one = await ask('GET /api/admin/tutoring-requests/{id}', { asOf }, params)
      expect(one).toMatchObject({
        status: statusOf(request),
        price: request.price && { amount: request.price.amount },
        sessionsPaid: request.paid?.sessions ?? 0,
        refunded: tutoringBack(asOf, request.requestId),
      })
      expect(one.sessions.map(({ id }) => id)).toEqual(request.sessions.map(({ sessionId }) => sessionId))
      expect(await figureOf('refunds', { asOf, subjectId: request.requestId })).toBe(one.refunded)
    }
  })

  test('sessions with what they come to, those of each state, and those of a month', async () => {
    const plain = requestsAsOf(asOf).flatMap(({ sessions }) => sessions)
    const told = await every<TutoringSession>('GET /api/admin/sessions', { asOf })
    expect(sorted(told.map(({ id, state, startsAt, amount, refund, rating }) => [id, state, startsAt, amount, refund, rating]))).toEqual(
      sorted(plain.map((one) => [one.sessionId, one.state, one.startsAt, one.amount, one.refund, one.rating])),
    )
    for (const state of sessionStates) {
      const ofState = await every<TutoringSession>('GET /api/admin/sessions', { asOf, state })
      expect(sorted(ofState.map(({ id }) => id))).toEqual(sorted(told.filter((one) => one.state === state).map(({ id }) => id)))
    }
    const month = asOf.slice(0, 7)
    const ofMonth = await every<TutoringSession>('GET /api/admin/sessions', { asOf, month })
    expect(sorted(ofMonth.map(({ id }) => id))).toEqual(
      sorted(told.filter(({ startsAt }) => startsAt.startsWith(month)).map(({ id }) => id)),
    )
    for (const { id: subjectId, amount, refund, rating } of told) {
      expect(await figureOf('sessionPrices', { asOf, subjectId })).toBe(amount)
      expect(await figureOf('sessionRefunds', { asOf, subjectId })).toBe(refund)
      expect(await figureOf('stars', { asOf, subjectId })).toBe(rating ?? 0)
    }
  })

  test('tutoring in numbers, tutors and their payouts', async () => {
    const count = (...types: FactType[]) => sum(types.map((type) => ofType(type, asOf).length))
    const sessions = requestsAsOf(asOf).flatMap((request) => request.sessions)
    const ratings = sessions.flatMap(({ rating }) => rating ?? [])
    const mean = sum(ratings) / ratings.length
    const { moneyIn, refunds } = moneyAsOf(asOf)
    expect(await ask('GET /api/admin/tutoring-figures', { asOf })).toEqual({
      asOf,
      currency: 'usd',
      requests: {
        all: count('TutoringRequested'),
        waiting: requestsAsOf(asOf).filter(({ situation }) => situation === 'pending').length,
        accepted: count('TutoringRequestAccepted'),
        declined: count('TutoringRequestDeclined'),
        cancelled: count('TutoringRequestCancelled', 'TutoringRequestClosed'),
      },
      sessions: {
        planned: sessions.filter(({ state }) => state === 'scheduled').length,
        held: count('TutoringSessionCompleted'),
        missed: count('TutoringSessionMissed'),
        cancelled: count('TutoringSessionCancelled', 'TutoringSessionDropped'),
      },
      moneyIn: moneyIn.tutoring,
      refunds: refunds.tutoring,
      averageRating: ratings.length === 0 ? null : Math.round(100 * mean) / 100,
    })
    const [tutor] = await every<AdminTutor>('GET /api/admin/tutors', { asOf })
    const [applied] = ofType('TutorApplied', asOf)
    if (!applied) return expect(tutor).toBeUndefined()
    const tutorId = applied.data.userId
    expect(tutor).toMatchObject({
      id: tutorId,
      situation: count('TutorApproved') > 0 ? 'approved' : 'applied',
      sessionsHeld: count('TutoringSessionCompleted'),
      averageRating: ratings.length === 0 ? null : mean,
      ratings: ratings.length,
    })
    expect(await figureOf('sessions', { asOf, tutorId })).toBe(tutor?.sessionsHeld)
    expect(await figureOf('stars', { asOf, tutorId })).toBe(sum(ratings))
    const payouts = await every<TutorPayout>('GET /api/admin/tutor-payouts', { asOf })
    const weeks = Map.groupBy(
      ofType('TutorEarned', asOf).map(({ data }) => data),
      ({ week }) => week,
    )
    const counted = [...weeks].map(([week, earned]) => {
      const sumOf = (of: 'amount' | 'fee' | 'earned') => sum(earned.map((one) => one[of]))
      return [week, earned.length, sumOf('amount'), sumOf('fee'), sumOf('earned')]
    })
    expect(payouts.map(({ week, sessions: held, amount, fee, earned: got }) => [week, held, amount, fee, got]).toSorted()).toEqual(
      counted.toSorted(),
    )
    for (const { week: group, earned: got } of payouts) expect(await figureOf('payoutEarned', { asOf, userId: tutorId, group })).toBe(got)
  })

  test('codes, each with its uses and what they saved', async () => {
    const [created] = ofType('DiscountCodeCreated', asOf)
    const [told] = await every<AdminDiscountCode>('GET /api/admin/discount-codes', { asOf })
    if (!created) return expect(told).toBeUndefined()
    const { codeId: subjectId } = created.data
    const uses = ofType('CodeRedeemed', asOf)
    const maxUses = (ofType('DiscountCodeRevised', asOf).at(-1) ?? created).data.maxUses
    // Who holds a use has reserved it last, and neither used it nor lost it since.
    const held = new Set<string>()
    for (const fact of facts) {
      if (dayOf(fact) > asOf) continue
      if (isOf(fact, 'CodeReserved')) held.add(fact.data.userId)
      if (isOf(fact, 'CodeReleased') || isOf(fact, 'CodeRedeemed')) held.delete(fact.data.userId)
    }
    const savings = sum(uses.map(({ data }) => data.amountSaved.amount))
    expect(told).toMatchObject({
      id: subjectId,
      usedCount: uses.length,
      heldCount: held.size,
      maxUses,
      savings,
      conversionRate: uses.length / (maxUses ?? 100),
    })
    expect(await figureOf('codeUses', { asOf, subjectId })).toBe(uses.length)
    expect(await figureOf('codeHolds', { asOf, subjectId })).toBe(held.size)
    expect(await figureOf('codeLimits', { asOf, subjectId })).toBe(maxUses ?? 100)
    expect(await figureOf('savings', { asOf, subjectId })).toBe(savings)
  })

  test('the figures of single students', async () => {
    for (const { data } of ofType('AccountRegistered', asOf).slice(0, 3)) {
      const of = { asOf, userId: data.userId }
      const own = answersUpTo(asOf).filter(({ userId }) => userId === data.userId)
      const right = own.filter(({ isScored, isCorrect }) => isScored && isCorrect)
      expect(await figureOf('answers', of)).toBe(own.length)
      expect(await figureOf('correctAnswers', of)).toBe(right.length)
      expect(await figureOf('rightQuestions', of)).toBe(new Set(right.map(({ questionId }) => questionId)).size)
      expect(await figureOf('sessions', of)).toBe(
        ofType('TutoringSessionCompleted', asOf).filter((fact) => fact.data.userId === data.userId).length,
      )
    }
    for (const [figure, query] of [
      ['rightQuestions', {}],
      ['activeStudents', { userId: admin.userId }],
      ['answers', { tutorId: admin.userId }],
    ] as const) {
      const refused = await backend.send('GET /api/admin/figures/{figure}', { token: admin.token, params: { figure }, query })
      expect(refused.json()).toMatchObject({ code: 'invalidRequest' })
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
  const refused = await backend.send('GET /api/admin/students', { token: admin.token, query: { sort: 'progress', asOf: asOfs[1] ?? '' } })
  expect(refused.json()).toMatchObject({ code: 'invalidRequest' })
})

test('subscribers are listed with their next billing', async () => {
  const rows = await every<{ userId: string; mrr: number }>('GET /api/admin/subscribers', {})
  expect(rows.map(({ userId }) => userId).toSorted()).toEqual([...plansAsOf(today).keys()].toSorted())
  expect(sum(rows.map(({ mrr }) => mrr))).toBe(sum([...plansAsOf(today).values()].map(({ amount }) => amount)))
})

test('what an administrator does takes effect and is listed with the reason', async () => {
  const { token } = admin
  const as = (key: CallKey, body: unknown, id?: string) => backend.send(key, { token, params: { id }, body })
  const bea = { email: 'bea.moreno@example.com', firstName: 'Bea', lastName: 'Moreno', tier: 'premium', reason: 'Asked by phone.' }
  const invited = await as('POST /api/admin/students', bea)
  expect(invited.statusCode).toBe(200)
  const { userId } = invited.json<{ userId: string }>()
  expect((await as('PUT /api/admin/students/{id}/tier', { tier: 'free', reason: 'A mistake.' }, userId)).json()).toEqual({
    tier: 'free',
    hasChanged: true,
  })
  expect((await as('POST /api/admin/students/{id}/unlock', { reason: 'Locked out.' }, userId)).statusCode).toBe(200)
  const wrong = await as('POST /api/admin/students/{id}/erase', { email: 'other@example.com', reason: 'By letter.' }, userId)
  expect(wrong.json()).toMatchObject({ code: 'emailMismatch' })
  const own = { email: admin.email, reason: 'Mine.' }
  const refused = await as('POST /api/admin/students/{id}/erase', own, admin.userId)
  expect(refused.json()).toMatchObject({ code: 'ownAccount' })
  expect(await ask('GET /api/admin/students/{id}', {}, { id: userId })).toMatchObject({
    name: 'Bea Moreno',
    email: bea.email,
  })

  const { exportId } = await backend.done('POST /api/admin/exports', { token, body: { table: 'students', reason: 'The report.' } })
  const file = await backend.send('GET /api/admin/students.csv', { token, query: { exportId } })
  expect(file.headers['content-type']).toContain('text/csv')
  expect(file.body.trimEnd().split('\r\n')).toHaveLength(1 + (await every('GET /api/admin/students', {})).length)
  const other = await backend.send('GET /api/admin/subscribers.csv', { token, query: { exportId } })
  expect(other.json()).toMatchObject({ code: 'exportNotFound' })

  const resume = { kind: 'reaction', name: 'verification-mails', reason: 'The mail server is back.' }
  expect((await as('POST /api/admin/system/resume', resume)).statusCode).toBe(202)
  const erased = await as('POST /api/admin/students/{id}/erase', { email: bea.email, reason: 'By letter.' }, userId)
  expect(erased.statusCode).toBe(200)
  expect(await ask('GET /api/admin/students/{id}', {}, { id: userId })).toMatchObject({ name: '', email: '', isErased: true })

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
  const filtered = (query: Record<string, string>) =>
    every<{ type: string; actorId: string; name: string; reason: string }>('GET /api/admin/audit', query)
  expect((await filtered({ type: 'ErasureOrdered' })).map(({ type }) => type)).toEqual(['ErasureOrdered'])
  expect(await filtered({ userId })).toHaveLength(audit.filter((entry) => 'userId' in entry && entry.userId === userId).length)
  expect(await filtered({ search: 'MAIL server' })).toMatchObject([{ reason: 'The mail server is back.' }])
  expect(await filtered({ search: '%' })).toEqual([])
  expect(await filtered({ from: addDays(today, 1) })).toEqual([])
  const ownActs = audit.filter(({ actorId }) => actorId === admin.userId).length
  expect(await filtered({ actorId: admin.userId })).toHaveLength(ownActs)
  // Page after page, each filtered.
  expect((await everyByOne('GET /api/admin/audit', { actorId: admin.userId })).length).toBe(ownActs)
  expect(await ask('GET /api/admin/audit/actors')).toContainEqual({ actorId: admin.userId, actor: 'Ana Silva', actions: ownActs })
  const past = await every<{ what: string; actor: string | null }>('GET /api/admin/students/{id}/history', {}, { id: userId })
  expect(past.map(({ what }) => what)).toEqual(expect.arrayContaining(['Registered', 'Was invited', 'The account was erased']))
  expect(past.find(({ what }) => what === 'Was invited')?.actor).toBe('Ana Silva')
})

test('the System tab shows what is known about each service, read model, reaction, and job', async () => {
  const { services, readModels, calls } = await ask('GET /api/admin/system')
  const load = {
    cpuSeconds: expect.any(Number),
    eventLoopSeconds: expect.any(Number),
    stores: [{ store: 'postgres', seconds: expect.any(Number) }],
    waits: { count: expect.any(Number), seconds: expect.any(Number) },
  }
  expect(services).toContainEqual({ name: 'read-api', state: 'ready', version: expect.any(String), startedAt: expect.any(String), load })
  expect(services).toContainEqual({ name: 'worker', state: 'silent', version: null, startedAt: null, load: null })
  expect(readModels).toContainEqual({ name: 'admin/figures', version: 5, situation: 'live', lag: null, incident: null })
  const audit = calls.find(({ method, route }) => `${method} ${route}` === 'GET /api/admin/audit')
  expect(audit).toMatchObject({ service: 'read-api', failed: 0 })
  expect(audit?.within.at(-1)).toEqual([5, audit?.calls])
})
