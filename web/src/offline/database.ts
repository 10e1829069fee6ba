import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Sent } from '../api/client.ts'

export interface WaitingAnswer {
  place?: number
  /** The idempotency key that it is sent with, however often. */
  id: string
  userId: string
  questionId: string
  studySessionId: string | null
  stem: string
  answer: ItemAnswer | null
  body: Sent<'POST /api/user/responses'>['body']
  /** By the clock of this device, in milliseconds. */
  givenAt: number
  /** Why it does not count, in words; null while it waits. */
  refusal: string | null
}

/** What can be answered without a connection, as last read: contains no answer keys. */
export interface KeptDelivery {
  userId: string
  name: string
  /** Null if the user removed it: it is not kept again automatically. */
  value: unknown
  bytes: number
  pictures: readonly string[]
  keptAt: number
  /** From then on it is of no use. */
  until: number
}

interface Schema extends DBSchema {
  answers: { key: number; value: WaitingAnswer; indexes: { user: string } }
  deliveries: { key: [string, string]; value: KeptDelivery }
}

export type OfflineDatabase = IDBPDatabase<Schema>

export const openOfflineDatabase = (name = 'medicready'): Promise<OfflineDatabase> =>
  openDB<Schema>(name, 1, {
    upgrade: (database) => {
      database.createObjectStore('answers', { keyPath: 'place', autoIncrement: true }).createIndex('user', 'userId')
      database.createObjectStore('deliveries', { keyPath: ['userId', 'name'] })
    },
    // Another window needs a newer database version: it must not wait for this one.
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
  })
