import type { CreateReq, CreateResp, ResetPasswordReq, ResetPasswordResp } from '@eventstore/db-client/generated/users_pb.js'
import users from '@eventstore/db-client/generated/users_pb.js'
import { type handleUnaryCall, status } from '@grpc/grpc-js'
import { append, systemEvent } from './appending.ts'
import type { Storage } from './storage.ts'

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
