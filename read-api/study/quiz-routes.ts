import type { quizCalls } from '@medicready/domain/contract/study/quizzes'
import type { ModuleName } from '@medicready/domain/questions/shown/modules'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import { type OwnHistory, QuizBank } from '@medicready/domain/study/quiz-bank'
import type { Sql } from '@medicready/platform/postgres/connection'
import { Remembered } from '@medicready/platform/remembered'
import { catalogChanges, quizQuestions } from '@medicready/projector/read-models/study/catalog-queries'
import { modulesOf } from '@medicready/projector/read-models/study/day-queries'
import { deliveredTo, markedQuestionsOf, quizPresetsOf } from '@medicready/projector/read-models/study/session-queries'
import type { Routes } from '../read-dependencies.ts'
import { disclosing } from './disclosures.ts'

export const quizRoutes: Routes<typeof quizCalls> = ({ sql, reading, disclosures }) => {
  const bank = quizBankOf(sql)
  return {
    'GET /api/quizzes/matching': reading(
      [...bankQueries, modulesOf, deliveredTo, markedQuestionsOf, ...disclosing],
      async ({ query: { filter }, identity: { userId } }) => {
        const [all, modules, own, { withheld }] = await Promise.all([
          bank.current(),
          quizModules(sql, userId, filter),
          ownHistories(sql, userId, filter),
          disclosures.to(userId),
        ])
        return all.count({ modules, filter, own, withheld })
      },
    ),

    'GET /api/quizzes/topics': reading(bankQueries, async () => [...(await bank.current()).topics]),

    'GET /api/quizzes/presets': reading([quizPresetsOf], async ({ identity: { userId } }) => {
      const [row] = await quizPresetsOf(sql, userId)
      return (row?.presets ?? []).toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    }),
  }
}

const bankQueries = [catalogChanges, quizQuestions]

export const quizBankOf = (sql: Sql): Remembered<QuizBank> =>
  new Remembered(
    async () => (await catalogChanges(sql))[0]?.changes ?? 0,
    async () => new QuizBank(await quizQuestions(sql)),
  )

async function quizModules(sql: Sql, userId: string, filter: QuizFilter): Promise<ModuleName[]> {
  if (filter.modules.length > 0) return [...new Set(filter.modules)]
  const selected = await modulesOf(sql, [userId])
  return selected.filter(({ is_active }) => is_active).map(({ module }) => module)
}

const nothingYet: OwnHistory = { isMissed: false, isFlagged: false, isSlow: false, isGuessed: false }

export async function ownHistories(sql: Sql, userId: string, { histories }: QuizFilter): Promise<Map<string, OwnHistory>> {
  const [givenRows, markedRows] = await Promise.all([
    histories.includes('new') ? deliveredTo(sql, userId) : [],
    histories.some((history) => history !== 'new') ? markedQuestionsOf(sql, userId) : [],
  ])
  const own = new Map((givenRows[0]?.ids ?? []).map((questionId) => [questionId, nothingYet]))
  for (const row of markedRows) own.set(row.questionId, row)
  return own
}
