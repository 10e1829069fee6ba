import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { dataExports } from './data-exports.ts'

const userId = '00000000-0000-4000-8000-000000001001'
const id = (n: number) => `00000000-0000-4000-8000-00000000e0${String(n).padStart(2, '0')}`
const day = (n: number) => new Date(Date.UTC(2026, 2, n)).toISOString()
const asked = (n: number): Fact => ({ type: 'ExportRequested', data: { userId, exportId: id(n), requestedAt: day(n) } })
const made = (n: number): Fact => ({ type: 'ExportMade', data: { userId, exportId: id(n), bytes: 1_000 + n, expiresAt: day(n + 1) } })

test('exports are listed from the day of the request, the latest first', () =>
  given(dataExports, [asked(1), made(1), asked(3)]).leaves({
    data_exports: [
      {
        user_id: userId,
        exports: [
          { id: id(3), requestedAt: day(3), expiresAt: null, bytes: null },
          { id: id(1), requestedAt: day(1), expiresAt: day(2), bytes: 1_001 },
        ],
      },
    ],
  }))

test('the list does not grow without limit', () =>
  given(
    dataExports,
    Array.from({ length: 12 }, (_, index) => asked(index + 1)),
  ).leaves({
    data_exports: [
      {
        exports: Array.from({ length: 10 }, (_, index) => ({
          id: id(12 - index),
          requestedAt: day(12 - index),
          expiresAt: null,
          bytes: null,
        })),
      },
    ],
  }))

test('nothing is listed for an erased user', () =>
  given(dataExports, [asked(1), { type: 'AccountErased', data: { userId } }, made(1)]).leaves({ data_exports: [] }))
