import type { labCalls } from '@medicready/domain/contract/lab/facts'
import { readDictionary } from '@medicready/domain/dictionary'
import { foldersOf } from '@medicready/projector/read-models/all'
import { countsOfFacts } from '@medicready/projector/read-models/lab/fact-count-queries'
import type { Routes } from '../read-dependencies.ts'

export const labRoutes: Routes<typeof labCalls> = ({ sql, reading }) => {
  const { facts, shapes } = readDictionary()
  return {
    'GET /api/analyst/facts': reading([countsOfFacts], async () => {
      const counts = new Map((await countsOfFacts(sql)).map(({ type, ...count }) => [type, count]))
      const none = { count: 0, firstAt: null, lastAt: null }
      return {
        facts: facts.map((fact) => ({ ...fact, readModels: [...foldersOf(fact.type)], ...(counts.get(fact.type) ?? none) })),
        shapes,
      }
    }),
  }
}
