import { deadlineOf, type ExamAnswer, type ExamEvent, type ExamState, examAggregate } from './exam.ts'
import { answerItem, completeExam, giveUpExam, startExam } from './exam-commands.ts'
import type { PreparedPool } from './prepared-pool.ts'

/** Recomputes an exam's decisions from its pool and answers, and compares them with its facts. */

export interface Difference {
  readonly fact: number
  readonly type: ExamEvent['type']
  readonly field: string
  readonly recorded: unknown
  readonly repeated: unknown
}

export interface ExamReplay {
  readonly facts: number
  readonly differences: readonly Difference[]
}

type Marking = (answer: ExamAnswer) => boolean

export function replayExam(events: readonly ExamEvent[], pool: PreparedPool, isRight: Marking): ExamReplay {
  const differences: Difference[] = []
  let state = examAggregate.initial
  for (let index = 0; index < events.length; ) {
    const repeated = decidedAgain(state, events[index] as ExamEvent, pool, isRight)
    // Facts appended together were decided together.
    const recorded = events.slice(index, index + Math.max(1, repeated.length))
    for (const [place, fact] of recorded.entries()) differences.push(...differencesOf(index + place + 1, fact, repeated[place]))
    state = recorded.reduce(examAggregate.evolve, state)
    index += recorded.length
  }
  return { facts: events.length, differences }
}

function decidedAgain(state: ExamState, event: ExamEvent, pool: PreparedPool, isRight: Marking): readonly ExamEvent[] {
  switch (event.type) {
    case 'ExamStarted': {
      const { first: _, ...plan } = event.data
      return startExam(plan, pool)(state)
    }
    case 'ExamAnswered':
      return answerItem({ ...event.data, isCorrect: isRight(event.data) }, pool)(state)
    case 'ExamCompleted':
      return state.started ? completeExam({ now: deadlineOf(state.started), date: event.data.date })(state) : []
    case 'ExamGivenUp':
      return giveUpExam({ now: state.started?.startedAt ?? '', date: event.data.date })(state)
  }
}

function differencesOf(fact: number, recorded: ExamEvent, repeated: ExamEvent | undefined): Difference[] {
  const { type } = recorded
  if (repeated?.type !== type) return [{ fact, type, field: 'type', recorded: type, repeated: repeated?.type ?? null }]
  const [one, other] = [recorded.data, repeated.data] as readonly Readonly<Record<string, unknown>>[]
  const fields = new Set([...Object.keys(one ?? {}), ...Object.keys(other ?? {})])
  return [...fields]
    .filter((field) => spelled(one?.[field]) !== spelled(other?.[field]))
    .map((field) => ({ fact, type, field, recorded: one?.[field], repeated: other?.[field] }))
}

/** Independent of key order. */
const spelled = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : part,
  ) ?? ''
