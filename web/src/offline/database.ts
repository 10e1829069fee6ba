import type { ItemAnswer } from '@medicready/domain/contract/questions/questions'
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { Sent } from '../api/client.ts'

/** An answer that was given without a connection, and waits to be sent. */
export interface WaitingAnswer {
  /** Its place in the order in which they were given. */
  place?: number
  /** The idempotency key that it is sent with, however often. */
  id: string
  userId: string
  questionId: string
  studySessionId: string | null
  /** Its first words, to tell it from others. */
  stem: string
  answer: ItemAnswer | null
  body: Sent<'POST /api/user/responses'>['body']
  /** By the clock of this device. */
  givenAt: number
  /** Why it does not count, in words; null while it waits. */
  refusal: string | null
}

/** What can be answered without a connection, as it was read last: nothing in it says what is right. */
export interface KeptDelivery {
  userId: string
  name: string
  /** Null where the person has removed it: it is not kept again by itself. */
  value: unknown
  /** As it is written, in bytes. */
  bytes: number
  /** The addresses of its pictures. */
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
    // Another window brings a newer version: it must not wait for this one.
    blocking: (_, __, { target }) => (target as IDBDatabase).close(),
  })
