import { tiers, UNLIMITED } from '@medicready/domain/billing/shown/tiers'
import type { cardCalls, ReviewCard } from '@medicready/domain/contract/study/cards'
import { addDays } from '@medicready/domain/core/shown/calendar'
import { LEECH_LAPSES, recallOn, spreadOver } from '@medicready/domain/study/cards/card'
import { type MemoryModel, modelWith } from '@medicready/domain/study/cards/memory'
import { MAX_QUIZ_QUESTIONS } from '@medicready/domain/study/quiz'
import { pageAfter, pageOf } from '@medicready/platform/http/page'
import {
  type CardContext,
  cardPage,
  cardsOf,
  dueByDay,
  dueByModule,
  latestReviewOf,
  mostUrgentCards,
  nextDueDay,
  retentionOf,
  reviewerOf,
  type ShownCard,
} from '@medicready/projector/read-models/study/card-queries'
import { z } from 'zod'
import type { Routes } from '../read-dependencies.ts'
import { camelled, known } from '../reading.ts'
import { possibleToday, todayOf } from './account-days.ts'
import { disclosing } from './disclosures.ts'

const FORECAST_DAYS = 30

interface Account extends CardContext {
  readonly dailyLimit: number
  readonly leftToday: number
  readonly model: MemoryModel
}

const CardKey = z.tuple([z.iso.date(), z.uuid()])

export const cardRoutes: Routes<typeof cardCalls> = ({ sql, clock, reading, disclosures }) => {
  const accountQueries = [...disclosing, reviewerOf]

  async function accountOf(userId: string): Promise<Account> {
    const now = clock()
    const [[row], { withheld }] = await Promise.all([reviewerOf(sql, { userId, ...possibleToday(now) }), disclosures.to(userId)])
    const account = known(row)
    const today = todayOf(account, now)
    const { dailyLimit } = tiers[account.subscription_tier]
    const delivered = account.days?.find(({ date }) => date === today)?.delivered ?? 0
    return {
      userId,
      today,
      examDate: account.exam_date !== null && account.exam_date >= today ? account.exam_date : null,
      withheld: [...withheld],
      dailyLimit,
      leftToday: dailyLimit === UNLIMITED ? Number.POSITIVE_INFINITY : Math.max(0, dailyLimit - delivered),
      model: modelWith(account.parameters),
    }
  }

  const toCard =
    ({ today, model }: Account) =>
    (row: ShownCard): ReviewCard => ({
      ...camelled(row),
      lastSeen: row.last_review_date,
      recall: recallOn(camelled(row), today, model),
      isLeech: row.lapses >= LEECH_LAPSES,
      isSuspended: !row.is_active,
      changed: row.guideline && { guideline: row.guideline.name, year: row.guideline.year },
    })

  async function shownCards(account: Account, questionIds: readonly string[]): Promise<ReviewCard[]> {
    if (questionIds.length === 0) return []
    const rows = await cardsOf(sql, { ...account, questionIds })
    const found = new Map(rows.map((row) => [row.question_id, row]))
    return questionIds.flatMap((id) => found.get(id) ?? []).map(toCard(account))
  }

  return {
    'GET /api/review/due': reading(
      [...accountQueries, dueByModule, mostUrgentCards, cardsOf, nextDueDay, latestReviewOf],
      async ({ identity }) => {
        const account = await accountOf(identity.userId)
        // Each query looks through the due cards itself; keeping them for both would take longer.
        const [modules, mostUrgent, [latest]] = await Promise.all([
          dueByModule(sql, account),
          mostUrgentCards(sql, { ...account, limit: MAX_QUIZ_QUESTIONS }),
          latestReviewOf(sql, account),
        ])
        const due = modules.reduce((sum, module) => sum + module.due, 0)
        const dueToday = Math.min(due, account.leftToday)
        return {
          today: account.today,
          due,
          dueToday,
          modules,
          cards: await shownCards(
            account,
            mostUrgent.slice(0, dueToday).map((row) => row.question_id),
          ),
          nextDueOn: due > 0 ? null : ((await nextDueDay(sql, account))[0]?.next ?? null),
          undoable: latest?.isUndoable ? { questionId: latest.questionId, reviewId: latest.reviewId } : null,
        }
      },
    ),

    'GET /api/review/forecast': reading([...accountQueries, dueByDay], async ({ identity }) => {
      const account = await accountOf(identity.userId)
      const { today, examDate, dailyLimit, leftToday } = account
      const rows = await dueByDay(sql, { ...account, last: addDays(today, FORECAST_DAYS - 1) })
      const due = new Map(rows.map((row) => [row.due_on, row.due]))
      const dates = Array.from({ length: FORECAST_DAYS }, (_, index) => addDays(today, index))
      const room = (index: number) => (index === 0 ? leftToday : dailyLimit === UNLIMITED ? Number.POSITIVE_INFINITY : dailyLimit)
      const spread = spreadOver(
        dates.map((date) => due.get(date) ?? 0),
        room,
      )
      return { days: dates.map((date, index) => ({ date, due: spread[index] ?? 0 })), examDate }
    }),

    'GET /api/review/retention': reading([...disclosing, retentionOf], async ({ identity: { userId } }) => {
      const { withheld } = await disclosures.to(userId)
      return retentionOf(sql, { userId, withheld: [...withheld] })
    }),

    'GET /api/review/cards': reading([...accountQueries, cardPage], async ({ identity, query }) => {
      const account = await accountOf(identity.userId)
      const rows = await cardPage(sql, { ...account, state: query.state, ...pageAfter(query, CardKey) })
      return pageOf(rows, query, { item: toCard(account), sortKey: ({ due_on, question_id }) => [due_on, question_id] })
    }),
  }
}
