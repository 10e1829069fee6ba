import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { type PaidTier, type Tier, tiers, UNLIMITED } from '@medicready/domain/billing/tiers'
import type { CallsOf } from '@medicready/domain/contract/contract'
import type { Question } from '@medicready/domain/contract/questions/questions'
import type { FactType } from '@medicready/domain/events'
import { askedItem, isRight } from '@medicready/domain/questions/item'
import { moduleNames } from '@medicready/domain/questions/modules'
import { anyAnswerTo } from '@medicready/domain/questions/testing/answers'
import type { Chance } from '@medicready/platform/testing/chance'
import { cards, payOnPage } from '../payment-page.ts'
import { type Answer, isRefused, type Request } from '../product-client.ts'
import { Person, type School } from './person.ts'

export class Student {
  readonly #school: School
  readonly #chance: Chance
  readonly #person: Person

  constructor(school: School, chance: Chance, name: string) {
    this.#school = school
    this.#chance = chance
    this.#person = new Person(school, chance, { name, timeZone: 'UTC' })
  }

  /** Throws only when the school's signal is aborted. */
  async study(): Promise<void> {
    const { ledger, grantTier } = this.#school
    const chance = this.#chance
    await this.#person.enter()

    const tier = chance.pick(['free', 'free', 'basic', 'basic', 'premium'] as const)
    const buys = tier !== 'free' && chance.happens(0.5)
    if (tier !== 'free') await (buys ? this.#buy(tier) : grantTier(this.#person.email, tier))
    await this.#chooseModules()
    // Many emails arrive during kills; who ends their day earlier gets none.
    const wantsEmail = chance.happens(0.6)
    if (wantsEmail) await this.#setDailyEmail(true)
    const questionIds = await this.#generate(tier)
    for (const questionId of questionIds) {
      await this.#answer(questionId, chance.happens(0.5))
      if (chance.happens(0.3)) await this.#answer(questionId, true)
    }
    await this.#askForMore(tier, questionIds)
    const [first] = questionIds
    if (first !== undefined && chance.happens(0.4)) for (let times = 0; times < 2; times++) await this.#requestReview(first)
    if (chance.happens(0.15)) for (let times = 0; times < 2; times++) await this.#registerAgain()
    if (tier === 'premium') await this.#takeExam()
    await this.#readBack(questionIds)
    if (buys) await this.#changeMind(tier)
    else if (tier === 'free' && chance.happens(0.3)) await this.#pay('basic', cards.failsAtRenewal)
    if (wantsEmail) await this.#setDailyEmail(false)
    ledger.finished += 1
  }

  /** At the next full minute. */
  async #setDailyEmail(dailyEmailEnabled: boolean): Promise<void> {
    const dailyEmailTime = new Date(Date.now() + 60_000).toISOString().slice(11, 16)
    await this.#person.command('PATCH /api/user/settings', { body: { dailyEmailEnabled, ...(dailyEmailEnabled && { dailyEmailTime }) } })
  }

  async #registerAgain(): Promise<void> {
    const { consistencyToken } = await this.#person.command('POST /api/auth/register', { body: this.#person.registration })
    this.#person.tell({ kind: 'registeredAgain', consistencyToken })
  }

  async #chooseModules(): Promise<void> {
    const start = this.#chance.below(moduleNames.length)
    const count = 1 + this.#chance.below(3)
    for (let index = 0; index < count; index++) {
      const module = moduleNames[(start + index) % moduleNames.length]
      if (!module) continue
      const { body, consistencyToken } = await this.#person.command('POST /api/user/modules', { body: { module } })
      this.#person.tell({ kind: 'moduleSelected', module, userModuleId: body.id, isActive: body.isActive, consistencyToken })
      if (index === 0 || !this.#chance.happens(0.2)) continue
      const changed = await this.#person.command('PATCH /api/user/modules/{id}', { params: { id: body.id }, body: { isActive: false } })
      this.#person.tell({
        kind: 'moduleSelected',
        module,
        userModuleId: body.id,
        isActive: changed.body.isActive,
        consistencyToken: changed.consistencyToken,
      })
    }
  }

  /** Sometimes asks twice at once, under two keys: questions are still assigned once. */
  async #generate(tier: Tier): Promise<string[]> {
    const count = tiers[tier].dailyQuestions
    const times = this.#chance.happens(0.3) ? 2 : 1
    const outcomes = await Promise.allSettled(
      Array.from({ length: times }, () => this.#person.command('POST /api/daily-questions/generate', { body: { count } })),
    )
    const questionIds = new Set<string>()
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') {
        // The other one came first and took what there was.
        if (isRefused(outcome.reason, 'dailyLimitReached') && times === 2) continue
        throw outcome.reason
      }
      const { body, consistencyToken } = outcome.value
      const ids = body.questions.map(({ questionId }) => questionId)
      if (ids.length !== count)
        this.#school.ledger.fault(`${this.#person.email} asked for ${count} questions and was told of ${ids.length}`)
      for (const id of ids) questionIds.add(id)
      this.#person.tell({ kind: 'assigned', questionIds: ids, consistencyToken })
    }
    return [...questionIds]
  }

  async #answer(questionId: string, inSession: boolean): Promise<void> {
    const content = this.#school.questions.get(questionId)
    if (!content) return this.#school.ledger.fault(`${this.#person.email} was given ${questionId}, which the bank does not hold`)
    const given = anyAnswerTo(askedItem(content.item), (of) => this.#chance.below(of))
    const timeSpent = 5 + this.#chance.below(60)
    const { body, consistencyToken } = inSession
      ? await this.#person.command('POST /api/user/responses', { body: { questionId, answer: given, timeSpent, confidence: 3 } })
      : await this.#person.command('POST /api/questions/{id}/answer', { params: { id: questionId }, body: { answer: given, timeSpent } })
    // The first answer counts, which may be another one.
    const { answer } = body
    if (body.isWithheld) return this.#school.ledger.fault(`${this.#person.email} takes no exam, and was not told what is right`)
    if (body.isCorrect !== isRight(content.item, answer))
      this.#school.ledger.fault(`${this.#person.email} was told that ${body.selectedAnswer} is ${body.isCorrect ? 'right' : 'wrong'}`)
    this.#person.tell({ kind: 'answered', questionId, answer, isCorrect: body.isCorrect, consistencyToken })
  }

  /**
   * Answers questions that were never drawn: allowed up to the limit, and unless they are withdrawn. Parts of sets are
   * never drawn this way.
   */
  async #askForMore(tier: Tier, drawn: readonly string[]): Promise<void> {
    const others = [...this.#school.questions].filter(([id, { scenario }]) => scenario === null && !drawn.includes(id))
    const [questionId] = this.#chance.pick(others)
    try {
      await this.#answer(questionId, false)
      if (tiers[tier].dailyLimit !== UNLIMITED) this.#school.ledger.fault(`${this.#person.email} (${tier}) got a question beyond the limit`)
    } catch (error) {
      if (isRefused(error, 'questionNotFound')) this.#person.tell({ kind: 'withdrawn', questionId, consistencyToken: null })
      else if (isRefused(error, 'dailyLimitReached') && tier !== 'premium')
        this.#person.tell({ kind: 'limited', questionId, consistencyToken: null })
      else throw error
    }
  }

  async #requestReview(questionId: string): Promise<void> {
    const { consistencyToken } = await this.#person.command('POST /api/questions/{id}/request-review', {
      params: { id: questionId },
      body: { reason: 'The stem could be clearer.' },
    })
    this.#person.tell({ kind: 'reviewRequested', questionId, consistencyToken })
  }

  /** Sometimes it is left before its end. */
  async #takeExam(): Promise<void> {
    const { body, consistencyToken } = await this.#startExam()
    const { examId } = body
    this.#person.tell({ kind: 'examStarted', examId, consistencyToken })
    if (this.#chance.happens(0.3)) await this.#startAnother(examId)
    const leftAfter = this.#chance.happens(0.3) ? this.#chance.below(10) : Number.POSITIVE_INFINITY
    let question: Question | null = await this.#firstOf(examId)
    for (let answered = 0; question !== null && answered < leftAfter; answered++) question = await this.#answerInExam(examId, question)
  }

  #startExam() {
    return this.#person.command('POST /api/practice-exams/start', {
      body: { examType: 'weak_areas', targetModules: [], blueprint: 'national_registry' },
    })
  }

  async #startAnother(examId: string): Promise<void> {
    try {
      const { body } = await this.#startExam()
      this.#school.ledger.fault(`${this.#person.email} started the exam ${body.examId} while ${examId} went on`)
    } catch (error) {
      if (!isRefused(error, 'examInProgress')) throw error
    }
  }

  /** As soon as the exam can be read. */
  async #firstOf(examId: string): Promise<Question> {
    const { signal } = this.#school
    for (;;) {
      try {
        const request = { params: { examId }, consistencyToken: this.#person.seen }
        const { body } = await this.#person.insist('GET /api/practice-exams/{examId}/questions', request)
        const waiting = body.find(({ isAnswered }) => !isAnswered)
        if (waiting) return waiting.asked
      } catch (error) {
        if (!isRefused(error, 'examNotFound')) throw error
      }
      await sleep(100, undefined, { signal })
    }
  }

  /** Sometimes two answers come at once, under two keys: the first counts, and both are told the same. */
  async #answerInExam(examId: string, { id: questionId, item }: Question): Promise<Question | null> {
    const times = this.#chance.happens(0.15) ? 2 : 1
    const [first, other] = await Promise.all(
      Array.from({ length: times }, () =>
        this.#person.command('POST /api/practice-exams/{examId}/answer', {
          params: { examId },
          body: { questionId, answer: anyAnswerTo(item, (of) => this.#chance.below(of)), timeSpentSeconds: 5 },
        }),
      ),
    )
    if (!first) throw new Error('Nothing was sent.')
    const { body, consistencyToken } = first
    if (other && !isDeepStrictEqual(other.body, body))
      this.#school.ledger.fault(`${this.#person.email} answered ${questionId} twice and was told ${JSON.stringify([body, other.body])}`)
    this.#person.tell({ kind: 'examAnswered', examId, questionId, isLast: body.examCompleted, consistencyToken })
    return body.nextQuestion?.asked ?? null
  }

  async #buy(tier: PaidTier): Promise<void> {
    await this.#pay(tier, this.#chance.pick([cards.pays, cards.asksItsHolder]))
    for (let looks = 1; !(await this.#has(tier)); looks++) {
      // Asks to pay once more while waiting, which must be refused.
      if (looks % 8 === 0 && (await this.#checkoutPage(tier)) !== null && !(await this.#has(tier)))
        this.#school.ledger.fault(`${this.#person.email} has paid for ${tier} and is asked to pay again`)
      await sleep(250, undefined, { signal: this.#school.signal })
    }
  }

  async #has(tier: Tier): Promise<boolean> {
    const { body } = await this.#person.insist('GET /api/subscription/status', { consistencyToken: this.#person.seen })
    return body.subscriptionTier === tier
  }

  /** Repeated, since a page may expire while the clock moves. */
  async #pay(tier: PaidTier, card: string): Promise<void> {
    for (;;) {
      const address = await this.#checkoutPage(tier)
      if (address === null) return this.#school.ledger.fault(`${this.#person.email} is told of a plan before paying for one`)
      if (await payOnPage(address, card, this.#school)) return
    }
  }

  /** Sometimes clicks twice, or asks for another plan first. Null where there is a plan. */
  async #checkoutPage(tier: PaidTier): Promise<string | null> {
    try {
      if (this.#chance.happens(0.2))
        await this.#person.command('POST /api/subscription/checkout', { body: { tier: tier === 'basic' ? 'premium' : 'basic' } })
      const { body } = await this.#person.command('POST /api/subscription/checkout', { body: { tier } })
      return body.url
    } catch (error) {
      if (isRefused(error, 'planExists')) return null
      throw error
    }
  }

  async #changeMind(tier: PaidTier): Promise<void> {
    const wish = this.#chance.pick(['keep', 'change', 'change', 'end', 'resume', 'money back', 'money back'] as const)
    if (wish === 'change') {
      const other = tier === 'basic' ? 'premium' : 'basic'
      const answer = await this.#person.command('POST /api/subscription/change', { body: { tier: other } })
      this.#tellPlan(answer, other === 'premium' ? ['InvoicePaid'] : ['PlanChangeScheduled', 'TierChanged'])
    }
    if (wish === 'end' || wish === 'resume') {
      this.#tellPlan(await this.#person.command('POST /api/subscription/cancel', {}), ['CancellationScheduled', 'SubscriptionEnded'])
      if (wish === 'resume') await this.#resume()
    }
    if (wish === 'money back') {
      this.#tellPlan(await this.#person.command('POST /api/subscription/money-back', {}), ['MoneyBackClaimed'])
      if (this.#chance.happens(0.3) && (await this.#lostPlan())) await this.#buy(tier)
    }
  }

  /** Too late when the period has ended. */
  async #resume(): Promise<void> {
    try {
      this.#tellPlan(await this.#person.command('POST /api/subscription/resume', {}), ['CancellationWithdrawn'])
    } catch (error) {
      if (!isRefused(error, 'noPlan')) throw error
    }
  }

  async #lostPlan(): Promise<boolean> {
    while (!(await this.#has('free'))) await sleep(250, undefined, { signal: this.#school.signal })
    return true
  }

  #tellPlan({ consistencyToken }: Answer<unknown>, anyOf: readonly FactType[]): void {
    this.#person.tell({ kind: 'planChanged', anyOf, consistencyToken })
  }

  /** Reads that are not marked as stale must show what was written. */
  async #readBack(questionIds: readonly string[]): Promise<void> {
    const { ledger } = this.#school
    const [daily, stats] = await Promise.all([this.#read('GET /api/daily-questions'), this.#read('GET /api/user/stats')])
    if (!daily.isStale) {
      const shown = daily.body.filter(({ isCompleted }) => isCompleted).map(({ questionId }) => questionId)
      const missing = questionIds.filter((id) => !shown.includes(id))
      if (missing.length > 0) ledger.fault(`${this.#person.email} does not see the answers to ${missing.join(', ')} after writing them`)
    }
    if (!stats.isStale && stats.body.totalAnswered < questionIds.length)
      ledger.fault(`${this.#person.email} answered ${questionIds.length} questions and the figures say ${stats.body.totalAnswered}`)
  }

  #read<Key extends 'GET /api/daily-questions' | 'GET /api/user/stats'>(key: Key): Promise<Answer<CallsOf<Key>['response']>> {
    const { ledger } = this.#school
    return this.#person.insist(key, { consistencyToken: this.#person.seen } as Request<Key>).then((answer) => {
      ledger.reads += 1
      if (answer.isStale) ledger.staleReads += 1
      return answer
    })
  }
}
