import type { Position, Recorded } from '@medicready/domain/event'
import { v4 as uuidV4, v5 as uuidV5 } from 'uuid'

/** Where a command comes from. Time and ids come in with it: deciders know neither clock nor chance. */
export interface CommandContext {
  /** The same for every sending of the same command. */
  readonly commandId: string
  readonly actorId: string
  readonly correlationId: string
  /** ISO 8601, UTC. */
  readonly now: string
  /** Called with the position of each stream that a decision was made on: readers wait for it after the answer. */
  readonly onDecided?: ((position: Position) => void) | undefined
}

/** Tells the time, ISO 8601 in UTC. */
export type Clock = () => string

export const systemClock: Clock = () => new Date().toISOString()

/** The context of a command that the product gives itself, once: at its setup, by a job, or by an operator. */
export function ownContext(actorId: string, clock: Clock): CommandContext {
  const commandId = uuidV4()
  return { commandId, actorId, correlationId: commandId, now: clock() }
}

/** The context of the command that a fact gives rise to: the same however often the fact is met. */
export const reactionContext = ({ id, metadata }: Recorded, clock: Clock): CommandContext => ({
  commandId: id,
  actorId: 'worker',
  correlationId: metadata.correlationId,
  now: clock(),
})

/** The same command, whose answer does not tell how much was written: that would tell whether an account exists. */
export const withoutTrace = (context: CommandContext): CommandContext => ({ ...context, onDecided: undefined })

/** An id that a command brings with it: the same whenever the command is sent. */
export const idFrom = (context: CommandContext, purpose: string): string => uuidV5(purpose, context.commandId)
