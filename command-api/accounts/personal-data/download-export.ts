import { Readable } from 'node:stream'
import { accountAggregate } from '@medicready/domain/accounts/account'
import { isOffered } from '@medicready/domain/accounts/personal-data'
import { Rejection } from '@medicready/domain/rejection'
import type { Parts } from '../../parts.ts'

/** The bytes of an export, for whoever asked for it, while it is offered. Refused with `exportNotFound`. */
export async function downloadExport(
  { commands, exports }: Pick<Parts, 'commands' | 'exports'>,
  { userId, exportId, now }: { readonly userId: string; readonly exportId: string; readonly now: string },
): Promise<Readable> {
  const { state } = await commands.load(accountAggregate, userId)
  if (!isOffered(state, exportId, now) || !(await exports.has(exportId, userId))) throw new Rejection('exportNotFound')
  return Readable.from(exports.read(exportId, userId))
}
