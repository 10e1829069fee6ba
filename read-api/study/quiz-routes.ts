import type { quizCalls } from '@medicready/domain/contract/quizzes'
import type { ModuleName } from '@medicready/domain/study/modules'
import type { QuizFilter } from '@medicready/domain/study/quiz'
import { type OwnHistory, QuizBank, type QuizRow } from '@medicready/domain/study/quiz-bank'
import type { Handlers } from '@medicready/platform/http/calls'
import type { Sql } from '@medicready/platform/postgres/connection'
import { Remembered } from '@medicready/platform/remembered'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { answerHistories } from '@medicready/projector/read-models/study/answer-histories'
import { quizPresets } from '@medicready/projector/read-models/study/quiz-presets'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { userModules } from '@medicready/projector/read-models/study/user-modules'
import type { Reading } from '../reading.ts'
import { type Disclosures, disclosing } from './disclosures.ts'

interface Parts {
  sql: Sql
  reading: Reading
  disclosures: Disclosures
}

/** Quizzes of the learner's own, while they are chosen. */
export const quizRoutes = ({ sql, reading, disclosures }: Parts): Handlers<typeof quizCalls, 'read-api'> => {
  const bank = quizBankOf(sql)
  return {
    'GET /api/quizzes/matching': reading(
      [questions, studyDays, answerHistories, userModules, ...disclosing],
      async ({ query: { filter }, identity: { userId } }) => {
        const [all, modules, own, { withheld }] = await Promise.all([
          bank.current(),
          modulesOf(sql, userId, filter),
          ownHistories(sql, userId, filter),
          disclosures.to(userId),
        ])
        return all.count({ modules, filter, own, withheld })
      },
    ),

    'GET /api/quizzes/topics': reading([questions], async () => [...(await bank.current()).topics()]),

    'GET /api/quizzes/presets': reading([quizPresets], async ({ identity: { userId } }) => {
      const [row] = await sql<Pick<RowOf<typeof quizPresets.tables.quiz_presets>, 'presets'>[]>`
        SELECT presets FROM read.quiz_presets WHERE user_id = ${userId}`
      return (row?.presets ?? []).toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
    }),
  }
}

/** All that may be drawn, in the order in which the choice of questions has it. */
export const quizBankOf = (sql: Sql): Remembered<QuizBank> =>
  new Remembered(
    async () => (await sql<{ changes: number }[]>`SELECT changes FROM read.question_catalog`)[0]?.changes ?? 0,
    async () =>
      new QuizBank(
        await sql<QuizRow[]>`
          SELECT id AS "questionId", version AS "questionVersion", module, difficulty, item->>'kind' AS kind,
            tags->>'subTopic' AS "subTopic", tags->>'judgmentStep' AS "judgmentStep",
            CASE WHEN scenario IS NOT NULL
              THEN jsonb_build_object('id', scenario->'set', 'part', scenario->'part', 'of', scenario->'of') END AS set
          FROM read.questions WHERE is_active ORDER BY id`,
      ),
  )

/** The modules that a quiz names, or the learner's own. */
async function modulesOf(sql: Sql, userId: string, filter: QuizFilter): Promise<ModuleName[]> {
  if (filter.modules.length > 0) return [...new Set(filter.modules)]
  const rows = await sql<{ module: ModuleName }[]>`SELECT module FROM read.user_modules WHERE user_id = ${userId} AND is_active`
  return rows.map(({ module }) => module)
}

const nothingYet: OwnHistory = { isMissed: false, isFlagged: false, isSlow: false, isGuessed: false }

/** What the learner has done, as far as the quiz asks about it: most ask nothing, and some only of what is marked. */
export async function ownHistories(sql: Sql, userId: string, { histories }: QuizFilter): Promise<Map<string, OwnHistory>> {
  const given =
    histories.includes('new') &&
    sql<{ ids: string[] | null }[]>`SELECT array_agg(question_id)::text[] AS ids FROM read.question_deliveries WHERE user_id = ${userId}`
  const marked =
    histories.some((history) => history !== 'new') &&
    sql<(OwnHistory & { questionId: string })[]>`
      SELECT question_id AS "questionId", is_missed AS "isMissed", is_flagged AS "isFlagged", is_slow AS "isSlow", is_guessed AS "isGuessed"
      FROM read.answer_histories WHERE user_id = ${userId} AND (is_missed OR is_flagged OR is_slow OR is_guessed)`
  const [givenRows, markedRows] = await Promise.all([given || [], marked || []])
  const own = new Map((givenRows[0]?.ids ?? []).map((questionId) => [questionId, nothingYet]))
  for (const row of markedRows) own.set(row.questionId, row)
  return own
}
