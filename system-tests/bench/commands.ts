import { BACKWARDS, END, EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { bankDirectory, questionIdOf, readBank } from '@medicready/command-api/questions/load-bank'
import type { Fact } from '@medicready/domain/events'
import { type ItemAnswer, keyOf } from '@medicready/domain/questions/item'
import { asItStands } from '@medicready/domain/study/delivered-question'
import { accountRegistered, emailVerified } from '@medicready/domain/testing/account-facts'
import { v4 as uuidV4 } from 'uuid'
import { signIn, startBenchProduct } from './bench-product.ts'
import type { Figure } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { closedLoop, interleaved, type Load, median, medianRatio, percentile } from './rounds.ts'

export interface CommandsScale {
  readonly rounds: number
  /** Commands of one client, in each round. */
  readonly alone: number
  /** Commands of 32 clients, in each round. */
  readonly together: number
}

const CLIENTS = 32
/** What a premium student answers on a good day. */
const QUESTIONS_A_DAY = 40

/**
 * Answering a question over HTTP, beside appending an event of the same size with the official client. Log, command API
 * and client run, as the raw append has log and client; what else the product does with an answer is measured
 * elsewhere.
 */
export async function benchCommands(scale: CommandsScale, log: (line: string) => void): Promise<Figure[]> {
  const bench = await startBenchProduct()
  const raw = EventStoreDBClient.connectionString(bench.eventStoreUrl)
  try {
    await bench.product.start('event-store')
    await bench.product.runSetup()
    await bench.product.start('command-api')
    const answers = await prepareAnswers(bench, (scale.alone + scale.together) * (scale.rounds + 1), log)
    const client = new HttpClient(bench.address('command-api'), CLIENTS)
    const answerNext = async () => {
      const next = answers.next()
      if (next.done) throw new Error('There is nothing left to answer.')
      const { questionId, answer, bearer } = next.value
      await client.send('POST', `/api/questions/${questionId}/answer`, {
        bearer,
        body: { answer, timeSpent: 30 },
        headers: { 'idempotency-key': uuidV4() },
      })
    }
    await answerNext()
    const appendNext = await sameSizeAppend(raw)

    // Everything that is compiled or connected with first use.
    for (const work of [answerNext, appendNext]) {
      await closedLoop(1, scale.alone, work)
      await closedLoop(CLIENTS, scale.together - 1, work)
    }
    const alone = await interleaved(
      scale.rounds,
      { ours: () => closedLoop(1, scale.alone, answerNext), raw: () => closedLoop(1, scale.alone, appendNext) },
      (line) => log(`answering, one client: ${line}`),
    )
    const together = await interleaved(
      scale.rounds,
      { ours: () => closedLoop(CLIENTS, scale.together, answerNext), raw: () => closedLoop(CLIENTS, scale.together, appendNext) },
      (line) => log(`answering, ${CLIENTS} clients: ${line}`),
    )
    await client.close()

    const p50 = (loads: readonly Load[]) => loads.map(({ latencies }) => percentile(latencies, 0.5))
    const p99 = (loads: readonly Load[]) => loads.map(({ latencies }) => percentile(latencies, 0.99))
    const rate = (loads: readonly Load[]) => loads.map(({ perSecond }) => perSecond)
    const over = `${scale.rounds} rounds`
    return [
      {
        name: 'answer command, one client, p50 to raw append',
        value: medianRatio(p50(alone.ours), p50(alone.raw)),
        unit: '×',
        better: 'lower',
        required: 2.5,
        aim: 2,
        from: `${median(p50(alone.ours)).toFixed(2)} ms to ${median(p50(alone.raw)).toFixed(2)} ms, ${over} of ${scale.alone}`,
      },
      {
        name: `answer command, ${CLIENTS} clients, throughput to raw append`,
        value: medianRatio(rate(together.ours), rate(together.raw)),
        unit: '×',
        better: 'higher',
        required: 0.4,
        aim: 0.5,
        from: `${median(rate(together.ours)).toFixed(0)}/s to ${median(rate(together.raw)).toFixed(0)}/s, ${over} of ${scale.together}`,
      },
      {
        name: `answer command, ${CLIENTS} clients, p99`,
        value: median(p99(together.ours)),
        unit: 'ms',
        better: 'lower',
        required: null,
        aim: null,
        from: `raw ${median(p99(together.raw)).toFixed(2)} ms`,
      },
    ]
  } finally {
    await raw.dispose()
    await bench.stop()
  }
}

interface ToAnswer {
  readonly questionId: string
  readonly answer: ItemAnswer
  readonly bearer: string
}

/** Premium students with the questions of a day delivered, signed in. */
async function prepareAnswers(
  { eventStore, sql }: Awaited<ReturnType<typeof startBenchProduct>>,
  count: number,
  log: (line: string) => void,
): Promise<Iterator<ToAnswer>> {
  const bank = (await readBank(bankDirectory)).map((question) => ({ ...question, questionId: questionIdOf(question.id) }))
  const now = new Date().toISOString()
  const date = now.slice(0, 10)
  const metadata = { correlationId: 'bench', causationId: 'bench', commandId: 'bench', actorId: 'bench', occurredAt: now }
  const append = (streamName: string, ...facts: readonly Fact[]) =>
    eventStore().append(
      streamName,
      'no_stream',
      facts.map((event) => ({ id: uuidV4(), event, metadata })),
    )
  const userIds = Array.from({ length: Math.ceil(count / QUESTIONS_A_DAY) + CLIENTS }, () => uuidV4())
  const drawnBy = (index: number) =>
    Array.from({ length: QUESTIONS_A_DAY }, (_, offset) => bank[(index * 7 + offset) % bank.length] as (typeof bank)[number])
  await closedLoop(CLIENTS, userIds.length, async (index) => {
    const userId = userIds[index] as string
    await append(`account-${userId}`, accountRegistered(userId, { email: `${userId}@example.org` }), emailVerified(userId))
    await append(`subscription-${userId}`, { type: 'TierChanged', data: { userId, from: 'free', to: 'premium', cause: 'granted' } })
    const questions = drawnBy(index).map(({ questionId, module }) => ({ questionId, questionVersion: 1, module, set: null, ...asItStands }))
    await append(`studyDay-${userId}_${date}`, {
      type: 'QuestionsDrawn',
      data: { userId, date, questions, mode: 'practice', studySessionId: null },
    })
  })
  const tokens = await signIn(sql, userIds)
  log(`${userIds.length} premium students have ${QUESTIONS_A_DAY} questions each`)

  function* inTurn(): Generator<ToAnswer> {
    // So many students at once, question by question, then the next ones.
    for (let first = 0; first < userIds.length; first += CLIENTS)
      for (let question = 0; question < QUESTIONS_A_DAY; question++)
        for (let index = first; index < Math.min(first + CLIENTS, userIds.length); index++) {
          const { questionId, item } = drawnBy(index)[question] as (typeof bank)[number]
          yield { questionId, answer: keyOf(item), bearer: tokens[index] as string }
        }
  }
  return inTurn()
}

/**
 * Appends the data and metadata of the answer that stands last in the log, again and again, to streams as long as a
 * student's day.
 */
async function sameSizeAppend(raw: EventStoreDBClient): Promise<() => Promise<void>> {
  // Read to the end: a call that is left before keeps the client from closing.
  const last: { data: unknown; metadata: unknown }[] = []
  for await (const { event } of raw.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 10 }))
    if (event?.type === 'AnswerSubmitted') last.push(event)
  const [answered] = last
  if (!answered) throw new Error('The answer that was just given is not in the log.')
  const { data, metadata } = answered as { data: Record<string, string>; metadata: Record<string, string> }
  const free: { name: string; revision: bigint | typeof NO_STREAM; left: number }[] = []
  return async () => {
    const stream = free.shift() ?? { name: `studyDay-${uuidV4()}_2026-01-01`, revision: NO_STREAM, left: QUESTIONS_A_DAY }
    const event = jsonEvent({ type: 'AnswerSubmitted', data, metadata })
    const { nextExpectedRevision } = await raw.appendToStream(stream.name, event, { expectedRevision: stream.revision })
    stream.revision = nextExpectedRevision
    stream.left -= 1
    if (stream.left > 0) free.push(stream)
  }
}
