import type { Readable } from 'node:stream'
import type { TransactionSql } from './connection.ts'

/**
 * What a COPY … TO STDOUT gives. If the last rows are many, the client leaves its socket paused, and the next query
 * would wait forever.
 */
export async function copiedRows(tx: TransactionSql, copy: string): Promise<Readable> {
  const rows = await tx.unsafe(copy).readable()
  return rows.once('end', () => rows._read(0))
}
