import { type FirstLanguage, firstLanguageNames, programKey } from '@medicready/domain/accounts/background'
import type { Grouping } from '@medicready/domain/exams/compared-groups'
import type { Sql } from '@medicready/platform/postgres/connection'
import { toldBackgrounds } from '@medicready/projector/read-models/exams/calibration-queries'

/** The groups of those learners who told theirs. Languages are compared with English, programs with all others. */
export async function readGroupings(sql: Sql, learners: readonly string[]): Promise<Grouping[]> {
  const rows = await toldBackgrounds(sql)
  const told = new Map(rows.map((row) => [row.id, row]))
  return [
    {
      by: 'first_language',
      names: firstLanguageNames,
      groupOf: Int32Array.from(learners, (id) => placeOf(told.get(id)?.first_language ?? null)),
      reference: firstLanguageNames.indexOf('english'),
    },
    programs(learners.map((id) => told.get(id)?.paramedic_program ?? null)),
  ]
}

const placeOf = (language: FirstLanguage | null): number => (language === null ? -1 : firstLanguageNames.indexOf(language))

/** However people write a program, it is one, by the name that the most of them write. */
function programs(told: readonly (string | null)[]): Grouping {
  const spellings = new Map<string, Map<string, number>>()
  for (const program of told) {
    if (program === null) continue
    const counts = spellings.get(programKey(program)) ?? new Map<string, number>()
    spellings.set(programKey(program), counts.set(program, (counts.get(program) ?? 0) + 1))
  }
  const places = new Map([...spellings.keys()].map((key, place) => [key, place]))
  return {
    by: 'paramedic_program',
    names: [...spellings.values()].map(commonest),
    groupOf: Int32Array.from(told, (program) => (program === null ? -1 : (places.get(programKey(program)) ?? -1))),
    reference: null,
  }
}

const commonest = (counts: ReadonlyMap<string, number>): string => [...counts].reduce((one, other) => (other[1] > one[1] ? other : one))[0]
