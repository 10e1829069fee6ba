import { expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import { missSession, settleUnmarked } from './decide-session.ts'
import {
  ANA,
  REQUEST,
  SESSION,
  sessionCompleted,
  sessionScheduled,
  TUTOR,
  tutoringAccepted,
  tutoringPaid,
  tutoringRequested,
} from './testing/tutoring-facts.ts'
import type { TutoringRequestEvent } from './tutoring-events.ts'
import { tutoringRequestAggregate as aggregate } from './tutoring-request.ts'

const session = sessionScheduled()
const planned: readonly TutoringRequestEvent[] = [tutoringRequested(), tutoringAccepted(), tutoringPaid(), session]
const { endsAt, startsAt } = session.data
const after = (hours: number, seconds = 0) => new Date(Date.parse(endsAt) + hours * 3_600_000 + seconds * 1_000).toISOString()
const settle = (at: string) => settleUnmarked({ sessionId: SESSION, at })
const asked = (at: string, until: string): TutoringRequestEvent => ({
  type: 'TutoringMarkAsked',
  data: { userId: ANA, requestId: REQUEST, by: null, at, sessionId: SESSION, tutorId: TUTOR, startsAt, until },
})

test('a tutor who has not marked a session is asked a day after its end, once', () => {
  given(aggregate, planned)
    .when(settle(after(24, -1)))
    .emits([])
  given(aggregate, planned)
    .when(settle(after(24)))
    .emits([asked(after(24), after(48))])
  given(aggregate, [...planned, asked(after(24), after(48))])
    .when(settle(after(48, -1)))
    .emits([])
})

test('an unmarked session counts as held two days after its end, and its price is divided as usual', () => {
  const before = [...planned, asked(after(24), after(48))]
  const [held] = settle(after(48))(fold(aggregate, before))
  expect(held).toEqual(sessionCompleted({ by: null, at: after(48) }))
  given(aggregate, [...before, sessionCompleted()])
    .when(settle(after(60)))
    .emits([])
})

test('a tutor who was asked late still has a day, and can still record a no-show', () => {
  const late = asked(after(90), after(114))
  given(aggregate, planned)
    .when(settle(after(90)))
    .emits([late])
  given(aggregate, [...planned, late])
    .when(settle(after(114, -1)))
    .emits([])
  const missed = missSession({ as: 'tutor', by: TUTOR, at: after(100), sessionId: SESSION })(fold(aggregate, [...planned, late]))
  expect(missed.map(({ type }) => type)).toEqual(['TutoringSessionMissed'])
})
