import { type ReviewFigure, reviewFigureNames } from '@medicready/domain/admin/shown/figure-names'
import type { FigureFact } from '@medicready/domain/contract/admin/business'
import type { CallKey } from '@medicready/domain/contract/contract'
import type { DoubtedQuestion } from '@medicready/domain/contract/questions/review-requests'
import type { Recorded } from '@medicready/domain/core/event'
import { addDays, type CalendarDay } from '@medicready/domain/core/shown/calendar'
import type { Fact, FactOf, FactType } from '@medicready/domain/events'
import { chosenBy } from '@medicready/domain/questions/content/item'
import { givenAnswers } from '@medicready/domain/study/given-answers'
import { everyFact } from '@medicready/platform/testing/event-log'
import { appendHistory, history } from '@medicready/platform/testing/history'
import { v4 as uuidV4 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { ownBackend } from './backend.ts'

/** What educators look at, as of today and of three earlier days, equals a plain count of the log. */

const DAYS = 40
const today = new Date().toISOString().slice(0, 10)
const firstDay = addDays(today, -DAYS)
const asOfs = [today, addDays(today, -4), addDays(today, -11), addDays(today, -26)]

const backend = await ownBackend()

const isOf = <Type extends FactType>(fact: Recorded<Fact>, type: Type): fact is Recorded<FactOf<Type>> => fact.type === type

const append = (stream: string, revision: 'no_stream' | bigint, day: number, ...facts: readonly Fact[]) =>
  backend.append(
    stream,
    facts.map((fact) => ({ fact, at: `${addDays(firstDay, day)}T23:30:00.000Z` })),
    revision,
  )

/** Two attempts of a day: one is accepted, and one discarded. */
async function generate(day: number): Promise<void> {
  const [date, one, other] = [addDays(firstDay, day), uuidV4(), uuidV4()]
  const reserved = (attemptId: string): Fact => ({
    type: 'GenerationReserved',
    data: {
      ...{ date, attemptId, module: 'Trauma', subTopic: 'Burns', difficulty: 'easy', bloomsLevel: 'apply', kind: 'multiple_choice' },
      ...{ model: 'model', promptVersion: '1', calls: 6, cost: 60_000 },
    },
  })
  const reason = day > 20 ? ('lint' as const) : ('refused' as const)
  await append(
    `generation-${date}`,
    'no_stream',
    day,
    reserved(one),
    reserved(other),
    { type: 'GenerationAccepted', data: { date, attemptId: one, questionId: uuidV4(), calls: 2, cost: 4_350 } },
    { type: 'GenerationRejected', data: { date, attemptId: other, reason, calls: 1, cost: 2_175 } },
  )
}

type Query = Record<string, string>
const ask = <Key extends CallKey>(key: Key, query: Query, params: Query = {}) => backend.done(key, { token: admin.token, params, query })
const every = <Row>(key: CallKey, query: Query, params: Query = {}) =>
  backend.every<Row>(key, { token: admin.token, params, query: { limit: '7', ...query } })

/** A figure, whose facts must add up to it without naming users. */
async function figureOf(figure: ReviewFigure, query: Record<string, string>): Promise<number> {
  const { value } = await ask('GET /api/admin/review-figures/{figure}', query, { figure })
  const behind = await every<FigureFact>('GET /api/admin/review-figures/{figure}/facts', query, { figure })
  expect(
    behind.reduce((sum, { amount }) => sum + amount, 0),
    `${figure} ${JSON.stringify(query)}`,
  ).toBe(value)
  expect(new Set(behind.map(({ id }) => id)).size, figure).toBe(behind.length)
  for (const { userId, name, stream } of behind) {
    expect([userId, name]).toEqual([null, ''])
    expect(stream).toMatch(/^(?:question-.+|generation-.+|studyDay|exam)$/)
  }
  return value
}

const dayOf = (instant: string): CalendarDay => instant.slice(0, 10)

await appendHistory(backend.eventStore, history({ seed: 31, students: 20, days: DAYS, firstDay, questionsPerModule: 3 }), 1)
const before = await everyFact(backend.eventStore)
// Of questions that were there from the first day on, and nothing else happened to.
const [offered, settled] = before
  .filter((fact) => isOf(fact, 'QuestionAdded'))
  .filter(({ metadata }) => dayOf(metadata.occurredAt) <= addDays(firstDay, 1))
  .map(({ data }) => data)
  .filter(({ questionId }) => before.filter(({ streamName }) => streamName === `question-${questionId}`).length === 1)
if (!offered || !settled) throw new Error('Something has happened to every question.')
const offer = (of: typeof offered): Fact => ({
  type: 'BankRevisionOffered',
  data: { questionId: of.questionId, offer: 1, bankId: 'trauma-001', content: of.content },
})
await append(`question-${offered.questionId}`, 0n, 20, offer(offered))
await append(`question-${settled.questionId}`, 0n, 15, offer(settled))
const decision = { version: 1, offer: 1, decision: 'kept', settledBy: null } as const
await append(`question-${settled.questionId}`, 1n, 30, {
  type: 'BankRevisionSettled',
  data: { questionId: settled.questionId, ...decision },
})
const stopped = { module: 'Trauma', questionId: offered.questionId } as const
await append('withdrawals-trauma', 'no_stream', 12, { type: 'WithdrawalsStopped', data: { ...stopped, withdrawn: 4, questions: 200 } })
await append('withdrawals-trauma', 0n, 32, { type: 'WithdrawalReleased', data: stopped })
for (const day of [2, 13, 28, 38]) await generate(day)
const admin = await backend.signedIn('admin')
const facts: readonly Recorded<Fact>[] = await everyFact(backend.eventStore)
backend.show(facts.at(-1)?.position ?? null)

// The plain count.

const upTo = (asOf: CalendarDay) => facts.filter(({ metadata }) => dayOf(metadata.occurredAt) <= asOf)

interface Plain {
  readonly source: string
  version: number
  situation: string
  isPilot: boolean
  requests: { readonly userId: string; readonly at: string }[]
  withdrawnFor: string | null
  hasBankOffer: boolean
}

/** Each question with all that happened to it. */
function questionsAsOf(asOf: CalendarDay): ReadonlyMap<string, Plain> {
  const known = new Map<string, Plain>()
  for (const fact of upTo(asOf)) {
    if (isOf(fact, 'QuestionAdded')) {
      const { questionId, version, source } = fact.data
      const usual = { situation: 'active', requests: [], withdrawnFor: null, hasBankOffer: false }
      known.set(questionId, { source, version, isPilot: source !== 'curated', ...usual })
    }
    const question = known.get('questionId' in fact.data ? String(fact.data.questionId) : '')
    if (!question) continue
    if (isOf(fact, 'QuestionRevised')) question.version = fact.data.version
    if (isOf(fact, 'QuestionPromoted')) question.isPilot = false
    if (isOf(fact, 'QuestionReviewRequested')) question.requests.push({ userId: fact.data.userId, at: fact.metadata.occurredAt })
    if (isOf(fact, 'QuestionWithdrawn')) {
      question.situation = 'withdrawn'
      question.withdrawnFor = fact.data.cause
    }
    if (isOf(fact, 'QuestionReviewResolved')) {
      question.situation = 'active'
      question.requests = []
      question.withdrawnFor = null
    }
    if (isOf(fact, 'BankRevisionOffered')) question.hasBankOffer = true
    if (isOf(fact, 'BankRevisionSettled')) question.hasBankOffer = false
  }
  return known
}
const openOf = ({ requests }: Plain): number => new Set(requests.map(({ userId }) => userId)).size
const isWaiting = (question: Plain): boolean => openOf(question) > 0 || question.withdrawnFor !== null || question.hasBankOffer

/** The first answer of each person to each version: an older version is no longer asked once a newer was. */
function answersTo(questionId: string, version: number, asOf: CalendarDay) {
  const newest = new Map<string, number>()
  return facts
    .flatMap((fact) => (isOf(fact, 'AnswerSubmitted') ? [fact] : isOf(fact, 'ExamCompleted') ? givenAnswers(fact.data) : []))
    .filter(({ data }) => data.questionId === questionId)
    .filter(({ data }) => {
      const isFirst = (newest.get(data.userId) ?? 0) < data.questionVersion
      if (isFirst) newest.set(data.userId, data.questionVersion)
      return isFirst && data.questionVersion === version
    })
    .filter(({ metadata }) => dayOf(metadata.occurredAt) <= asOf)
    .map(({ data }) => data)
}
const rateOf = (right: number, all: number): number => (all === 0 ? 50 : Math.round((1_000 * right) / all) / 10)

describe.each(asOfs)('as of %s', (asOf) => {
  test("the queue in order, with each question's figures and the facts behind them", async () => {
    const queue = await every<DoubtedQuestion>('GET /api/admin/review-requests', { asOf })
    const plain = [...questionsAsOf(asOf)].filter(([, question]) => isWaiting(question))
    expect(queue.map(({ questionId }) => questionId).toSorted()).toEqual(plain.map(([id]) => id).toSorted())
    const places = queue.map(({ situation, openRequests }) => (situation === 'withdrawn' ? 1_000 : 0) + openRequests)
    expect(places).toEqual(places.toSorted((one, other) => other - one))
    for (const [questionId, question] of plain) {
      const { version, situation, isPilot, withdrawnFor, hasBankOffer } = question
      const answers = answersTo(questionId, version, asOf)
      const right = answers.filter(({ isCorrect }) => isCorrect).length
      const entry = queue.find((one) => one.questionId === questionId)
      expect(entry).toMatchObject({
        ...{ version, situation, isPilot, withdrawnFor, hasBankOffer, openRequests: openOf(question) },
        oldestRequestAt: question.requests[0]?.at ?? null,
        answers: answers.length,
        correctRate: rateOf(right, answers.length),
      })
      expect(await figureOf('openRequests', { asOf, questionId })).toBe(openOf(question))
      const ofVersion = { asOf, questionId, version: String(version) }
      expect(await figureOf('versionAnswers', ofVersion)).toBe(answers.length)
      expect(await figureOf('versionCorrectAnswers', ofVersion)).toBe(right)
    }
  })

  test('one question in full', async () => {
    const known = questionsAsOf(asOf)
    const asked = facts.filter((fact) => isOf(fact, 'QuestionReviewRequested'))
    const questionId = asked[0]?.data.questionId ?? ''
    const told = await ask('GET /api/admin/review-requests/{id}', { asOf }, { id: questionId })
    const question = known.get(questionId)
    const own = asked.filter(({ data, metadata }) => data.questionId === questionId && dayOf(metadata.occurredAt) <= asOf)
    expect([told.version, told.requestsMade]).toEqual([question?.version, own.length])
    expect(told.requests.filter(({ isOpen }) => isOpen)).toHaveLength(question?.requests.length ?? 0)
    expect(told.history.every(({ at }) => dayOf(at) <= asOf)).toBe(true)
    expect(told.statistics.map(({ version }) => version)).toEqual(
      Array.from({ length: question?.version ?? 0 }, (_, index) => (question?.version ?? 0) - index),
    )
    for (const { version, answers, correctRate, averageTimeSeconds, choices } of told.statistics) {
      const plain = answersTo(questionId, version, asOf)
      expect([version, answers, correctRate]).toEqual([
        version,
        plain.length,
        rateOf(plain.filter(({ isCorrect }) => isCorrect).length, plain.length),
      ])
      if (plain.length === 0) continue
      const seconds = plain.reduce((sum, { timeSpentSeconds }) => sum + Math.min(600, timeSpentSeconds), 0)
      expect(averageTimeSeconds).toBe(Math.round(seconds / plain.length))
      const chosen = new Set(plain.flatMap(({ answer }) => (answer === null ? [] : chosenBy(answer)))).size
      expect(choices.filter(({ percent }) => percent > 0).length).toBeLessThanOrEqual(chosen)
      expect(choices.some(({ percent }) => percent > 0)).toBe(chosen > 0)
    }
  })

  test('the totals, and the facts behind every figure', async () => {
    const all = [...questionsAsOf(asOf).values()]
    const count = (holds: (question: Plain) => boolean) => all.filter(holds).length
    const plain = {
      waitingQuestions: count(isWaiting),
      withdrawnQuestions: count(({ situation }) => situation === 'withdrawn'),
      openRequests: all.reduce((sum, question) => sum + openOf(question), 0),
      bankOffers: count(({ hasBankOffer }) => hasBankOffer),
    }
    expect(await ask('GET /api/admin/review-figures', { asOf })).toEqual({ asOf, ...plain })
    for (const figure of reviewFigureNames) {
      if (figure === 'versionAnswers' || figure === 'versionCorrectAnswers') continue
      const value = await figureOf(figure, { asOf })
      if (figure in plain) expect(value, figure).toBe(plain[figure as keyof typeof plain])
    }
  })

  test('what was generated, and where withdrawals had stopped', async () => {
    const told = await ask('GET /api/admin/generation', { asOf })
    const from = addDays(asOf, -29)
    const during = upTo(asOf).filter(({ metadata }) => dayOf(metadata.occurredAt) >= from)
    const sum = (of: 'attempts' | 'accepted' | 'calls' | 'cost') => told.days.reduce((total, day) => total + day[of], 0)
    const ofType = (type: FactType) => during.filter((fact) => isOf(fact, type)).length
    expect([sum('attempts'), sum('accepted')]).toEqual([ofType('GenerationReserved'), ofType('GenerationAccepted')])
    expect(Math.round(1_000_000 * sum('cost'))).toBe(await figureOf('generationCost', { asOf, from }))
    expect(sum('calls')).toBe(await figureOf('generationCalls', { asOf, from }))
    for (const group of ['lint', 'refused']) {
      const discarded = during.filter((fact) => isOf(fact, 'GenerationRejected')).filter(({ data }) => data.reason === group).length
      const ofReason = told.days.flatMap(({ rejected }) => rejected).filter(({ reason }) => reason === group)
      expect(ofReason.reduce((total, { count }) => total + count, 0)).toBe(discarded)
      expect(await figureOf('generationRejected', { asOf, from, group })).toBe(discarded)
    }
    const generated = [...questionsAsOf(asOf).values()].filter(({ source }) => source === 'ai')
    const pilots = generated.filter(({ isPilot }) => isPilot).length
    expect([told.pilots, told.promoted]).toEqual([pilots, generated.length - pilots])
    expect(told.generator === null).toBe(asOf !== today)

    const stops = await ask('GET /api/admin/withdrawal-stops', { asOf })
    const isStopped = asOf >= addDays(firstDay, 12) && asOf < addDays(firstDay, 32)
    expect(stops).toMatchObject(isStopped ? [{ module: 'Trauma', withdrawn: 4, questions: 200 }] : [])
  })
})

test('answers are counted per version of a question', async () => {
  for (const [figure, query] of [
    ['versionAnswers', {}],
    ['openRequests', { version: '1' }],
  ] as const) {
    const refused = await backend.send('GET /api/admin/review-figures/{figure}', { token: admin.token, params: { figure }, query })
    expect(refused.json()).toMatchObject({ code: 'invalidRequest' })
  }
})
