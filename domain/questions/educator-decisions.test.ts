import { describe, expect, test } from 'vitest'
import { fold } from '../core/decider.ts'
import { given } from '../testing/given.ts'
import type { QuestionContent } from './content/content.ts'
import { questionContent } from './content/testing/question-content.ts'
import { addAuthored, outdateQuestion, reviseQuestion, settleBankRevision } from './educator-decisions.ts'
import { publishQuestion, type QuestionEvent, questionAggregate, resolveReviewRequests, retireQuestion } from './question.ts'

const questionId = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a021'
const settledBy = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9aaaa'
const bankId = 'trauma-001'
const saying = (stem: string) => questionContent({ stem })
const [first, educators, banks, third] = ['First?', 'What an educator made of it?', 'What the bank made of it?', 'Third?'].map(saying) as [
  QuestionContent,
  QuestionContent,
  QuestionContent,
  QuestionContent,
]

const added: QuestionEvent = {
  type: 'QuestionAdded',
  data: { questionId, version: 1, source: 'curated', bankId, generation: null, content: first },
}
const revised = (version: number, cause: 'bank' | 'review' | 'educator', content: QuestionContent): QuestionEvent => ({
  type: 'QuestionRevised',
  data: { questionId, version, cause, content },
})
const offered = (offer: number, content: QuestionContent): QuestionEvent => ({
  type: 'BankRevisionOffered',
  data: { questionId, offer, bankId, content },
})
type Decision = Extract<QuestionEvent, { type: 'BankRevisionSettled' }>['data']['decision']
const settled = (version: number, decision: Decision, offer: number | null = 1): QuestionEvent => ({
  type: 'BankRevisionSettled',
  data: { questionId, version, offer, decision, settledBy: decision === 'agreed' || decision === 'gone' ? null : settledBy },
})
const retired = (cause: 'bank' | 'review'): QuestionEvent => ({ type: 'QuestionRetired', data: { questionId, cause, reason: 'removed' } })
const restored: QuestionEvent = { type: 'QuestionRestored', data: { questionId } }
const asked: QuestionEvent = {
  type: 'QuestionReviewRequested',
  data: { questionId, version: 1, userId: settledBy, reason: 'Two answers fit.' },
}

const publish = (content: QuestionContent) => publishQuestion({ questionId, bankId, content })
const settle = (decision: 'taken' | 'kept' | 'edited', { content = null as QuestionContent | null, version = 2, offer = 1 } = {}) =>
  settleBankRevision({ version, offer, decision, content, settledBy })

const revisedByOne = [added, revised(2, 'educator', educators)]
const waiting = [...revisedByOne, offered(1, banks)]

describe("the bank's file and an educator's words", () => {
  test.each(['review', 'educator'] as const)('does not overwrite a revision by %s, and offers its own words once', (cause) => {
    const history = [added, revised(2, cause, educators)]
    given(questionAggregate, history).when(publish(first)).emits([])
    given(questionAggregate, history)
      .when(publish(banks))
      .emits([offered(1, banks)])
    given(questionAggregate, [...history, offered(1, banks)])
      .when(publish(banks))
      .emits([])
    given(questionAggregate, [...history, offered(1, banks), settled(2, 'kept')])
      .when(publish(banks))
      .emits([])
  })

  test('offers later words again', () => {
    given(questionAggregate, waiting)
      .when(publish(third))
      .emits([offered(2, third)])
    given(questionAggregate, [...waiting, settled(2, 'kept')])
      .when(publish(third))
      .emits([offered(2, third)])
  })

  test('agree once the bank has adopted the words, and the bank revises again as before', () => {
    given(questionAggregate, revisedByOne)
      .when(publish(educators))
      .emits([settled(2, 'agreed', null)])
    given(questionAggregate, waiting)
      .when(publish(educators))
      .emits([settled(2, 'agreed')])
    const agreed = [...waiting, settled(2, 'agreed')]
    given(questionAggregate, agreed).when(publish(educators)).emits([])
    given(questionAggregate, agreed)
      .when(publish(third))
      .emits([revised(3, 'bank', third)])
  })

  test('agree if an educator arrives at the words of the bank', () => {
    given(questionAggregate, waiting)
      .when(reviseQuestion({ version: 2, content: banks }))
      .emits([revised(3, 'educator', banks), settled(3, 'agreed')])
    const now = '2026-03-05T12:00:00.000Z'
    const inReview = {
      version: 2,
      requestsSeen: 1,
      decision: 'revised',
      note: 'Right.',
      content: banks,
      resolvedBy: settledBy,
      now,
    } as const
    given(questionAggregate, [...waiting, { ...asked, data: { ...asked.data, version: 2 } } as QuestionEvent])
      .when(resolveReviewRequests(inReview))
      .emits([
        revised(3, 'review', banks),
        settled(3, 'agreed'),
        { type: 'QuestionReviewResolved', data: { questionId, version: 2, decision: 'revised', note: 'Right.', resolvedBy: settledBy } },
      ])
  })

  test('diverge if the bank removes the question, and compare again if it returns', () => {
    given(questionAggregate, waiting)
      .when(retireQuestion({ reason: 'removed' }))
      .emits([retired('bank'), settled(2, 'gone')])
    given(questionAggregate, [...waiting, retired('bank'), settled(2, 'gone')])
      .when(publish(banks))
      .emits([restored, offered(2, banks)])
    // A question that a review retired stays retired until someone has seen the difference.
    given(questionAggregate, [...revisedByOne, retired('review')])
      .when(publish(banks))
      .emits([offered(1, banks)])
  })
})

describe('an educator', () => {
  test("takes the bank's words, keeps the current ones, or writes others", () => {
    given(questionAggregate, waiting)
      .when(settle('taken'))
      .emits([revised(3, 'bank', banks), settled(3, 'taken')])
    given(questionAggregate, waiting)
      .when(settle('kept'))
      .emits([settled(2, 'kept')])
    given(questionAggregate, waiting)
      .when(settle('edited', { content: third }))
      .emits([revised(3, 'educator', third), settled(3, 'edited')])
    given(questionAggregate, [...waiting, retired('review')])
      .when(settle('taken'))
      .emits([restored, revised(3, 'bank', banks), settled(3, 'taken')])
    // From then on, the file and the question agree, or the educator's words stand.
    given(questionAggregate, [...waiting, revised(3, 'bank', banks), settled(3, 'taken')])
      .when(publish(first))
      .emits([revised(4, 'bank', first)])
    given(questionAggregate, [...waiting, revised(3, 'educator', third), settled(3, 'edited')])
      .when(publish(first))
      .emits([offered(2, first)])
  })

  test('decides on the current offer, once', () => {
    given(questionAggregate, []).when(settle('kept')).refuses('questionNotFound')
    for (const history of [revisedByOne, [...waiting, settled(2, 'kept')], [...waiting, offered(2, third)]])
      given(questionAggregate, history).when(settle('kept')).refuses('conflict')
    given(questionAggregate, waiting)
      .when(settle('kept', { version: 1 }))
      .refuses('conflict')
    for (const content of [null, educators])
      given(questionAggregate, waiting).when(settle('edited', { content })).refuses('revisionMissing')
  })

  test('adds a question as a pilot, once', () => {
    const authored: QuestionEvent = {
      type: 'QuestionAdded',
      data: { questionId, version: 1, source: 'educator', bankId: null, generation: null, content: first },
    }
    const add = addAuthored({ questionId, content: first })
    given(questionAggregate, []).when(add).emits([authored])
    given(questionAggregate, [authored]).when(add).emits([])
    expect(fold(questionAggregate, [authored])).toMatchObject({ isPilot: true, published: null, isEducators: true })
  })

  test('revises a question without open requests', () => {
    given(questionAggregate, [added])
      .when(reviseQuestion({ version: 1, content: educators }))
      .emits([revised(2, 'educator', educators)])
    const revise = reviseQuestion({ version: 1, content: educators })
    for (const history of [[], [added, retired('review')]]) given(questionAggregate, history).when(revise).refuses('questionNotFound')
    given(questionAggregate, revisedByOne).when(revise).refuses('conflict')
    given(questionAggregate, [added, asked]).when(revise).refuses('reviewWaits')
    given(questionAggregate, [added, { type: 'QuestionWithdrawn', data: { questionId, version: 1, cause: 'correct_rate' } }])
      .when(revise)
      .refuses('reviewWaits')
    given(questionAggregate, [added])
      .when(reviseQuestion({ version: 1, content: first }))
      .refuses('revisionMissing')
  })
})

describe('a changed guideline', () => {
  const change = {
    changeId: '6a1f0d3e-5f0b-5b57-9c39-2d3f0a4b7c11',
    source: 'A guideline',
    section: null,
    year: 2025,
    what: 'The dose is now 2 mg.',
    why: 'It saves more lives.',
  }
  const outdated = (isWithdrawn: boolean, version = 1): QuestionEvent => ({
    type: 'QuestionOutdated',
    data: { questionId, version, ...change, isWithdrawn },
  })
  const resolve = (decision: 'kept' | 'revised', content: QuestionContent | null = null, requestsSeen = 1) =>
    resolveReviewRequests({
      version: 1,
      requestsSeen,
      decision,
      note: 'Thanks.',
      content,
      resolvedBy: settledBy,
      now: '2026-03-01T12:00:00.000Z',
    })
  const outdate = (isWithdrawn: boolean) => outdateQuestion({ change, isWithdrawn })

  test.each([true, false])('makes a question outdated once, withdrawn: %s', (isWithdrawn) => {
    given(questionAggregate, [added])
      .when(outdate(isWithdrawn))
      .emits([outdated(isWithdrawn)])
    given(questionAggregate, [added, outdated(isWithdrawn)])
      .when(outdate(isWithdrawn))
      .emits([])
    given(questionAggregate, []).when(outdate(isWithdrawn)).refuses('questionNotFound')
    given(questionAggregate, [added, retired('review')])
      .when(outdate(isWithdrawn))
      .refuses('questionNotFound')
  })

  test('may withdraw it later, but not after an educator has decided', () => {
    given(questionAggregate, [added, outdated(false)])
      .when(outdate(true))
      .emits([outdated(true)])
    const kept = [added, outdated(false), ...resolve('kept')(fold(questionAggregate, [added, outdated(false)]))]
    given(questionAggregate, kept).when(outdate(true)).emits([])
    expect(fold(questionAggregate, kept)).toMatchObject({ situation: 'active', openChanges: [] })
    given(questionAggregate, [added, outdated(false), retired('bank')])
      .when(outdate(true))
      .emits([])
  })

  test('waits for a decision about the review, not for an edit beside it', () => {
    given(questionAggregate, [added, outdated(false)])
      .when(reviseQuestion({ version: 1, content: educators }))
      .refuses('reviewWaits')
    const state = fold(questionAggregate, [added, outdated(true)])
    expect(state).toMatchObject({ situation: 'withdrawn' })
    expect(resolve('revised', educators)(state)).toMatchObject([revised(2, 'review', educators), { type: 'QuestionReviewResolved' }])
    given(questionAggregate, [added]).when(resolve('kept')).refuses('conflict')
    given(questionAggregate, [added, outdated(false)])
      .when(resolve('kept', null, 0))
      .refuses('conflict')
  })
})
