import type { DescribedFact, labCalls } from '@medicready/domain/contract/lab/facts'
import type { queryCalls } from '@medicready/domain/contract/lab/queries'
import { readDictionary } from '@medicready/domain/dictionary'
import { Rejection } from '@medicready/domain/refusals/rejection'
import { foldersOf } from '@medicready/projector/read-models/all'
import { countsOfFacts } from '@medicready/projector/read-models/lab/fact-count-queries'
import { savedQueriesByName } from '@medicready/projector/read-models/lab/saved-query-queries'
import type { Routes } from '../read-dependencies.ts'

const MOST_SAVED_QUERIES = 1_000
const none = { count: 0, firstAt: null, lastAt: null }

export const labRoutes: Routes<typeof labCalls & typeof queryCalls> = ({ sql, reading }) => {
  const { facts } = readDictionary()
  const searched = facts.map((fact) => ({ fact, text: textOf(fact) }))
  const countFacts = async () => {
    const counts = new Map((await countsOfFacts(sql)).map(({ type, ...count }) => [type, count]))
    return <Fact extends { readonly type: string }>(fact: Fact) => ({ ...fact, ...(counts.get(fact.type) ?? none) })
  }
  return {
    'GET /api/analyst/facts': reading([countsOfFacts], async ({ query }) => {
      const words = query.search.toLowerCase().split(/\s+/)
      const found = searched.filter(({ text }) => words.every((word) => text.includes(word)))
      return found.map(({ fact }) => fact).map(await countFacts())
    }),

    'GET /api/analyst/facts/{type}': reading([countsOfFacts], async ({ params }) => {
      const fact = facts.find(({ type }) => type === params.type)
      if (!fact) throw new Rejection('routeNotFound')
      const counted = await countFacts()
      return { ...counted(fact), readModels: [...foldersOf(fact.type)] }
    }),

    'GET /api/analyst/saved-queries': reading([savedQueriesByName], async ({ identity: { userId } }) => {
      const rows = await savedQueriesByName(sql, MOST_SAVED_QUERIES)
      return rows.map(({ query_id: id, user_id, saved_at: savedAt, ...query }) => ({ ...query, id, savedAt, isOwn: user_id === userId }))
    }),
  }
}

const textOf = ({ type, meaning, fields }: DescribedFact): string =>
  [type, meaning, ...fields.flatMap(({ path, about }) => [path, about])].join('\n').toLowerCase()
