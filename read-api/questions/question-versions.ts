import type { AnsweredQuestion, AnswerResult, Question } from '@medicready/domain/contract/questions'
import { choicesOf, type QuestionContent } from '@medicready/domain/questions/content'
import type { Sql } from '@medicready/platform/postgres/connection'

/** What a version of a question says never changes, so that it is read once. About 3 KB each. */
const REMEMBERED = 10_000

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
}

export interface VersionKey {
  readonly questionId: string
  readonly version: number
}

/** One version of a question, in the two forms in which it may be shown. */
export interface QuestionVersion {
  readonly asked: Question
  readonly answered: AnsweredQuestion
}

/** The answer as it may be shown: with the question's secrets, because it was given. */
export const answerResult = (version: QuestionVersion, answer: { selectedAnswer: string; isCorrect: boolean }): AnswerResult => ({
  isCorrect: answer.isCorrect,
  selectedAnswer: answer.selectedAnswer,
  question: version.answered,
})

const nameOf = ({ questionId, version }: VersionKey): string => `${questionId}@${version}`

export class QuestionVersions {
  readonly #sql: Sql
  readonly #remembered = new Map<string, QuestionVersion>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  /** Looks up versions, all that are not remembered in one query. */
  async find(keys: readonly VersionKey[]): Promise<(key: VersionKey) => QuestionVersion | undefined> {
    const missing = keys.filter((key) => !this.#remembered.has(nameOf(key)))
    const found = new Map(keys.flatMap((key) => entryOf(nameOf(key), this.#remembered.get(nameOf(key)))))
    if (missing.length > 0) {
      const ids = missing.map(({ questionId }) => questionId)
      const versions = missing.map(({ version }) => version)
      const rows = await this.#sql<VersionRow[]>`
        SELECT v.question_id, v.version, v.module, v.question_type, v.stem, v.correct_answer, v.distractors, v.explanation, v.clinical_pearl,
          v."references", v.difficulty, v.blooms_level
        FROM unnest(${ids}::uuid[], ${versions}::int[]) AS wanted(question_id, version)
        JOIN read.question_versions v ON v.question_id = wanted.question_id AND v.version = wanted.version`
      for (const row of rows) {
        const name = nameOf({ questionId: row.question_id, version: row.version })
        const version = toVersion(row)
        found.set(name, version)
        this.#remembered.set(name, version)
      }
      for (const oldest of this.#remembered.keys()) {
        if (this.#remembered.size <= REMEMBERED) break
        this.#remembered.delete(oldest)
      }
    }
    return (key) => found.get(nameOf(key))
  }
}

const entryOf = (name: string, version: QuestionVersion | undefined): [string, QuestionVersion][] => (version ? [[name, version]] : [])

function toVersion(row: VersionRow): QuestionVersion {
  const asked: Question = {
    id: row.question_id,
    version: row.version,
    module: row.module,
    questionType: row.question_type,
    stem: row.stem,
    choices: choicesOf({ correctAnswer: row.correct_answer, distractors: row.distractors }),
    difficulty: row.difficulty,
    bloomsLevel: row.blooms_level,
  }
  return {
    asked,
    answered: {
      ...asked,
      correctAnswer: row.correct_answer,
      explanation: row.explanation,
      rationales: row.distractors,
      clinicalPearl: row.clinical_pearl,
      references: row.references,
    },
  }
}
