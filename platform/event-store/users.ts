import { BACKWARDS, END, type EventStoreDBClient, jsonEvent, StreamNotFoundError } from '@eventstore/db-client'
import users from '@eventstore/db-client/generated/users_pb.js'
import type { Logger } from '../logger.ts'
import { createUser, resetPassword } from './client-internals.ts'
import { Connection } from './connection.ts'

/** The read API does not use the event store. */
export const serviceUsers = {
  'command-api': 'medicready_command_api',
  worker: 'medicready_worker',
  projector: 'medicready_projector',
} as const

export type ServiceWithUser = keyof typeof serviceUsers

export const userPasswordSettings = {
  'command-api': 'COMMAND_API_EVENTSTORE_PASSWORD',
  worker: 'WORKER_EVENTSTORE_PASSWORD',
  projector: 'PROJECTOR_EVENTSTORE_PASSWORD',
} as const satisfies Record<ServiceWithUser, string>

export type UserPasswords = Readonly<Partial<Record<ServiceWithUser, string | undefined>>>

const SETTINGS_STREAM = '$settings'
const ADMINISTRATORS = '$admins'
const { 'command-api': commandApi, worker, projector } = serviceUsers
const everyone = [commandApi, worker, projector]

/** Services never delete streams or change their metadata. */
const streamAccess = {
  $userStreamAcl: { $r: everyone, $w: [commandApi, worker], $d: ADMINISTRATORS, $mr: ADMINISTRATORS, $mw: ADMINISTRATORS },
  $systemStreamAcl: { $r: ADMINISTRATORS, $w: ADMINISTRATORS, $d: ADMINISTRATORS, $mr: ADMINISTRATORS, $mw: ADMINISTRATORS },
}
const logAccess = { readRoles: [worker, projector] }

/** Idempotent. Does nothing without passwords: the event store has no users then. */
export async function grantUsers(url: string, passwords: UserPasswords, logger: Logger): Promise<void> {
  const given = Object.entries(passwords).filter((entry): entry is [ServiceWithUser, string] => entry[1] !== undefined)
  if (given.length === 0) return
  const connection = new Connection(url, logger)
  try {
    for (const [service, password] of given) await connection.persist((client) => ensureUser(client, serviceUsers[service], password))
    await connection.persist(ensureAccess)
  } finally {
    await connection.close()
  }
}

const ALREADY_EXISTS = 6

async function ensureUser(client: EventStoreDBClient, name: string, password: string): Promise<void> {
  const made = new users.CreateReq.Options().setLoginName(name).setPassword(password).setFullName(name)
  try {
    await createUser(client, new users.CreateReq().setOptions(made))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === ALREADY_EXISTS)) throw error
    const reset = new users.ResetPasswordReq.Options().setLoginName(name).setNewPassword(password)
    await resetPassword(client, new users.ResetPasswordReq().setOptions(reset))
  }
}

async function ensureAccess(client: EventStoreDBClient): Promise<void> {
  if (JSON.stringify(await lastSettings(client)) !== JSON.stringify(streamAccess))
    await client.appendToStream(SETTINGS_STREAM, [jsonEvent({ type: SETTINGS_STREAM, data: streamAccess })])
  const { metadata } = await client.getStreamMetadata('$all')
  if (JSON.stringify(metadata?.acl?.readRoles) !== JSON.stringify(logAccess.readRoles))
    await client.setStreamMetadata('$all', { ...metadata, acl: { ...metadata?.acl, ...logAccess } })
}

async function lastSettings(client: EventStoreDBClient): Promise<unknown> {
  try {
    for await (const { event } of client.readStream(SETTINGS_STREAM, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }))
      return event?.data
  } catch (error) {
    if (!(error instanceof StreamNotFoundError)) throw error
  }
  return null
}
