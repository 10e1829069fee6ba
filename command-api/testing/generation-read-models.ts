import type { QuestionContent } from '@medicready/domain/questions/content/content'
import type { Sql } from '@medicready/platform/postgres/connection'
import type { RowOf } from '@medicready/projector/read-models/definition'
import { generationDays } from '@medicready/projector/read-models/questions/generation-days'
import { questionStatistics } from '@medicready/projector/read-models/questions/question-statistics'
import { questions } from '@medicready/projector/read-models/questions/questions'
import { studyDays } from '@medicready/projector/read-models/study/study-days'
import { userModules } from '@medicready/projector/read-models/study/user-modules'
import { createReadTables } from '@medicready/projector/testing/read-tables'

export const createReadModels = (sql: Sql) => createReadTables(sql, questions, studyDays, userModules, generationDays, questionStatistics)

type QuestionRow = RowOf<typeof questions.tables.questions>

export const questionRow = (id: string, content: QuestionContent, rest: Partial<QuestionRow> = {}): Partial<QuestionRow> => {
  const { module, stem, scenario, item, difficulty, bloomsLevel: blooms_level, guideline, tags } = content
  return { id, version: 1, module, stem, scenario, item, difficulty, blooms_level, guideline, tags, is_active: true, ...rest }
}
