import type { Sql } from '@medicready/platform/postgres/connection'
import { inTransaction } from '@medicready/platform/postgres/transaction'
import { decrypt, encrypt } from '@medicready/platform/vault/sealing'
import type { Vault } from '@medicready/platform/vault/vault'

const PART_BYTES = 256 * 1024

const placeOf = (exportId: string, position: number): string => `export.${exportId}.${position}`

export class Exports {
  readonly #sql: Sql
  readonly #vault: Vault

  constructor(sql: Sql, vault: Vault) {
    this.#sql = sql
    this.#vault = vault
  }

  async keep(
    { exportId, userId, madeAt }: { readonly exportId: string; readonly userId: string; readonly madeAt: string },
    pieces: AsyncIterable<Uint8Array>,
  ): Promise<number> {
    const key = await this.#vault.keyFor(userId)
    return inTransaction(this.#sql, async (tx) => {
      await tx`DELETE FROM auth.export_parts WHERE export_id = ${exportId}`
      let bytes = 0
      let position = 0
      for await (const part of inParts(pieces)) {
        const sealed = encrypt(key, part, placeOf(exportId, position))
        await tx`
          INSERT INTO auth.export_parts (export_id, user_id, position, sealed, made_at)
          VALUES (${exportId}, ${userId}, ${position}, ${sealed}, ${madeAt})`
        position += 1
        bytes += part.length
      }
      return bytes
    })
  }

  async has(exportId: string, userId: string): Promise<boolean> {
    return (await this.#part(exportId, userId, 0)) !== null
  }

  async *read(exportId: string, userId: string): AsyncGenerator<Buffer> {
    for (let position = 0; ; position++) {
      const part = await this.#part(exportId, userId, position)
      if (part === null) return
      yield part
    }
  }

  async #part(exportId: string, userId: string, position: number): Promise<Buffer | null> {
    const [row] = await this.#sql<{ sealed: Buffer }[]>`
      SELECT sealed FROM auth.export_parts WHERE export_id = ${exportId} AND user_id = ${userId} AND position = ${position}`
    const key = (await this.#vault.keysOf([userId])).get(userId)
    return row && key ? decrypt(key, row.sealed, placeOf(exportId, position)) : null
  }

  async forgetMadeBefore(time: string): Promise<number> {
    const rows = await this.#sql<{ export_id: string }[]>`DELETE FROM auth.export_parts WHERE made_at < ${time} RETURNING export_id`
    return new Set(rows.map(({ export_id }) => export_id)).size
  }
}

/** Dependencies have at least `PART_BYTES`, except the last. */
async function* inParts(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = []
  let bytes = 0
  for await (const piece of pieces) {
    waiting.push(piece)
    bytes += piece.length
    if (bytes < PART_BYTES) continue
    yield Buffer.concat(waiting)
    waiting = []
    bytes = 0
  }
  if (bytes > 0) yield Buffer.concat(waiting)
}
