import { questionIdOf } from '@medicready/command-api/questions/load-bank'
import { addDays, calendarDay } from '@medicready/domain/core/calendar'
import { blueprints, TODAYS_EXAM } from '@medicready/domain/exams/blueprints'
import { exam, itemToAnswer } from '@medicready/domain/exams/exam'
import { answerItem, startExam } from '@medicready/domain/exams/exam-commands'
import { sharesOf } from '@medicready/domain/exams/exam-plan'
import { bookExam, examinee } from '@medicready/domain/exams/examinee'
import { drawUpPool, examPool, poolItemOf } from '@medicready/domain/exams/pool'
import { available, type PreparedPool, passedOver, preparePool, REMEMBERED_DAYS } from '@medicready/domain/exams/prepared-pool'
import { CUT } from '@medicready/domain/exams/score'
import { type BankQuestion, QuestionContent } from '@medicready/domain/questions/content'
import { placeInSet } from '@medicready/domain/questions/delivered-question'
import { keyOf } from '@medicready/domain/questions/item'
import { wrongAnswerTo } from '@medicready/domain/questions/testing/answers'
import type { Chance } from '@medicready/platform/testing/chance'
import { chanceOfRight } from './learner.ts'
import type { Past } from './past.ts'
import type { Standing } from './school.ts'

/** Less than there is for an item, so time never runs out. */
const SECONDS_AN_ITEM = 45

const instant = (at: number): string => new Date(at).toISOString()

/** Decided item by item by the adaptive engine itself, from one pool. */
export class MockExams {
  readonly #past: Past
  readonly #chance: Chance
  readonly #contents = new Map<string, QuestionContent>()
  readonly #poolId: string
  readonly #pool: PreparedPool

  constructor({ past, chance, bank, at }: { past: Past; chance: Chance; bank: readonly BankQuestion[]; at: number }) {
    this.#past = past
    this.#chance = chance
    this.#poolId = chance.uuid()
    const items = bank.map(({ id, ...entry }) => {
      const content = QuestionContent.parse(entry)
      const questionId = questionIdOf(id)
      this.#contents.set(questionId, content)
      const { module, difficulty, bloomsLevel, tags } = content
      const { domain, judgmentStep } = tags
      const asked = { questionId, questionVersion: 1, module, set: placeInSet(content), difficulty, bloomsLevel, domain, judgmentStep }
      return poolItemOf({ ...asked, isPilot: false, rating: null }, null)
    })
    this.#pool = preparePool(items)
    past.decide(examPool, this.#poolId, drawUpPool({ poolId: this.#poolId, calibrationId: null, items }), { actorId: 'exams', at })
  }

  take({ learner, met, answers }: Standing, startedAt: number): void {
    const { userId, timeZone } = learner
    const examId = this.#chance.uuid()
    const { minItems, maxItems, minutes, pilots, stopping, balance, sets } = blueprints[TODAYS_EXAM]
    const shares = sharesOf(TODAYS_EXAM, [])
    const date = calendarDay(instant(startedAt), timeZone)
    const metOn = new Map([...met].filter(([, day]) => day >= addDays(date, -REMEMBERED_DAYS)))
    const booking = { userId, examId, bookedAt: instant(startedAt), until: instant(startedAt + minutes * 60_000), hasEnded: () => true }
    this.#past.decide(examinee, userId, bookExam(booking), { actorId: userId, at: startedAt })
    const plan = {
      userId,
      examId,
      date,
      examType: 'full_exam' as const,
      targetModules: [],
      blueprint: TODAYS_EXAM,
      startedAt: instant(startedAt),
      seconds: minutes * 60,
      minItems,
      maxItems,
      pilots: Math.min(pilots, available(this.#pool, { balance, shares }).pilots),
      stopping,
      cut: CUT,
      balance,
      shares,
      sets,
      poolId: this.#poolId,
      calibrationId: null,
      passedOver: passedOver(this.#pool, { balance, shares, maxItems, metOn }),
      seed: examId,
    }
    let at = startedAt
    let state = this.#past.decide(exam, examId, startExam(plan, this.#pool), { actorId: userId, at })
    for (let item = itemToAnswer(state); item; item = itemToAnswer(state)) {
      const content = this.#contents.get(item.questionId)
      if (!content) throw new Error('The exam gives what is not in the bank.')
      const timeSpentSeconds = Math.min(2 * SECONDS_AN_ITEM, 10 + Math.floor(this.#chance.exponential(SECONDS_AN_ITEM - 10)))
      at += 1_000 * timeSpentSeconds
      const isCorrect = this.#chance.happens(chanceOfRight(learner, content, { answers, isMetAgain: false }))
      const answer = isCorrect ? keyOf(content.item) : wrongAnswerTo(content.item)
      const marked = {
        questionId: item.questionId,
        answer,
        isCorrect,
        date: calendarDay(instant(at), timeZone),
        answeredAt: instant(at),
        timeSpentSeconds,
      }
      state = this.#past.decide(exam, examId, answerItem(marked, this.#pool), { actorId: userId, at })
    }
    this.#past.close(exam, examId)
  }
}
