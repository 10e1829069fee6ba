import type { Sql } from '@medicready/platform/postgres/connection'
import type { Checkpoints } from './checkpoints.ts'
import type { QuestionVersions } from './questions/question-versions.ts'

/** What every room of the read API stands on. */
export interface ReadParts {
  readonly sql: Sql
  readonly checkpoints: Checkpoints
  readonly versions: QuestionVersions
  /** Tells the time, ISO 8601 in UTC. */
  readonly clock: () => string
}
