import shared, { type UUID } from '@eventstore/db-client/generated/shared_pb.js'
import streams, {
  type AppendReq,
  type AppendResp,
  type BatchAppendReq,
  type DeleteReq,
  type DeleteResp,
  type TombstoneReq,
  type TombstoneResp,
} from '@eventstore/db-client/generated/streams_pb.js'
import users, {
  type CreateReq,
  type CreateResp,
  type ResetPasswordReq,
  type ResetPasswordResp,
} from '@eventstore/db-client/generated/users_pb.js'
import {
  type handleBidiStreamingCall,
  type handleClientStreamingCall,
  type handleUnaryCall,
  type StatusObject,
  status,
} from '@grpc/grpc-js'
import empty from 'google-protobuf/google/protobuf/empty_pb.js'
import { type Appended, append, softDelete, systemEvent, tombstone } from './appending.ts'
import type { GroupCommit } from './group-commit.ts'
import { deadlineExceeded, Refusal, WrongVersion } from './refusals.ts'
import { expectedRevisionOf, IncomingEvents, uuidOf, writableStreamNameOf } from './requests.ts'
import type { OpenCalls } from './response-stream.ts'
import type { Storage } from './storage.ts'

type BatchAppendResp = InstanceType<typeof streams.BatchAppendResp>

interface Batch {
  readonly correlationId: UUID
  readonly options: BatchAppendReq.Options | undefined
  readonly incoming: IncomingEvents
  answered: boolean
}

export function writeCalls(storage: Storage, commits: GroupCommit, openCalls: OpenCalls) {
  const appendCall: handleClientStreamingCall<AppendReq, AppendResp> = (call, callback) => {
    const incoming = new IncomingEvents()
    let options: AppendReq.Options | undefined
    let answered = false
    const answer = (failure: Partial<StatusObject> | null, response?: AppendResp) => {
      if (answered) return
      answered = true
      callback(failure, response)
    }
    openCalls.add(call, answer)

    call.on('data', (request: AppendReq) => {
      if (answered) return
      options ??= request.getOptions()
      const message = request.getProposedMessage()
      try {
        if (message !== undefined) incoming.add(message)
      } catch (error) {
        answer(statusOf(error))
      }
    })
    call.on('end', async () => {
      if (answered) return
      try {
        const name = writableStreamNameOf(options?.getStreamIdentifier())
        const expected = expectedRevisionOf(options)
        const appended = await commits.submit(() => {
          // The client was told that this failed: it must not happen.
          if (call.cancelled) throw deadlineExceeded()
          return append(storage, name, expected, incoming.events)
        })
        answer(null, new streams.AppendResp().setSuccess(appendSuccess(appended)))
      } catch (error) {
        if (error instanceof WrongVersion) answer(null, error.appendResponse)
        else answer(statusOf(error))
      }
    })
  }

  const batchAppendCall: handleBidiStreamingCall<BatchAppendReq, BatchAppendResp> = (call) => {
    const batches = new Map<string, Batch>()
    let unanswered = 0
    let ended = false
    openCalls.add(call, (shutdown) => call.emit('error', shutdown))

    const answer = (batch: Batch, result: Appended | Refusal) => {
      batch.answered = true
      const response = new streams.BatchAppendResp().setCorrelationId(batch.correlationId)
      response.setStreamIdentifier(batch.options?.getStreamIdentifier() ?? new shared.StreamIdentifier())
      echoExpectation(batch.options, response)
      if (result instanceof Refusal) response.setError(result.batchError)
      else response.setSuccess(batchSuccess(result))
      if (!call.cancelled && !call.writableEnded) call.write(response)
    }

    const fail = (batch: Batch, error: unknown) => {
      if (error instanceof Refusal) answer(batch, error)
      else call.emit('error', statusOf(error))
    }

    const commit = async (batch: Batch) => {
      unanswered++
      try {
        const name = writableStreamNameOf(batch.options?.getStreamIdentifier())
        const expected = expectedRevisionOf(batch.options)
        const appended = await commits.submit(() => {
          refuseWhenLate(batch.options)
          return append(storage, name, expected, batch.incoming.events)
        })
        answer(batch, appended)
      } catch (error) {
        fail(batch, error)
      }
      unanswered--
      if (ended && unanswered === 0) call.end()
    }

    call.on('data', (request: BatchAppendReq) => {
      const correlationId = request.getCorrelationId() ?? new shared.UUID()
      const key = uuidOf(correlationId)
      const batch = batches.get(key) ?? { correlationId, options: request.getOptions(), incoming: new IncomingEvents(), answered: false }
      if (request.getIsFinal()) batches.delete(key)
      else batches.set(key, batch)
      if (batch.answered) return
      try {
        refuseWhenLate(batch.options)
        for (const message of request.getProposedMessagesList()) batch.incoming.add(message)
      } catch (error) {
        return fail(batch, error)
      }
      if (request.getIsFinal()) void commit(batch)
    })
    call.on('end', () => {
      ended = true
      if (unanswered === 0) call.end()
    })
  }

  const removing =
    <Request extends DeleteReq | TombstoneReq, Response>(
      remove: typeof softDelete,
      respond: (position: string) => Response,
    ): handleUnaryCall<Request, Response> =>
    async ({ request }, callback) => {
      try {
        const options = request.getOptions()
        const name = writableStreamNameOf(options?.getStreamIdentifier())
        callback(null, respond(await commits.submit(() => String(remove(storage, name, expectedRevisionOf(options))))))
      } catch (error) {
        callback(statusOf(error))
      }
    }
  const deleteCall = removing<DeleteReq, DeleteResp>(softDelete, (position) =>
    new streams.DeleteResp().setPosition(new streams.DeleteResp.Position().setCommitPosition(position).setPreparePosition(position)),
  )
  const tombstoneCall = removing<TombstoneReq, TombstoneResp>(tombstone, (position) =>
    new streams.TombstoneResp().setPosition(new streams.TombstoneResp.Position().setCommitPosition(position).setPreparePosition(position)),
  )

  return { append: appendCall, batchAppend: batchAppendCall, delete: deleteCall, tombstone: tombstoneCall }
}

/** Other failures come from the disk: nothing was written, and the client may retry. */
function statusOf(error: unknown): Partial<StatusObject> {
  return error instanceof Refusal ? error.status : { code: status.UNAVAILABLE, details: `The log could not be written: ${error}` }
}

/** BatchAppend has a deadline per append, not per call. */
function refuseWhenLate(options: BatchAppendReq.Options | undefined): void {
  const deadline = options?.getDeadline()?.toDate()
  if (deadline !== undefined && deadline.getTime() <= Date.now()) throw deadlineExceeded()
}

function appendSuccess({ revision, position }: Appended) {
  const success = new streams.AppendResp.Success()
  if (revision < 0) success.setNoStream(new shared.Empty())
  else success.setCurrentRevision(String(revision))
  if (position === undefined) return success.setNoPosition(new shared.Empty())
  return success.setPosition(new streams.AppendResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position)))
}

function batchSuccess({ revision, position }: Appended) {
  const success = new streams.BatchAppendResp.Success()
  if (revision < 0) success.setNoStream(new empty.Empty())
  else success.setCurrentRevision(String(revision))
  if (position === undefined) return success.setNoPosition(new empty.Empty())
  return success.setPosition(new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position)))
}

function echoExpectation(options: BatchAppendReq.Options | undefined, response: BatchAppendResp): void {
  if (options?.hasStreamPosition()) response.setStreamPosition(options.getStreamPosition())
  else if (options?.hasNoStream()) response.setNoStream(new empty.Empty())
  else if (options?.hasStreamExists()) response.setStreamExists(new empty.Empty())
  else response.setAny(new empty.Empty())
}

/** Kept in streams as in EventStoreDB, but without passwords, since credentials are ignored. */
export function userCalls(storage: Storage) {
  const streamOf = (loginName = ''): string => `$user-${loginName}`
  const keep = (loginName: string | undefined, type: string) =>
    storage.transaction(() => append(storage, streamOf(loginName), 'any', [systemEvent(type, JSON.stringify({ loginName }))]))

  const create: handleUnaryCall<CreateReq, CreateResp> = ({ request }, callback) => {
    const loginName = request.getOptions()?.getLoginName()
    if (storage.stream(streamOf(loginName)))
      return callback({ code: status.ALREADY_EXISTS, details: `User '${loginName}' already exists.` })
    keep(loginName, '$UserCreated')
    callback(null, new users.CreateResp())
  }
  const resetPassword: handleUnaryCall<ResetPasswordReq, ResetPasswordResp> = ({ request }, callback) => {
    const loginName = request.getOptions()?.getLoginName()
    if (!storage.stream(streamOf(loginName))) return callback({ code: status.NOT_FOUND, details: `User '${loginName}' is not found.` })
    keep(loginName, '$PasswordChanged')
    callback(null, new users.ResetPasswordResp())
  }
  return { create, resetPassword }
}
