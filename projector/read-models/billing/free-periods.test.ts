import type { Fact } from '@medicready/domain/events'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { freePeriods } from './free-periods.ts'

const userId = '00000000-0000-4000-8000-000000000001'
const [march, april, june] = ['2026-03-01T12:00:00.000Z', '2026-04-01T12:00:00.000Z', '2026-06-01T12:00:00.000Z']
const granted = (from: string, until: string): Fact => ({
  type: 'FreePeriodGranted',
  data: { userId, tier: 'premium', months: 1, code: 'SPRING', from, until },
})

test('a free period is listed until it has ended, with its latest end', async () => {
  const running = [granted(march, april), granted(april, june)]
  await given(freePeriods, running).leaves({ free_periods: [{ user_id: userId, tier: 'premium', until: june }] })
  await given(freePeriods, [...running, { type: 'FreePeriodEnded', data: { userId, tier: 'premium', until: june } }]).leaves({
    free_periods: [],
  })
})
