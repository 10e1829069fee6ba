import { peopleNames } from '@medicready/projector/read-models/admin/student-queries'
import { defineQuery } from '@medicready/projector/read-models/query'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Names of people by their ids, among which may be names of services. Who was erased has an empty one. */
export const namesOf = defineQuery([peopleNames], async (sql, ids: readonly (string | null)[]): Promise<ReadonlyMap<string, string>> => {
  const people = [...new Set(ids)].filter((id) => id !== null && uuid.test(id)) as string[]
  const rows = people.length === 0 ? [] : await peopleNames(sql, people)
  return new Map(rows.map(({ user_id, name }) => [user_id, name]))
})

/** Who acted: a name, empty of whoever was erased, or the service as it is called. */
export const actorIn = (names: ReadonlyMap<string, string>, actorId: string): string =>
  names.get(actorId) ?? (uuid.test(actorId) ? '' : actorId)
