import { BACKWARDS, END, EventStoreDBClient, jsonEvent, NO_STREAM } from '@eventstore/db-client'
import { v4 as uuidV4 } from 'uuid'
import { startBenchProduct } from './bench-product.ts'
import { atLeast, atMost, type BenchFigure, benchOf, toKnow } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { closedLoop, interleaved, median, medianRatio, p50, p99, rate } from './rounds.ts'
import { answersToGive, QUESTIONS_A_DAY } from './students.ts'

const CLIENTS = 32

const scales = {
  quick: { rounds: 1, alone: 5, together: 40 },
  full: { rounds: 5, alone: 500, together: 3_000 },
}

/** Answering a question over HTTP, beside appending an event of the same size with the official client. */
export const commands = benchOf(scales, async (scale, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startBenchProduct())
  const raw = EventStoreDBClient.connectionString(bench.environment.EVENTSTORE_URL)
  ends.defer(() => raw.dispose())
  await bench.serve('command-api')
  const nextAnswer = await answersToGive(bench, (scale.alone + scale.together) * (scale.rounds + 1), CLIENTS)
  log('premium students have their questions')
  const client = ends.use(new HttpClient(bench.environment.COMMAND_API_URL, CLIENTS))
  const answerNext = async () => {
    const { questionId, answer, bearer } = nextAnswer()
    await client.post(`/api/questions/${questionId}/answer`, bearer, { answer, timeSpent: 30 })
  }
  await answerNext()
  const appendNext = await sameSizeAppend(raw)

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

  const over = `${scale.rounds} rounds`
  return [
    {
      name: 'answer command, one client, p50 to raw append',
      value: medianRatio(p50(alone.ours), p50(alone.raw)),
      ...atMost('×', 2.5, 2),
      from: `${median(p50(alone.ours)).toFixed(2)} ms to ${median(p50(alone.raw)).toFixed(2)} ms, ${over} of ${scale.alone}`,
    },
    {
      name: `answer command, ${CLIENTS} clients, throughput to raw append`,
      value: medianRatio(rate(together.ours), rate(together.raw)),
      ...atLeast('×', 0.4, 0.5),
      from: `${median(rate(together.ours)).toFixed(0)}/s to ${median(rate(together.raw)).toFixed(0)}/s, ${over} of ${scale.together}`,
    },
    {
      name: `answer command, ${CLIENTS} clients, p99`,
      value: median(p99(together.ours)),
      ...toKnow('ms'),
      from: `raw ${median(p99(together.raw)).toFixed(2)} ms`,
    },
  ]
})

/** Appends the latest answer again and again, to streams as long as a student's day. */
async function sameSizeAppend(raw: EventStoreDBClient): Promise<() => Promise<void>> {
  // Read to the end: an abandoned call keeps the client from closing.
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
