import type { WithdrawalEvent } from '@medicready/domain/questions/withdrawals'
import { test } from 'vitest'
import { given } from '../../testing/given.ts'
import { withdrawalStops } from './withdrawal-stops.ts'

const questionId = '00000000-0000-4000-8000-000000002000'
const admitted = (module: 'Trauma' | 'Pediatrics'): WithdrawalEvent => ({ type: 'WithdrawalAdmitted', data: { module, questionId } })
const released = (module: 'Trauma' | 'Pediatrics'): WithdrawalEvent => ({ type: 'WithdrawalReleased', data: { module, questionId } })
const stopped = (module: 'Trauma' | 'Pediatrics'): WithdrawalEvent => ({
  type: 'WithdrawalsStopped',
  data: { module, questionId, withdrawn: 2, questions: 120 },
})

test('a module is listed from its stop until a place is free', async () => {
  await given(withdrawalStops, [admitted('Trauma'), stopped('Trauma'), stopped('Pediatrics')]).leaves({
    withdrawal_stops: [{ module: 'Pediatrics', withdrawn: 2, questions: 120 }, { module: 'Trauma' }],
  })
  await given(withdrawalStops, [admitted('Trauma'), stopped('Trauma'), stopped('Pediatrics'), released('Trauma')]).leaves({
    withdrawal_stops: [{ module: 'Pediatrics' }],
    withdrawal_stop_versions: [
      { module: 'Pediatrics', until: null },
      { module: 'Trauma', until: '2026-03-01T12:00:03.000Z' },
    ],
  })
})

test('a module that has grown can withdraw questions again', () =>
  given(withdrawalStops, [stopped('Trauma'), admitted('Trauma')]).leaves({ withdrawal_stops: [] }))
