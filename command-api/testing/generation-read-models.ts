import type { QuestionContent } from '@medicready/domain/questions/content'
import { correctAnswerOf } from '@medicready/domain/questions/item'
import type { Sql } from '@medicready/platform/postgres/connection'

/**
 * The columns of the read models that choose what to generate, as the projector has them, for tests to fill by hand.
 */
export async function createReadModels(sql: Sql): Promise<void> {
  await sql`CREATE TABLE read.questions (
    id uuid PRIMARY KEY, version int NOT NULL, module text NOT NULL, stem text NOT NULL, scenario jsonb, item jsonb NOT NULL, correct_answer text NOT NULL, difficulty text NOT NULL,
    blooms_level text NOT NULL, guideline jsonb NOT NULL, tags jsonb NOT NULL, is_active boolean NOT NULL, is_pilot boolean NOT NULL, created_at timestamptz NOT NULL)`
  await sql`CREATE TABLE read.question_deliveries (user_id uuid NOT NULL, question_id uuid NOT NULL, PRIMARY KEY (user_id, question_id))`
  await sql`CREATE TABLE read.study_days (user_id uuid NOT NULL, date date NOT NULL, PRIMARY KEY (user_id, date))`
  await sql`CREATE TABLE read.user_modules (user_id uuid NOT NULL, module text NOT NULL, is_active boolean NOT NULL)`
  await sql`CREATE TABLE read.generation_days (date date PRIMARY KEY, is_open boolean NOT NULL)`
  await sql`CREATE TABLE read.question_statistics (
    question_id uuid NOT NULL, version int NOT NULL, answers int NOT NULL, correct_answers int NOT NULL, total_time_seconds int NOT NULL,
    discrimination double precision, choices jsonb NOT NULL, PRIMARY KEY (question_id, version))`
}

export async function insertQuestion(
  sql: Sql,
  id: string,
  content: QuestionContent,
  { createdAt = '2026-01-01T00:00:00Z', isPilot = false } = {},
): Promise<void> {
  const { module, stem, scenario, item, difficulty, bloomsLevel, guideline, tags } = content
  await sql`
    INSERT INTO read.questions (id, version, module, stem, scenario, item, correct_answer, difficulty, blooms_level, guideline, tags, is_active, is_pilot,
      created_at)
    VALUES (${id}, 1, ${module}, ${stem}, ${scenario && sql.json(scenario)}, ${sql.json(item)}, ${correctAnswerOf(item)}, ${difficulty}, ${bloomsLevel}, ${sql.json(guideline)},
      ${sql.json(tags)}, true, ${isPilot}, ${createdAt})`
}
