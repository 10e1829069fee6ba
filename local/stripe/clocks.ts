import type Stripe from 'stripe'
import { z } from 'zod'
import { type Calls, call, retrieving } from './calls.ts'
import { newId } from './ids.ts'
import { listing } from './lists.ts'
import { text, whole } from './parameters.ts'
import { invalid } from './refusals.ts'
import { DAY } from './time.ts'
import type { Turn } from './turn.ts'

const newClock = z.strictObject({ frozen_time: whole, name: text.optional() })

function createClock(turn: Turn, { frozen_time, name }: z.output<typeof newClock>): Stripe.TestHelpers.TestClock {
  const clock: Stripe.TestHelpers.TestClock = {
    id: newId('clock'),
    object: 'test_helpers.test_clock',
    created: turn.now(),
    deletes_after: turn.now() + 30 * DAY,
    frozen_time,
    livemode: false,
    name: name ?? null,
    status: 'ready',
    status_details: {},
  }
  turn.save(clock)
  turn.emit('test_helpers.test_clock.created', clock)
  return clock
}

/** Begins to advance; what is due until then happens after the answer, as with Stripe. */
function advance(turn: Turn, target: number, id: string): Stripe.TestHelpers.TestClock {
  const clock = turn.get('test_helpers.test_clock', id)
  if (clock.status !== 'ready') throw invalid('The test clock is advancing already.')
  if (target <= clock.frozen_time) throw invalid('frozen_time must be later than the time of the test clock.', { param: 'frozen_time' })
  const advancing: Stripe.TestHelpers.TestClock = {
    ...clock,
    status: 'advancing',
    status_details: { advancing: { target_frozen_time: target } },
  }
  turn.save(advancing)
  turn.emit('test_helpers.test_clock.advancing', advancing)
  return advancing
}

export const clockCalls: Calls = {
  'POST /v1/test_helpers/test_clocks': call(newClock, createClock),
  'GET /v1/test_helpers/test_clocks': listing('test_helpers.test_clock', '/v1/test_helpers/test_clocks'),
  'GET /v1/test_helpers/test_clocks/:id': retrieving('test_helpers.test_clock'),
  'POST /v1/test_helpers/test_clocks/:id/advance': call(z.strictObject({ frozen_time: whole }), (turn, { frozen_time }, id) =>
    advance(turn, frozen_time, id),
  ),
}
