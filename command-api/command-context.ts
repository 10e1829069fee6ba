import { createHash } from 'node:crypto'
import type { Position } from '@medicready/domain/event'
import { Rejection } from '@medicready/domain/rejection'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { v4 as uuidV4, v5 as uuidV5 } from 'uuid'
import type { CommandContext } from './commands.ts'

const COMMAND_ID_NAMESPACE = '0b9a4a5e-2f0b-4c53-8a53-5d0f6d3c7f10'
const idempotencyKeyPattern = /^[\x21-\x7e]{8,200}$/

/** Tells the time, ISO 8601 in UTC. */
export type Clock = () => string

export const systemClock: Clock = () => new Date().toISOString()

/**
 * The context of a request's command. With an `Idempotency-Key` the same request has the same command id whenever it is sent; a key that comes back with other
 * content, from somebody else or for another call is another command.
 */
export function commandContext(request: FastifyRequest, clock: Clock): CommandContext {
  const actorId = request.identity?.userId ?? 'visitor'
  return { commandId: commandIdOf(request, actorId), actorId, correlationId: request.id, now: clock() }
}

function commandIdOf(request: FastifyRequest, actorId: string): string {
  const key = request.headers['idempotency-key']
  if (key === undefined) return uuidV4()
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key)) throw new Rejection('invalidRequest')
  const content = createHash('sha256')
    .update(JSON.stringify([request.params ?? null, request.body ?? null]))
    .digest('hex')
  return uuidV5([actorId, request.method, request.routeOptions.url, key, content].join('\n'), COMMAND_ID_NAMESPACE)
}

/** An id that a command brings with it: the same whenever the command is sent. */
export const idFrom = (context: CommandContext, purpose: string): string => uuidV5(purpose, context.commandId)

/** Tells the caller how far a reader must be to show what the command did. */
export function replyConsistency(reply: FastifyReply, position: Position | null): void {
  if (position) reply.header('consistency-token', position.commit.toString())
}
