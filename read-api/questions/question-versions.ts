import type { AnsweredQuestion, AnswerResult, Question } from '@medicready/domain/contract/questions'
import { choicesOf, type QuestionContent } from '@medicready/domain/questions/content'
import type { Sql } from '@medicready/platform/postgres/connection'
import { LRUCache } from 'lru-cache'

interface VersionRow {
  question_id: string
  version: number
  module: QuestionContent['module']
  question_type: QuestionContent['questionType']
  stem: string
  correct_answer: string
  distractors: QuestionContent['distractors']
  explanation: string
  clinical_pearl: string
  references: string[]
  difficulty: QuestionContent['difficulty']
  blooms_level: QuestionContent['bloomsLevel']
  guideline: QuestionContent['guideline']
  tags: QuestionContent['tags']
}

interface VersionId {
  readonly questionId: string
  readonly version: number
}

const keyOf = ({ questionId, version }: VersionId) => `${questionId}@${version}`

/** What versions of questions say. A version never changes, so it is read once and remembered. */
export class QuestionVersions {
  readonly #sql: Sql
  readonly #known = new LRUCache<string, QuestionContent>({ max: 5_000 })

  constructor(sql: Sql) {
    this.#sql = sql
  }

  async find(id: VersionId): Promise<QuestionContent | null> {
    return (await this.findAll([id])).get(keyOf(id)) ?? null
  }

  /** By `<questionId>@<version>`; a version that is not projected is missing. */
  async findAll(ids: readonly VersionId[]): Promise<ReadonlyMap<string, QuestionContent>> {
    const unknown = ids.filter((id) => !this.#known.has(keyOf(id)))
    if (unknown.length > 0) {
      const rows = await this.#sql<VersionRow[]>`
        SELECT v.question_id, v.version, module, question_type, stem, correct_answer, distractors, explanation, clinical_pearl, "references",
          difficulty, blooms_level, guideline, tags
        FROM read.question_versions v
        JOIN unnest(${unknown.map(({ questionId }) => questionId)}::uuid[], ${unknown.map(({ version }) => version)}::int[])
          AS wanted (question_id, version) ON wanted.question_id = v.question_id AND wanted.version = v.version`
      for (const row of rows) this.#known.set(keyOf({ questionId: row.question_id, version: row.version }), toContent(row))
    }
    const found = new Map<string, QuestionContent>()
    for (const id of ids) {
      const content = this.#known.get(keyOf(id))
      if (content) found.set(keyOf(id), content)
    }
    return found
  }
}

const toContent = (row: VersionRow): QuestionContent => ({
  module: row.module,
  questionType: row.question_type,
  stem: row.stem,
  correctAnswer: row.correct_answer,
  distractors: row.distractors,
  explanation: row.explanation,
  clinicalPearl: row.clinical_pearl,
  references: row.references,
  difficulty: row.difficulty,
  bloomsLevel: row.blooms_level,
  guideline: row.guideline,
  tags: row.tags,
})

/** A question as somebody sees it who has not answered it. */
export const toQuestion = ({ questionId, version }: VersionId, content: QuestionContent): Question => ({
  id: questionId,
  version,
  module: content.module,
  questionType: content.questionType,
  stem: content.stem,
  choices: choicesOf(content),
  difficulty: content.difficulty,
  bloomsLevel: content.bloomsLevel,
})

export function toAnswerResult(
  id: VersionId,
  content: QuestionContent,
  answer: { selectedAnswer: string; isCorrect: boolean },
): AnswerResult {
  const question: AnsweredQuestion = {
    ...toQuestion(id, content),
    correctAnswer: content.correctAnswer,
    explanation: content.explanation,
    rationales: content.distractors,
    clinicalPearl: content.clinicalPearl,
    references: content.references,
  }
  return { ...answer, question }
}
