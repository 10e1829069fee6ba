import { hash } from 'node:crypto'
import type { Position, Recorded } from '@medicready/domain/core/event'
import type { Clock } from '@medicready/platform/clock'
import { v4 as uuidV4, v5 as uuidV5 } from 'uuid'

/** Time and IDs come in with the command: deciders know neither clock nor chance. */
export interface CommandContext {
  readonly commandId: string
  readonly actorId: string
  readonly correlationId: string
  readonly now: string
  /** Readers of the answer wait for these positions. */
  readonly onDecided?: ((position: Position) => void) | undefined
}

/** For a command that the product gives itself: at setup, by a job, or by an operator. */
export function ownContext(actorId: string, clock: Clock): CommandContext {
  const commandId = uuidV4()
  return { commandId, actorId, correlationId: commandId, now: clock() }
}

/** `commandId` is derived from what the job does, so that a repeated run decides nothing new. */
export const jobContext = (job: string, commandId: string, now: string): CommandContext => ({
  commandId,
  actorId: 'worker',
  correlationId: `${job}-${now}`,
  now,
})

export const reactionContext = ({ id, metadata }: Recorded, clock: Clock): CommandContext => ({
  commandId: id,
  actorId: 'worker',
  correlationId: metadata.correlationId,
  now: clock(),
})

/** The answer does not tell how much was written, which would tell whether an account exists. */
export const withoutTrace = (context: CommandContext): CommandContext => ({ ...context, onDecided: undefined })

export const idFrom = (context: CommandContext, purpose: string): string => uuidV5(purpose, context.commandId)

/** For one of several commands that a request gives. */
export const partOf = (context: CommandContext, purpose: string): CommandContext => ({ ...context, commandId: idFrom(context, purpose) })

const NAMESPACE_BYTES = 16

/** UUID version 5 (RFC 9562): a quarter of the time of `uuid`, because every command needs two of long names. */
export function uuidOfName(name: string, namespace: string): string {
  const bytes = Buffer.allocUnsafe(NAMESPACE_BYTES + Buffer.byteLength(name))
  bytes.write(namespace.replaceAll('-', ''), 0, 'hex')
  bytes.write(name, NAMESPACE_BYTES)
  const digest = hash('sha1', bytes, 'buffer')
  digest[6] = ((digest[6] ?? 0) & 0x0f) | 0x50
  digest[8] = ((digest[8] ?? 0) & 0x3f) | 0x80
  const hex = digest.toString('hex', 0, NAMESPACE_BYTES)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
