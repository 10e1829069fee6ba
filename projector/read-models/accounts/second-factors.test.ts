import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { secondFactors } from './second-factors.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const phone = '00000000-0000-4000-8000-000000000002'
const app = '00000000-0000-4000-8000-000000000003'

const added = (factorId: string, kind: 'passkey' | 'totp', name: string): Fact => ({
  type: 'SecondFactorAdded',
  data: { userId, factorId, kind, name },
})
const removed = (factorId: string): Fact => ({ type: 'SecondFactorRemoved', data: { userId, factorId } })
const issued: Fact = { type: 'RecoveryCodesIssued', data: { userId, count: 10 } }
const used = (left: number): Fact => ({ type: 'RecoveryCodeUsed', data: { userId, left } })

test('lists the factors of an account in the order of adding, and how many codes are left', () =>
  given(secondFactors, [added(phone, 'passkey', 'Phone'), issued, added(app, 'totp', 'App'), used(9)]).leaves({
    second_factors: [
      {
        user_id: userId,
        factors: [
          { id: phone, kind: 'passkey', name: 'Phone', addedAt: '2026-03-01T12:00:00.000Z' },
          { id: app, kind: 'totp', name: 'App', addedAt: '2026-03-01T12:00:02.000Z' },
        ],
        recovery_codes_left: 9,
      },
    ],
  }))

test('recovery codes are removed with the last factor, and everything with the person', async () => {
  const both: Fact[] = [added(phone, 'passkey', 'Phone'), issued, added(app, 'totp', 'App')]
  await given(secondFactors, [...both, removed(phone)]).leaves({ second_factors: [{ recovery_codes_left: 10 }] })
  await given(secondFactors, [...both, removed(phone), removed(app)]).leaves({ second_factors: [{ factors: [], recovery_codes_left: 0 }] })
  await given(secondFactors, [...both, { type: 'AccountErased', data: { userId } }]).leaves({ second_factors: [] })
})
