import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { Sql } from '@medicready/platform/postgres/connection'
import { generationDays } from '@medicready/projector/read-models/questions/generation-days'
import { questionStatistics } from '@medicready/projector/read-models/questions/question-statistics'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { userModules } from '@medicready/projector/read-models/study/user-modules'
import { createReadTables } from '@medicready/projector/testing/read-tables'

export const createReadModels = (sql: Sql): Promise<void> =>
  createReadTables(sql, questions, studyDays, userModules, generationDays, questionStatistics)

export async function insertQuestion(
  sql: Sql,
  id: string,
  content: QuestionContent,
  { createdAt = '2026-01-01T00:00:00Z', isPilot = false } = {},
): Promise<void> {
  const { module, stem, scenario, item, difficulty, bloomsLevel, guideline, tags } = content
  await sql`
    INSERT INTO read.questions (id, version, module, stem, scenario, item, difficulty, blooms_level, guideline, tags, is_active, is_pilot,
      created_at)
    VALUES (${id}, 1, ${module}, ${stem}, ${scenario && sql.json(scenario)}, ${sql.json(item)}, ${difficulty}, ${bloomsLevel},
      ${sql.json(guideline)}, ${sql.json(tags)}, true, ${isPilot}, ${createdAt})`
}
