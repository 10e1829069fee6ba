import { isDeepStrictEqual } from 'node:util'
import { type PaidTier, type Tier, tiers, UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import type { CallsOf } from '@medicready/domain/contract/contract'
import type { Question } from '@medicready/domain/contract/questions/questions'
import { addDays, calendarDay } from '@medicready/domain/core/shown/calendar'
import type { FactType } from '@medicready/domain/events'
import { askedItem, isRight } from '@medicready/domain/questions/content/item'
import { anyAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { moduleNames } from '@medicready/domain/questions/shown/modules'
import { STREAK_REMINDER_TIME } from '@medicready/domain/reminders/shown/rules'
import { cards, payOnPage } from '../payment-page.ts'
import { type CallAnswer, isRefused, type Request, unlessRefused } from '../product-client.ts'
import { Person } from './person.ts'

export class BusyStudent extends Person {
  async study(): Promise<void> {
    const { chance, school } = this
    await this.enter()
    const tier = chance.pick(['free', 'free', 'basic', 'basic', 'premium'] as const)
    const buys = tier !== 'free' && chance.happens(0.5)
    if (tier !== 'free') await (buys ? this.#buy(tier) : school.grantTier(this.email, tier))
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
    school.ledger.finished += 1
  }

  async #setDailyEmail(dailyEmailEnabled: boolean): Promise<void> {
    const dailyEmailTime = new Date(Date.now() + 60_000).toISOString().slice(11, 16)
    await this.command('PATCH /api/user/settings', { body: { dailyEmailEnabled, ...(dailyEmailEnabled && { dailyEmailTime }) } })
  }

  async #registerAgain(): Promise<void> {
    const { consistencyToken } = await this.command('POST /api/auth/register', { body: this.registration })
    this.tell({ kind: 'account', stream: 'account-{userId}', types: ['RegistrationRepeated'], consistencyToken })
  }

  async #chooseModules(): Promise<void> {
    const start = this.chance.below(moduleNames.length)
    const count = 1 + this.chance.below(3)
    for (let index = 0; index < count; index++) {
      const module = moduleNames[(start + index) % moduleNames.length]
      if (!module) continue
      const selected = await this.command('POST /api/user/modules', { body: { module } })
      this.#tellModule(selected)
      if (index === 0 || !this.chance.happens(0.2)) continue
      const { id } = selected.body
      this.#tellModule(await this.command('PATCH /api/user/modules/{id}', { params: { id }, body: { isActive: false } }))
    }
  }

  #tellModule({ body: { id, module, isActive }, consistencyToken }: CallAnswer<CallsOf<'POST /api/user/modules'>['response']>): void {
    const types = isActive ? (['ModuleSelected', 'ModuleReactivated'] as const) : (['ModuleDeactivated'] as const)
    this.tell({ kind: 'module', stream: 'modules-{userId}', types, says: { userModuleId: id, module }, consistencyToken })
  }

  /** Sometimes asks twice at once, under two keys: questions are still assigned once. */
  async #generate(tier: Tier): Promise<string[]> {
    const count = tiers[tier].dailyQuestions
    const times = this.chance.happens(0.3) ? 2 : 1
    const outcomes = await Promise.allSettled(
      Array.from({ length: times }, () => this.command('POST /api/daily-questions/generate', { body: { count } })),
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
      if (ids.length !== count) this.fault(`asked for ${count} questions and was told of ${ids.length}`)
      for (const id of ids) questionIds.add(id)
      this.tell({ kind: 'assigned', questionIds: ids, consistencyToken })
    }
    return [...questionIds]
  }

  async #answer(questionId: string, inSession: boolean): Promise<void> {
    const content = this.school.questions.get(questionId)
    if (!content) return this.fault(`was given ${questionId}, which the bank does not hold`)
    const given = anyAnswerTo(askedItem(content.item), (of) => this.chance.below(of))
    const timeSpent = 5 + this.chance.below(60)
    const { body, consistencyToken } = inSession
      ? await this.command('POST /api/user/responses', { body: { questionId, answer: given, timeSpent, confidence: 3 } })
      : await this.command('POST /api/questions/{id}/answer', { params: { id: questionId }, body: { answer: given, timeSpent } })
    // The first answer counts, which may be another one.
    const { answer } = body
    if (body.isWithheld) return this.fault(`takes no exam, and was not told what is right`)
    if (body.isCorrect !== isRight(content.item, answer))
      this.fault(`was told that ${body.selectedAnswer} is ${body.isCorrect ? 'right' : 'wrong'}`)
    const says = { questionId, answer, isCorrect: body.isCorrect }
    this.tell({ kind: 'answer', stream: 'studyDay-{userId}_', types: ['AnswerSubmitted'], says, consistencyToken })
  }

  /**
   * Answers questions that were never drawn: allowed up to the limit, and unless they are withdrawn. Parts of sets are
   * never drawn this way.
   */
  async #askForMore(tier: Tier, drawn: readonly string[]): Promise<void> {
    const others = [...this.school.questions].filter(([id, { scenario }]) => scenario === null && !drawn.includes(id))
    const [questionId] = this.chance.pick(others)
    try {
      await this.#answer(questionId, false)
      if (tiers[tier].dailyLimit !== UNLIMITED) this.fault(`(${tier}) got a question beyond the limit`)
    } catch (error) {
      if (isRefused(error, 'questionNotFound'))
        // Enough others reported it.
        this.tell({ kind: 'withdrawn', stream: `question-${questionId}`, types: ['QuestionWithdrawn'], consistencyToken: null })
      else if (isRefused(error, 'dailyLimitReached') && tier !== 'premium')
        this.tell({ kind: 'limited', questionId, consistencyToken: null })
      else throw error
    }
  }

  async #requestReview(questionId: string): Promise<void> {
    const { consistencyToken } = await this.command('POST /api/questions/{id}/request-review', {
      params: { id: questionId },
      body: { reason: 'The stem could be clearer.' },
    })
    this.tell({ kind: 'review', stream: `question-${questionId}`, types: ['QuestionReviewRequested'], consistencyToken })
  }

  async #takeExam(): Promise<void> {
    const { body, consistencyToken } = await this.#startExam()
    const { examId } = body
    this.tell({ kind: 'exam', stream: `exam-${examId}`, types: ['ExamStarted'], consistencyToken })
    if (this.chance.happens(0.3)) await this.#startAnother(examId)
    const leftAfter = this.chance.happens(0.3) ? this.chance.below(10) : Number.POSITIVE_INFINITY
    let question: Question | null = await this.#firstOf(examId)
    for (let answered = 0; question !== null && answered < leftAfter; answered++) question = await this.#answerInExam(examId, question)
  }

  #startExam() {
    return this.command('POST /api/practice-exams/start', {
      body: { examType: 'weak_areas', targetModules: [], blueprint: 'national_registry' },
    })
  }

  async #startAnother(examId: string): Promise<void> {
    const another = await unlessRefused('examInProgress', this.#startExam())
    if (another) this.fault(`started the exam ${another.body.examId} while ${examId} went on`)
  }

  async #firstOf(examId: string): Promise<Question> {
    for (;;) {
      const request = { params: { examId }, consistencyToken: this.seen }
      const shown = await unlessRefused('examNotFound', this.insist('GET /api/practice-exams/{examId}/questions', request))
      const waiting = shown?.body.find(({ isAnswered }) => !isAnswered)
      if (waiting) return waiting.asked
      await this.wait(100)
    }
  }

  /** Sometimes two answers come at once, under two keys: the first counts, and both are told the same. */
  async #answerInExam(examId: string, { id: questionId, item }: Question): Promise<Question | null> {
    const times = this.chance.happens(0.15) ? 2 : 1
    const [first, other] = await Promise.all(
      Array.from({ length: times }, () =>
        this.command('POST /api/practice-exams/{examId}/answer', {
          params: { examId },
          body: { questionId, answer: anyAnswerTo(item, (of) => this.chance.below(of)), timeSpentSeconds: 5 },
        }),
      ),
    )
    if (!first) throw new Error('Nothing was sent.')
    const { body, consistencyToken } = first
    if (other && !isDeepStrictEqual(other.body, body))
      this.fault(`answered ${questionId} twice and was told ${JSON.stringify([body, other.body])}`)
    const told = { kind: 'exam', stream: `exam-${examId}`, consistencyToken } as const
    this.tell({ ...told, types: ['ExamAnswered'], says: { questionId } })
    if (body.examCompleted) this.tell({ ...told, types: ['ExamCompleted'] })
    return body.nextQuestion?.asked ?? null
  }

  async #buy(tier: PaidTier): Promise<void> {
    await this.#pay(tier, this.chance.pick([cards.pays, cards.asksItsHolder]))
    for (let looks = 1; !(await this.#has(tier)); looks++) {
      // Asks to pay once more while waiting, which must be refused.
      if (looks % 8 === 0 && (await this.#checkoutPage(tier)) !== null && !(await this.#has(tier)))
        this.fault(`has paid for ${tier} and is asked to pay again`)
      await this.wait(250)
    }
  }

  async #has(tier: Tier): Promise<boolean> {
    const { body } = await this.insist('GET /api/subscription/status', { consistencyToken: this.seen })
    return body.subscriptionTier === tier
  }

  async #pay(tier: PaidTier, card: string): Promise<void> {
    for (;;) {
      const address = await this.#checkoutPage(tier)
      if (address === null) return this.fault(`is told of a plan before paying for one`)
      if (await payOnPage(address, card, this.school)) return
    }
  }

  /** Sometimes clicks twice, or asks for another plan first. Null where there is a plan. */
  async #checkoutPage(tier: PaidTier): Promise<string | null> {
    const open = (wanted: PaidTier) =>
      unlessRefused('planExists', this.command('POST /api/subscription/checkout', { body: { tier: wanted } }))
    if (this.chance.happens(0.2) && !(await open(tier === 'basic' ? 'premium' : 'basic'))) return null
    return (await open(tier))?.body.url ?? null
  }

  async #changeMind(tier: PaidTier): Promise<void> {
    const wish = this.chance.pick(['keep', 'change', 'change', 'end', 'resume', 'money back', 'money back'] as const)
    if (wish === 'change') {
      const other = tier === 'basic' ? 'premium' : 'basic'
      const answer = await this.command('POST /api/subscription/change', { body: { tier: other } })
      this.#tellPlan(answer, other === 'premium' ? ['InvoicePaid'] : ['PlanChangeScheduled', 'TierChanged'])
    }
    if (wish === 'end' || wish === 'resume') {
      this.#tellPlan(await this.command('POST /api/subscription/cancel', {}), ['CancellationScheduled', 'SubscriptionEnded'])
      // Too late when the period has ended.
      const resumed = wish === 'resume' && (await unlessRefused('noPlan', this.command('POST /api/subscription/resume', {})))
      if (resumed) this.#tellPlan(resumed, ['CancellationWithdrawn'])
    }
    if (wish === 'money back') {
      this.#tellPlan(await this.command('POST /api/subscription/money-back', {}), ['MoneyBackClaimed'])
      if (!this.chance.happens(0.3)) return
      while (!(await this.#has('free'))) await this.wait(250)
      await this.#buy(tier)
    }
  }

  #tellPlan({ consistencyToken }: CallAnswer<unknown>, types: readonly FactType[]): void {
    this.tell({ kind: 'plan', stream: 'subscription-{userId}', types, consistencyToken })
  }

  /** Reads that are not marked as stale must show what was written. */
  async #readBack(questionIds: readonly string[]): Promise<void> {
    const [daily, stats] = await Promise.all([this.#read('GET /api/daily-questions'), this.#read('GET /api/user/stats')])
    if (!daily.isStale) {
      const shown = daily.body.filter(({ isCompleted }) => isCompleted).map(({ questionId }) => questionId)
      const missing = questionIds.filter((id) => !shown.includes(id))
      if (missing.length > 0) this.fault(`does not see the answers to ${missing.join(', ')} after writing them`)
    }
    if (!stats.isStale && stats.body.totalAnswered < questionIds.length)
      this.fault(`answered ${questionIds.length} questions and the figures say ${stats.body.totalAnswered}`)
  }

  async #read<Key extends 'GET /api/daily-questions' | 'GET /api/user/stats'>(key: Key): Promise<CallAnswer<CallsOf<Key>['response']>> {
    const { ledger } = this.school
    const answer = await this.insist(key, { consistencyToken: this.seen } as Request<Key>)
    ledger.reads += 1
    if (answer.isStale) ledger.staleReads += 1
    return answer
  }
}

/** How a push service answers: mostly at once, sometimes slowly or with errors. */
const stays = [null, null, { milliseconds: 400 }, { milliseconds: 1_500 }, { status: 503, times: 1 }] as const
const behaviours = [...stays, { status: 410 }] as const

/** Studied yesterday, adds devices in the evening, and does not return: due a reminder of the streak. */
export class BusySubscriber extends Person {
  async lookIn(): Promise<void> {
    const { chance, school } = this
    await this.enter()
    await school.studiedOn(this.email, addDays(calendarDay(new Date().toISOString(), this.registration.timeZone), -1))
    const newDevice = await this.takeNotifications()
    // The first device stays, so that everyone gets something.
    const devices = Array.from({ length: 1 + chance.below(3) }, (_, index) => newDevice(chance.pick(index === 0 ? stays : behaviours)))
    for (const device of devices) await this.subscribe(device)
    const [first, ...others] = devices
    const wish = chance.pick(['keep', 'keep', 'keep', 'move', 'stop'] as const)
    if (first && wish === 'move') await this.subscribe(newDevice(null), first)
    const last = others.at(-1)
    if (last && wish === 'stop') await this.command('POST /api/push/unsubscribe', { body: { endpoint: last.endpoint } })
    school.ledger.finished += 1
  }
}

/** Where the reminder of a streak has just become due. */
export function whereItIsEvening(now: Date): string {
  const east = (Number(STREAK_REMINDER_TIME.slice(0, 2)) - now.getUTCHours() + 24) % 24
  // In these names, what lies west of Greenwich has a plus sign.
  return east <= 12 ? `Etc/GMT-${east}` : `Etc/GMT+${24 - east}`
}
