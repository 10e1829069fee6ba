import { PolicyRefused } from '@medicready/domain/legal/policy'
import { EventStoreUnavailable } from '@medicready/platform/event-store/event-store'
import { isPostgresUnavailable } from '@medicready/platform/postgres/connection'
import { MasterKeyUnknown } from '@medicready/platform/vault/master-keys'

/** SQLSTATE class 28: invalid authorization. */
const isRefusedByPostgres = (error: Error): boolean => 'code' in error && typeof error.code === 'string' && error.code.startsWith('28')
/** The unauthenticated status of gRPC, and the client's version of it. */
const isRefusedByEventStore = (error: Error): boolean =>
  ('code' in error && error.code === 16) || ('type' in error && error.type === 'access-denied')

export function setupFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof PolicyRefused) return error.message
  if (error instanceof MasterKeyUnknown)
    return 'MASTER_KEY is not the key that this data was encrypted with. Set the previous key or, to rotate it, set the previous key as MASTER_KEY_PREVIOUS.'
  if (isRefusedByPostgres(error))
    return `PostgreSQL rejected the sign-in: ${error.message}. Use the password in .env that the database was created with.`
  if (isRefusedByEventStore(error))
    return 'The event store rejected the sign-in. Set EVENTSTORE_PASSWORD to the password that its data was created with.'
  if (isPostgresUnavailable(error)) return `PostgreSQL does not answer: ${error.message}`
  return error instanceof EventStoreUnavailable ? 'The event store does not answer.' : null
}
