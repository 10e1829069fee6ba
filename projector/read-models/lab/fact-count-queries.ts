import { type Camel, defineQuery } from '../query.ts'
import { factCounts } from './fact-counts.ts'

export const countsOfFacts = defineQuery(
  [factCounts],
  (sql) => sql<Camel<typeof factCounts.tables.fact_counts, 'type' | 'count' | 'first_at' | 'last_at'>[]>`
    SELECT type, count, first_at AS "firstAt", last_at AS "lastAt" FROM read.fact_counts`,
)
