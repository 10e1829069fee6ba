import 'fake-indexeddb/auto'
import type { AnswerReceipt } from '@medicready/domain/contract/study/study'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ApiError, ConnectionError } from '../api/errors.ts'
import { openOfflineDatabase, type WaitingAnswer } from './database.ts'
import { KeptDeliveries } from './kept-reads.ts'
import { Outbox } from './outbox.ts'

const ana = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a001'
const ben = '3d0a6f5a-60b8-4c53-9b55-0d7a4ec9a002'
const choice = (option: string) => ({ kind: 'multiple_choice', option }) as const
const refused = (status: number, code: string) => new ApiError(status, '', JSON.stringify({ code, message: `The words of ${code}.` }))
const lost = () => new ConnectionError(null)

let databases = 0
const answer = (n: number, more: Partial<WaitingAnswer> = {}): WaitingAnswer => ({
  id: `key-of-answer-${n}`,
  userId: ana,
  questionId: `question-${n}`,
  studySessionId: null,
  stem: `Question ${n}?`,
  answer: choice('a'),
  body: { questionId: `question-${n}`, selectedAnswer: null, answer: choice('a'), timeSpent: 3 },
  givenAt: Date.parse('2026-03-01T12:00:00Z') + n * 1000,
  refusal: null,
  ...more,
})

/** A server that counts the first answer to each question, and what reaches it. */
function server() {
  const counted = new Map<string, ReturnType<typeof choice>>()
  const heard: string[] = []
  let signedIn: string | null = ana
  /** The fate of the next requests; all later ones arrive. */
  let fates: ('arrives' | 'lost' | 'heardAndLost' | Error)[] = []
  const send = async (body: WaitingAnswer['body'], key: string): Promise<AnswerReceipt> => {
    const fate = fates.shift() ?? 'arrives'
    if (fate === 'lost') throw lost()
    if (fate instanceof Error) throw fate
    heard.push(key)
    const stands = counted.get(body.questionId) ?? (body.answer as ReturnType<typeof choice>)
    counted.set(body.questionId, stands)
    if (fate === 'heardAndLost') throw lost()
    return { isWithheld: true, selectedAnswer: '', answer: stands, opened: null }
  }
  return {
    counted,
    heard,
    send,
    signIn: (userId: string | null) => {
      signedIn = userId
    },
    willBe: (...next: typeof fates) => {
      fates = next
    },
    whoIsSignedIn: async () => (signedIn === null ? null : { userId: signedIn, skew: 0 }),
  }
}

async function browser(to = server(), name = `outbox-${databases++}`) {
  const database = await openOfflineDatabase(name)
  const { send, whoIsSignedIn } = to
  const outbox = new Outbox({ database, locks: navigator.locks, whoIsSignedIn, send, changed: () => undefined })
  return { outbox, to, name, left: async () => (await outbox.waiting(ana)).map(({ id, refusal }) => ({ id, refusal })) }
}

describe('the outbox', () => {
  test('sends answers in order, each with its key', async () => {
    const { outbox, to, left } = await browser()
    for (const n of [3, 1, 2]) await outbox.keep(answer(n))
    expect(await outbox.send(ana)).toBe('done')
    expect(to.heard).toEqual(['key-of-answer-3', 'key-of-answer-1', 'key-of-answer-2'])
    expect(await left()).toEqual([])
  })

  test('survives a restart of the browser and sends unconfirmed answers again', async () => {
    const first = await browser()
    first.to.willBe('heardAndLost')
    await first.outbox.keep(answer(1))
    expect(await first.outbox.send(ana)).toBe('later')
    const second = await browser(first.to, first.name)
    expect(await second.outbox.send(ana)).toBe('done')
    expect(first.to.heard).toEqual(['key-of-answer-1', 'key-of-answer-1'])
    expect(first.to.counted.size).toBe(1)
    expect(await second.left()).toEqual([])
  })

  test('counts each answer once, whatever the network does, from however many windows', async () => {
    const fate = fc.constantFrom('arrives', 'lost', 'heardAndLost', refused(503, 'unavailable'), refused(409, 'conflict'))
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 30 }), fc.integer({ min: 1, max: 12 }), async (fates, count) => {
        const one = await browser()
        const other = await browser(one.to, one.name)
        one.to.willBe(...(fates as Parameters<typeof one.to.willBe>))
        for (let n = 0; n < count; n++) await (n % 2 ? one : other).outbox.keep(answer(n))
        for (let rounds = 0; (await one.left()).length > 0 && rounds < 100; rounds++)
          await Promise.all([one.outbox.send(ana), other.outbox.send(ana)])
        expect(await one.left()).toEqual([])
        expect([...one.to.counted.keys()]).toEqual(Array.from({ length: count }, (_, n) => `question-${n}`))
      }),
      { numRuns: 40 },
    )
  })

  test('keeps the message of a rejection until it is dismissed, and continues with the next answer', async () => {
    const { outbox, to, left } = await browser()
    to.willBe(refused(409, 'answerTooLate'), refused(429, 'dailyLimitReached'))
    for (const n of [1, 2, 3]) await outbox.keep(answer(n))
    expect(await outbox.send(ana)).toBe('done')
    expect((await left()).map(({ refusal }) => refusal)).toEqual(['The words of answerTooLate.', 'The words of dailyLimitReached.'])
    for (const { place } of await outbox.waiting(ana)) await outbox.dismiss(place ?? 0)
    expect(await left()).toEqual([])
  })

  test('says that another answer counts', async () => {
    const { outbox, to, left } = await browser()
    to.counted.set('question-1', choice('b'))
    await outbox.keep(answer(1))
    expect(await outbox.send(ana)).toBe('done')
    expect((await left())[0]?.refusal).toMatch(/You already answered this question in another window/)
  })

  test('keeps one answer to a question: the first', async () => {
    const { outbox, to } = await browser()
    await outbox.keep(answer(1))
    expect(await outbox.keep(answer(1, { id: 'key-of-another', answer: choice('b') }))).toMatchObject(answer(1))
    await outbox.send(ana)
    expect(to.heard).toEqual(['key-of-answer-1'])
  })

  test('waits for the account that the answers belong to', async () => {
    const { outbox, to, left } = await browser()
    await outbox.keep(answer(1))
    for (const signedIn of [null, ben]) {
      to.signIn(signedIn)
      expect(await outbox.send(ana)).toBe('signedOut')
    }
    to.signIn(ana)
    for (const [status, code] of [
      [401, 'notSignedIn'],
      [409, 'answerOfAnother'],
    ] as const) {
      to.willBe(refused(status, code))
      expect(await outbox.send(ana)).toBe('signedOut')
    }
    expect(await left()).toEqual([{ id: 'key-of-answer-1', refusal: null }])
    expect(await outbox.send(ana)).toBe('done')
  })
})

describe('what is saved for offline use', () => {
  test('belongs to one account, and is removed when it is old, of another account, or signed out', async () => {
    let now = Date.parse('2026-03-01T12:00:00Z')
    const kept = new KeptDeliveries(await openOfflineDatabase(`kept-${databases++}`), () => now)
    await kept.keep(ana, 'daily', [1])
    now += 1
    await kept.keep(ben, 'daily', [2])
    expect([await kept.read(ana, 'daily'), await kept.read(ben, 'daily'), await kept.lastUser()]).toEqual([[1], [2], ben])
    await kept.tidy(ana)
    const names = async (userId: string) => (await kept.list(userId)).map(({ name }) => name)
    expect([await names(ana), await names(ben)]).toEqual([['daily'], []])
    now += 4 * 86_400_000
    expect([await kept.read(ana, 'daily'), await kept.lastUser()]).toEqual([null, null])
    await kept.keep(ana, 'daily', [3])
    await kept.forgetAll()
    expect(await names(ana)).toEqual([])
  })

  test('is not saved again once removed by hand, nor kept longer than it is useful', async () => {
    let now = Date.parse('2026-03-01T12:00:00Z')
    const kept = new KeptDeliveries(await openOfflineDatabase(`kept-${databases++}`), () => now)
    await kept.keep(ana, 'session', [1])
    await kept.remove(ana, 'session')
    expect([await kept.keep(ana, 'session', [2]), await kept.read(ana, 'session'), await kept.list(ana)]).toEqual([false, null, []])
    expect(await kept.keep(ana, 'session', [3], { isAsked: true, until: now + 1000 })).toBe(true)
    expect(await kept.list(ana)).toMatchObject([{ name: 'session', value: [3], bytes: 3 }])
    now += 1000
    expect([await kept.read(ana, 'session'), await kept.list(ana)]).toEqual([null, []])
  })
})
