import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { Rejection } from '../refusals/rejection.ts'
import { given } from '../testing/given.ts'
import type { QuestionContent } from './content/content.ts'
import { chanceOf } from './content/item.ts'
import { questionContent } from './content/testing/question-content.ts'
import { SETTLED_ANSWERS } from './drift.ts'
import {
  addGenerated,
  contentOf,
  currentVersion,
  isAsking,
  PROMOTION_MIN_DISCRIMINATION,
  promoteQuestion,
  publishQuestion,
  type QuestionEvent,
  questionAggregate,
  requestReview,
  resolveReviewRequests,
  retireQuestion,
  WITHDRAWAL_MIN_ANSWERS,
  withdrawForCorrectRate,
  withdrawForReviewRequests,
} from './question.ts'
import { OPEN_REQUESTS_TO_WITHDRAW, PROTECTED_DAYS } from './shown/review-rules.ts'

const questionId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a021'
const educator = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9aaaa'
const person = (n: number) => `3d0a6f5a-60b8-4c53-9b55-0d7a4ec9b${String(n).padStart(3, '0')}`
const saying = (stem: string) => questionContent({ stem })
const content = saying('Which finding comes first?')
const better = saying('Which finding comes FIRST in hemorrhagic shock?')

const added: QuestionEvent = {
  type: 'QuestionAdded',
  data: { questionId, version: 1, source: 'curated', bankId: 'trauma-001', generation: null, content },
}
const piloted: QuestionEvent = {
  type: 'QuestionAdded',
  data: { questionId, version: 1, source: 'ai', bankId: null, generation: { model: 'm', promptVersion: '1' }, content },
}
const revisedByBank: QuestionEvent = { type: 'QuestionRevised', data: { questionId, version: 2, cause: 'bank', content: better } }
const revisedByReview: QuestionEvent = { type: 'QuestionRevised', data: { questionId, version: 2, cause: 'review', content: better } }
const retiredBy = (cause: 'bank' | 'review', reason: string): QuestionEvent => ({
  type: 'QuestionRetired',
  data: { questionId, cause, reason },
})
const restored: QuestionEvent = { type: 'QuestionRestored', data: { questionId } }
const asked = (n: number, version = 1): QuestionEvent => ({
  type: 'QuestionReviewRequested',
  data: { questionId, version, userId: person(n), reason: 'Two answers fit.' },
})
const withdrawn = (cause: 'review_requests' | 'correct_rate', version = 1): QuestionEvent => ({
  type: 'QuestionWithdrawn',
  data: { questionId, version, cause },
})
const promoted: QuestionEvent = { type: 'QuestionPromoted', data: { questionId, version: 1, answers: 50, discrimination: 0.2 } }
const note = 'Thank you, see the new stem.'
const resolved = (decision: 'kept' | 'revised' | 'retired', version = 1): QuestionEvent => ({
  type: 'QuestionReviewResolved',
  data: { questionId, version, decision, note, resolvedBy: educator },
})

const [now, untilProtected] = ['2026-03-05T12:00:00.000Z', '2026-04-04T12:00:00.000Z']
const keptSafe = (version = 1): QuestionEvent => ({ type: 'QuestionProtected', data: { questionId, version, until: untilProtected } })

const ask = (n: number, version = 1) => requestReview({ userId: person(n), reason: 'Two answers fit.', version })
const doubt = (version = 1, at = now) => withdrawForReviewRequests({ version, at })
const decide = (decision: 'kept' | 'revised' | 'retired', changed: QuestionContent | null = null, version = 1, requestsSeen = 3) =>
  resolveReviewRequests({ version, requestsSeen, decision, note, content: changed, resolvedBy: educator, now })
const answered = (answers: number, correctAnswers: number, version = 1) => withdrawForCorrectRate({ version, answers, correctAnswers })

describe('asking for a review', () => {
  test('counts once per person and version', () => {
    given(questionAggregate, [added])
      .when(ask(1))
      .emits([asked(1)])
    given(questionAggregate, [added, asked(1)])
      .when(ask(1))
      .emits([])
    given(questionAggregate, [added, asked(1), revisedByBank])
      .when(ask(1, 2))
      .emits([asked(1, 2)])
    given(questionAggregate, [added, asked(1), resolved('kept')])
      .when(ask(1))
      .emits([])
  })

  test('is about the version that the person saw', () => {
    given(questionAggregate, [added, revisedByBank])
      .when(ask(1, 2))
      .emits([asked(1, 2)])
    given(questionAggregate, [added, revisedByBank]).when(ask(1, 1)).emits([])
    given(questionAggregate, [added, revisedByBank]).when(ask(1, 3)).refuses('questionNotFound')
    given(questionAggregate, [added, revisedByBank, retiredBy('bank', 'removed from the bank')])
      .when(ask(1, 1))
      .refuses('questionNotFound')
    // A superseded version does not take a question out of draws.
    given(questionAggregate, [added, revisedByBank, asked(1, 2), asked(2, 2)])
      .when(ask(3, 1))
      .emits([])
  })

  test('withdraws the question with the third person', () => {
    given(questionAggregate, [added, asked(1), asked(2)])
      .when(doubt())
      .emits([])
    given(questionAggregate, [added, asked(1), asked(2), asked(3)])
      .when(doubt())
      .emits([withdrawn('review_requests')])
    given(questionAggregate, [added, asked(1), asked(2), asked(3), withdrawn('review_requests')])
      .when(doubt())
      .emits([])
    given(questionAggregate, [added, asked(1), asked(2), asked(3), withdrawn('review_requests')])
      .when(ask(4))
      .emits([asked(4)])
  })

  test('counts a person once, however many versions they ask about', () => {
    const twice = [added, asked(1), asked(2), revisedByBank, asked(1, 2)]
    given(questionAggregate, [added, asked(1), asked(2), revisedByBank])
      .when(ask(1, 2))
      .emits([asked(1, 2)])
    given(questionAggregate, twice).when(doubt(2)).emits([])
    given(questionAggregate, [...twice, asked(3, 2)])
      .when(doubt(2))
      .emits([withdrawn('review_requests', 2)])
  })

  test('withdraws only the doubted version, and nothing that is retired or unknown', () => {
    const doubted = [added, asked(1), asked(2), asked(3)]
    given(questionAggregate, [...doubted, revisedByBank])
      .when(doubt(1))
      .emits([])
    given(questionAggregate, [...doubted, retiredBy('bank', 'removed from the bank')])
      .when(doubt())
      .emits([])
    given(questionAggregate, []).when(doubt()).emits([])
  })

  test('is recorded and withdraws nothing while the version that an educator kept is protected', () => {
    const kept = [added, asked(1), resolved('kept'), keptSafe()]
    given(questionAggregate, kept)
      .when(ask(2))
      .emits([asked(2)])
    const doubted = [...kept, asked(2), asked(3), asked(4)]
    const [lastMoment, after] = ['2026-04-04T11:59:59.999Z', untilProtected]
    given(questionAggregate, doubted).when(doubt(1, now)).emits([])
    given(questionAggregate, doubted).when(doubt(1, lastMoment)).emits([])
    given(questionAggregate, doubted)
      .when(doubt(1, after))
      .emits([withdrawn('review_requests')])
    // A version that the educator has not seen is not protected.
    given(questionAggregate, [...doubted, revisedByBank])
      .when(doubt(2, now))
      .emits([withdrawn('review_requests', 2)])
  })

  test('does not prevent a withdrawal for its correct rate', () => {
    given(questionAggregate, [added, asked(1), asked(2), asked(3), withdrawn('review_requests'), resolved('kept')])
      .when(answered(WITHDRAWAL_MIN_ANSWERS, 0))
      .emits([withdrawn('correct_rate')])
  })

  test('starts at zero after a decision', () => {
    given(questionAggregate, [added, asked(1), asked(2), resolved('kept')])
      .when(ask(3))
      .emits([asked(3)])
  })

  test('stays open until it is decided', () => {
    const isWaiting = (...events: QuestionEvent[]) => isAsking(fold(questionAggregate, events), person(1))
    expect(isWaiting()).toBe(false)
    expect(isWaiting(added, asked(2))).toBe(false)
    expect(isWaiting(added, asked(1))).toBe(true)
    expect(isWaiting(added, asked(1), resolved('kept'))).toBe(false)
    expect(isWaiting(added, asked(1), resolved('kept'), asked(2))).toBe(false)
  })

  test('is refused for an unknown or retired question', () => {
    given(questionAggregate, []).when(ask(1)).refuses('questionNotFound')
    const retired = [added, asked(1), retiredBy('bank', 'removed from the bank')]
    given(questionAggregate, retired).when(ask(2)).refuses('questionNotFound')
    given(questionAggregate, retired).when(ask(1)).emits([])
  })
})

describe('deciding a review', () => {
  const open = [added, asked(1), asked(2), asked(3), withdrawn('review_requests')]

  test('keeps, revises or retires', () => {
    given(questionAggregate, open)
      .when(decide('kept'))
      .emits([resolved('kept'), keptSafe()])
    given(questionAggregate, open)
      .when(decide('revised', better))
      .emits([revisedByReview, resolved('revised')])
    given(questionAggregate, open)
      .when(decide('retired'))
      .emits([retiredBy('review', note), resolved('retired')])
  })

  test('protects a kept version for some days', () => {
    expect((Date.parse(untilProtected) - Date.parse(now)) / 86_400_000).toBe(PROTECTED_DAYS)
    const kept = fold(questionAggregate, [...open, resolved('kept'), keptSafe()])
    expect(kept).toMatchObject({ situation: 'active', protection: { version: 1, until: untilProtected } })
  })

  test('answers requests before there are enough to withdraw the question', () => {
    given(questionAggregate, [added, asked(1)])
      .when(decide('kept', null, 1, 1))
      .emits([resolved('kept'), keptSafe()])
  })

  test('restores a withdrawn question, or retires it', () => {
    expect(fold(questionAggregate, open)).toMatchObject({ situation: 'withdrawn' })
    for (const [decision, situation] of [
      ['kept', 'active'],
      ['revised', 'active'],
      ['retired', 'retired'],
    ] as const) {
      const state = fold(questionAggregate, open)
      const after = fold(questionAggregate, decide(decision, decision === 'revised' ? better : null)(state), state)
      expect(after).toMatchObject({ situation, openRequests: [] })
    }
  })

  test('keeps the words of earlier versions', () => {
    const state = fold(questionAggregate, [...open, revisedByReview, resolved('revised')])
    expect(currentVersion(state)).toBe(2)
    expect(contentOf(state, 1)).toEqual(content)
    expect(contentOf(state, 2)).toEqual(better)
  })

  test('needs something open and the current version', () => {
    given(questionAggregate, []).when(decide('kept')).refuses('questionNotFound')
    given(questionAggregate, [added]).when(decide('kept')).refuses('conflict')
    given(questionAggregate, [...open, resolved('kept')])
      .when(decide('kept'))
      .refuses('conflict')
    given(questionAggregate, [...open, revisedByBank])
      .when(decide('kept'))
      .refuses('conflict')
    given(questionAggregate, [...open, revisedByBank])
      .when(decide('kept', null, 2))
      .emits([resolved('kept', 2), keptSafe(2)])
    given(questionAggregate, [...open, retiredBy('bank', 'removed from the bank')])
      .when(decide('kept'))
      .refuses('conflict')
  })

  test('does not answer a request that came after the educator looked', () => {
    const seeing = (requestsSeen: number) => decide('kept', null, 1, requestsSeen)
    given(questionAggregate, [...open, asked(4)])
      .when(seeing(3))
      .refuses('conflict')
    given(questionAggregate, [...open, asked(4)])
      .when(seeing(4))
      .emits([resolved('kept'), keptSafe()])
    // The number of open requests is the same, but one of them is new.
    given(questionAggregate, [added, asked(1), resolved('kept'), asked(2)])
      .when(seeing(1))
      .refuses('conflict')
    // A learner who already waits has added a request.
    given(questionAggregate, [added, asked(1), revisedByBank, asked(1, 2)])
      .when(decide('kept', null, 2, 1))
      .refuses('conflict')
    given(questionAggregate, [added, withdrawn('correct_rate')])
      .when(seeing(0))
      .emits([resolved('kept'), keptSafe()])
  })

  test('requires that a revision changes something', () => {
    given(questionAggregate, open).when(decide('revised')).refuses('revisionMissing')
    given(questionAggregate, open).when(decide('revised', content)).refuses('revisionMissing')
  })

  test('stands until the bank itself changes', () => {
    const publish = (text: QuestionContent) => publishQuestion({ questionId, bankId: 'trauma-001', content: text })
    const decided = [...open, revisedByReview, resolved('revised')]
    given(questionAggregate, decided).when(publish(content)).emits([])
    given(questionAggregate, [...open, resolved('kept')])
      .when(publish(saying('Which sign is the earliest?')))
      .emits([{ type: 'QuestionRevised', data: { questionId, version: 2, cause: 'bank', content: saying('Which sign is the earliest?') } }])
    const ended = [...open, retiredBy('review', note), resolved('retired')]
    given(questionAggregate, ended).when(publish(content)).emits([])
    given(questionAggregate, ended)
      .when(retireQuestion({ reason: 'removed from the bank' }))
      .emits([])
  })

  test('happens when the bank removes the question', () => {
    given(questionAggregate, open)
      .when(retireQuestion({ reason: 'removed from the bank' }))
      .emits([retiredBy('bank', 'removed from the bank')])
    const state = fold(questionAggregate, [...open, retiredBy('bank', 'removed from the bank'), restored])
    expect(state).toMatchObject({ situation: 'active', openRequests: [] })
  })
})

describe('a correct rate below chance', () => {
  const few = WITHDRAWAL_MIN_ANSWERS
  const belowChance = Math.ceil(few * chanceOf(questionContent().item)) - 1

  test('withdraws once enough people have answered', () => {
    given(questionAggregate, [added])
      .when(answered(few, belowChance))
      .emits([withdrawn('correct_rate')])
    given(questionAggregate, [added])
      .when(answered(few - 1, 0))
      .emits([])
    given(questionAggregate, [added])
      .when(answered(4 * few, few))
      .emits([])
  })

  test('withdraws a version once: what an educator has kept stays', () => {
    const kept = [added, withdrawn('correct_rate'), resolved('kept')]
    given(questionAggregate, kept).when(answered(few, 0)).emits([])
    given(questionAggregate, [...kept, revisedByBank])
      .when(answered(few, 0, 2))
      .emits([withdrawn('correct_rate', 2)])
  })

  test('does not affect another version, or a question that is not drawn anyway', () => {
    given(questionAggregate, [added, revisedByBank]).when(answered(few, 0)).emits([])
    given(questionAggregate, [added, withdrawn('review_requests')])
      .when(answered(few, 0))
      .emits([])
    given(questionAggregate, []).when(answered(few, 0)).emits([])
  })
})

describe('a pilot', () => {
  const promote = (answers: number, discrimination: number, { version = 1, standardError = 0.3 } = {}) =>
    promoteQuestion({ version, answers, discrimination, standardError })

  test('is promoted once it has proved itself', () => {
    given(questionAggregate, [])
      .when(addGenerated({ questionId, content, generation: { model: 'm', promptVersion: '1' } }))
      .emits([piloted])
    given(questionAggregate, [piloted])
      .when(addGenerated({ questionId, content: better, generation: { model: 'm', promptVersion: '1' } }))
      .emits([])
    given(questionAggregate, [piloted]).when(promote(50, 0.2)).emits([promoted])
    expect(fold(questionAggregate, [piloted])).toMatchObject({ situation: 'active', isPilot: true })
    expect(fold(questionAggregate, [piloted, promoted])).toMatchObject({ situation: 'active', isPilot: false })
    given(questionAggregate, [piloted, promoted]).when(promote(50, 0.2)).emits([])
  })

  test('stays one while it has few answers, is uncertain, does not discriminate, or is doubted', () => {
    for (const [answers, discrimination] of [
      [SETTLED_ANSWERS - 1, 0.5],
      [SETTLED_ANSWERS, PROMOTION_MIN_DISCRIMINATION],
      [500, -0.3],
    ] as const)
      given(questionAggregate, [piloted]).when(promote(answers, discrimination)).emits([])
    given(questionAggregate, [piloted])
      .when(promote(80, 0.5, { standardError: 0.36 }))
      .emits([])
    given(questionAggregate, [piloted, asked(1)])
      .when(promote(50, 0.2))
      .emits([])
    given(questionAggregate, [piloted, asked(1), resolved('kept')])
      .when(promote(50, 0.2))
      .emits([promoted])
    given(questionAggregate, [piloted, revisedByReview]).when(promote(50, 0.2)).emits([])
    given(questionAggregate, [added]).when(promote(50, 0.2)).emits([])
    given(questionAggregate, [piloted, withdrawn('correct_rate')])
      .when(promote(50, 0.2))
      .emits([])
    given(questionAggregate, []).when(promote(50, 0.2)).emits([])
  })

  test("becomes the bank's once the bank publishes it, even in the same words", () => {
    given(questionAggregate, [piloted])
      .when(publishQuestion({ questionId, bankId: 'trauma-001', content }))
      .emits([{ type: 'QuestionRevised', data: { questionId, version: 2, cause: 'bank', content } }])
  })
})

const command = fc.oneof(
  fc.record({ kind: fc.constant('ask' as const), by: fc.integer({ min: 1, max: 5 }), isLater: fc.boolean() }),
  fc.record({
    kind: fc.constant('decide' as const),
    decision: fc.constantFrom('kept' as const, 'revised' as const, 'retired' as const),
    isStale: fc.boolean(),
    isUnread: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('rate' as const), correctAnswers: fc.nat(60) }),
  fc.record({ kind: fc.constant('publish' as const), edition: fc.nat(2) }),
  fc.record({ kind: fc.constant('retire' as const) }),
)

test('no sequence of commands counts a request twice, leaves a doubted question in draws, or changes a version', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
      const events: QuestionEvent[] = [added]
      let edition = 0
      for (const next of commands) {
        const before = fold(questionAggregate, events)
        edition += 1
        const version = currentVersion(before)
        const made = events.filter(({ type }) => type === 'QuestionReviewRequested').length
        const action = () => {
          switch (next.kind) {
            case 'ask': {
              const asking = ask(next.by, version)(before)
              return [...asking, ...doubt(version, next.isLater ? untilProtected : now)(fold(questionAggregate, asking, before))]
            }
            case 'decide':
              return decide(
                next.decision,
                saying(`Edition ${edition}`),
                next.isStale ? version - 1 : version,
                next.isUnread ? made - 1 : made,
              )(before)
            case 'rate':
              return answered(60, next.correctAnswers, version)(before)
            case 'publish':
              return publishQuestion({ questionId, bankId: 'trauma-001', content: saying(`Bank ${next.edition}`) })(before)
            case 'retire':
              return retireQuestion({ reason: 'removed from the bank' })(before)
          }
        }
        try {
          events.push(...action())
        } catch (error) {
          expect(error).toBeInstanceOf(Rejection)
          continue
        }
        if (next.kind === 'decide') expect(next.isStale || next.isUnread).toBe(false)

        const after = fold(questionAggregate, events)
        if (after.situation === 'unknown') throw new Error('The question is gone.')
        expect(new Set(after.openRequests).size).toBe(after.openRequests.length)
        const isProtected = after.protection?.version === after.versions.length
        if (after.situation === 'active' && !isProtected) expect(after.openRequests.length).toBeLessThan(OPEN_REQUESTS_TO_WITHDRAW)
        if (next.kind === 'ask' && !next.isLater && isProtected && before.situation === 'active') expect(after.situation).toBe('active')
        for (let old = 1; old <= version; old++) expect(contentOf(after, old)).toBe(contentOf(before, old))
      }
      const requests = events.flatMap((event) =>
        event.type === 'QuestionReviewRequested' ? [`${event.data.userId}@${event.data.version}`] : [],
      )
      expect(new Set(requests).size).toBe(requests.length)
    }),
    { numRuns: 500 },
  )
})
