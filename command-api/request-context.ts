import type { Calls } from '@medicready/domain/contract/call/call'
import type { PictureAddressOf } from '@medicready/domain/contract/questions/answer-result'
import { later, type Position } from '@medicready/domain/core/event'
import { Rejection } from '@medicready/domain/refusals/rejection'
import type { Clock } from '@medicready/platform/clock'
import type { Handlers } from '@medicready/platform/http/calls'
import type { SessionRotation } from '@medicready/platform/http/sessions'
import type { MailEventSources } from '@medicready/platform/mail-events/mail-events'
import type { Payments } from '@medicready/platform/payments/payments'
import type { FastifyRequest } from 'fastify'
import { v4 as uuidV4 } from 'uuid'
import type { CheckAttempts } from './accounts/attempts.ts'
import type { Passkeys } from './accounts/second-factor/passkeys.ts'
import { type CommandContext, uuidOfName } from './command-context.ts'
import type { Dependencies } from './dependencies.ts'
import type { Devices, RegistrationsOfBrowser } from './devices.ts'
import type { ExportQueries } from './lab/export-queries.ts'

export interface RouteDeps extends Dependencies {
  readonly clock: Clock
  readonly checkAttempts: CheckAttempts
  readonly devices: Devices
  readonly registrationsOfBrowser: RegistrationsOfBrowser
  readonly sessionRotation: SessionRotation
  readonly passkeys: Passkeys
  readonly pictureAddressOf: PictureAddressOf
  readonly payments: Payments
  readonly mailEventSources: MailEventSources
  readonly isPushAddress: (endpoint: string) => boolean
  readonly publicUrl: string
  readonly exportQueries: ExportQueries
}

export type CommandHandlers<All extends Calls> = Handlers<All, 'command-api', CommandContext>

const COMMAND_ID_NAMESPACE = '0b9a4a5e-2f0b-4c53-8a53-5d0f6d3c7f10'
const idempotencyKeyPattern = /^[\x21-\x7e]{8,200}$/

/** Same `Idempotency-Key`, caller, call and content: same command ID. */
export function requestContext(request: FastifyRequest, clock: Clock): CommandContext {
  const actorId = request.identity?.userId ?? 'visitor'
  const onDecided = (position: Position) => {
    request.decidedAt = later(request.decidedAt, position)
  }
  return { commandId: commandIdOf(request, actorId), actorId, correlationId: request.id, now: clock(), onDecided }
}

function commandIdOf(request: FastifyRequest, actorId: string): string {
  const key = request.headers['idempotency-key']
  if (key === undefined) return uuidV4()
  if (typeof key !== 'string' || !idempotencyKeyPattern.test(key)) throw new Rejection('invalidRequest')
  const content = [
    actorId,
    request.method,
    request.routeOptions.url,
    key,
    request.params ?? null,
    request.query ?? null,
    request.body ?? null,
  ]
  return uuidOfName(JSON.stringify(content), COMMAND_ID_NAMESPACE)
}
