import { expect } from 'vitest'
import { type Aggregate, type Decide, fold } from '../core/decider.ts'
import type { DomainEvent } from '../core/event.ts'
import { Rejection } from '../refusals/rejection.ts'
import type { ErrorCode } from '../refusals/shown/errors.ts'

/** `given(aggregate, events).when(decision).emits(events)` */
export const given = <State, Event extends DomainEvent>(aggregate: Aggregate<State, Event>, events: readonly NoInfer<Event>[]) => ({
  when: (decide: Decide<State, NoInfer<Event>>) => ({
    emits: (expected: readonly NoInfer<Event>[]) => expect(decide(fold(aggregate, events))).toEqual(expected),
    refuses: (code: ErrorCode) => expect(() => decide(fold(aggregate, events))).toThrow(new Rejection(code)),
  }),
})
