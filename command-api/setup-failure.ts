import { PolicyRefused } from '@medicready/domain/legal/policy'
import { EventStoreUnavailable } from '@medicready/platform/event-store/event-store'
import { isPostgresUnavailable } from '@medicready/platform/postgres/connection'
import { MasterKeyUnknown } from '@medicready/platform/vault/master-keys'

/** SQLSTATE class 28: invalid authorization. */
const isRefusedByPostgres = (error: Error): boolean => 'code' in error && typeof error.code === 'string' && error.code.startsWith('28')
/** gRPC's unauthenticated, and what the client makes of it. */
const isRefusedByEventStore = (error: Error): boolean =>
  ('code' in error && error.code === 16) || ('type' in error && error.type === 'access-denied')

/** Why the set-up cannot succeed, in words for an operator. Null for a fault of the program. */
export function setupFailure(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if (error instanceof PolicyRefused) return error.message
  if (error instanceof MasterKeyUnknown)
    return 'MASTER_KEY is not the key that this data is sealed with. Set the key from before, or to rotate it, set that as MASTER_KEY_PREVIOUS.'
  if (isRefusedByPostgres(error))
    return `PostgreSQL refuses the sign-in: ${error.message}. A password in .env must be the one that its data was first written with.`
  if (isRefusedByEventStore(error))
    return 'The event store refuses the sign-in. EVENTSTORE_PASSWORD must be the one that its data was first written with.'
  if (isPostgresUnavailable(error)) return `PostgreSQL does not answer: ${error.message}`
  return error instanceof EventStoreUnavailable ? 'The event store does not answer.' : null
}
