import type { queryCalls } from '@medicready/domain/contract/lab/queries'
import { deleteQuery, queryNamed, savedQueriesAggregate, saveQuery } from '@medicready/domain/lab/saved-queries'
import { noteAction } from '../admin/students.ts'
import { idFrom } from '../command-context.ts'
import type { CommandHandlers, RouteDeps } from '../request-context.ts'

export const labRoutes = (deps: RouteDeps): CommandHandlers<typeof queryCalls> => ({
  'GET /api/analyst/export': () => deps.exportQueries.describe(),

  'POST /api/analyst/queries': async ({ body: { sql }, identity: { userId: by }, context }) => {
    const { exportId, folder } = await deps.exportQueries.latest()
    await noteAction(deps, { type: 'ExportQueried', data: { by, exportId, sql } }, context)
    return deps.exportQueries.answer(by, folder, sql)
  },

  'POST /api/analyst/queries/stop': async ({ identity: { userId } }) => {
    deps.exportQueries.stop(userId)
    return { stopped: true }
  },

  'POST /api/analyst/saved-queries': async ({ body, identity: { userId }, context }) => {
    const command = saveQuery({ ...body, userId, queryId: idFrom(context, 'saved query') })
    const { state } = await deps.commands.execute(savedQueriesAggregate, userId, command, context)
    return { id: queryNamed(state, body.name)?.queryId ?? '' }
  },

  'DELETE /api/analyst/saved-queries/{id}': async ({ params: { id: queryId }, identity: { userId }, context }) => {
    await deps.commands.execute(savedQueriesAggregate, userId, deleteQuery({ userId, queryId }), context)
    return { deleted: true }
  },
})
