import { questionIdOf } from '@medicready/command-api/questions/load-bank'
import { addDays, calendarDay } from '@medicready/domain/core/shown/calendar'
import { examAggregate, itemToAnswer } from '@medicready/domain/exams/exam'
import { answerItem, startExam } from '@medicready/domain/exams/exam-commands'
import { sharesOf } from '@medicready/domain/exams/exam-plan'
import { bookExam, examineeAggregate } from '@medicready/domain/exams/examinee'
import { drawUpPool, examPoolAggregate, poolItemOf } from '@medicready/domain/exams/pool'
import { available, passedOver, preparePool, REMEMBERED_DAYS } from '@medicready/domain/exams/prepared-pool'
import { blueprints, TODAYS_EXAM } from '@medicready/domain/exams/shown/blueprints'
import { CUT } from '@medicready/domain/exams/shown/score'
import { type BankQuestion, QuestionContent } from '@medicready/domain/questions/content/content'
import { keyOf } from '@medicready/domain/questions/content/item'
import { wrongAnswerTo } from '@medicready/domain/questions/content/testing/answers'
import { placeInSet } from '@medicready/domain/questions/delivered-question'
import type { Chance } from '@medicready/platform/testing/chance'
import { instant, type Past } from './past.ts'
import { chanceOfRight } from './people.ts'
import type { LearnerStanding } from './school.ts'

/** Less than there is for an item, so time never runs out. */
const SECONDS_AN_ITEM = 45

/** Decided item by item by the adaptive engine itself, from one pool. */
export function mockExams({ past, chance, bank, at }: { past: Past; chance: Chance; bank: readonly BankQuestion[]; at: number }) {
  const contents = new Map<string, QuestionContent>()
  const poolId = chance.uuid()
  const items = bank.map(({ id, ...entry }) => {
    const content = QuestionContent.parse(entry)
    const questionId = questionIdOf(id)
    contents.set(questionId, content)
    const { module, difficulty, bloomsLevel, tags } = content
    const { domain, judgmentStep } = tags
    const asked = { questionId, questionVersion: 1, module, set: placeInSet(content), difficulty, bloomsLevel, domain, judgmentStep }
    return poolItemOf({ ...asked, isPilot: false, rating: null }, null)
  })
  const pool = preparePool(items)
  past.decide(examPoolAggregate, poolId, drawUpPool({ poolId, calibrationId: null, items }), { actorId: 'exams', at })

  function take({ learner, met, answers }: LearnerStanding, startedAt: number): void {
    const { userId, timeZone } = learner
    const examId = chance.uuid()
    const { minItems, maxItems, minutes, pilots, stopping, balance, sets } = blueprints[TODAYS_EXAM]
    const shares = sharesOf(TODAYS_EXAM, [])
    const date = calendarDay(instant(startedAt), timeZone)
    const metOn = new Map([...met].filter(([, day]) => day >= addDays(date, -REMEMBERED_DAYS)))
    const booking = { userId, examId, bookedAt: instant(startedAt), until: instant(startedAt + minutes * 60_000), hasEnded: () => true }
    past.decide(examineeAggregate, userId, bookExam(booking), { actorId: userId, at: startedAt })
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
      pilots: Math.min(pilots, available(pool, { balance, shares }).pilots),
      stopping,
      cut: CUT,
      balance,
      shares,
      sets,
      poolId,
      calibrationId: null,
      passedOver: passedOver(pool, { balance, shares, maxItems, metOn }),
      seed: examId,
    }
    let at = startedAt
    let state = past.decide(examAggregate, examId, startExam(plan, pool), { actorId: userId, at })
    for (let item = itemToAnswer(state); item; item = itemToAnswer(state)) {
      const content = contents.get(item.questionId)
      if (!content) throw new Error('The exam gives what is not in the bank.')
      const timeSpentSeconds = Math.min(2 * SECONDS_AN_ITEM, 10 + Math.floor(chance.exponential(SECONDS_AN_ITEM - 10)))
      at += 1_000 * timeSpentSeconds
      const isCorrect = chance.happens(chanceOfRight(learner, content, { answers, isMetAgain: false }))
      const answer = isCorrect ? keyOf(content.item) : wrongAnswerTo(content.item)
      const marked = {
        questionId: item.questionId,
        answer,
        isCorrect,
        date: calendarDay(instant(at), timeZone),
        answeredAt: instant(at),
        timeSpentSeconds,
      }
      state = past.decide(examAggregate, examId, answerItem(marked, pool), { actorId: userId, at })
    }
    past.close(examAggregate, examId)
  }

  return { take }
}
