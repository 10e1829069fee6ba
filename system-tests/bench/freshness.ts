import { setTimeout as sleep } from 'node:timers/promises'
import { moduleNames } from '@medicready/domain/questions/shown/modules'
import { answerSubmitted } from '@medicready/domain/study/testing/study-facts'
import { v4 as uuidV4 } from 'uuid'
import { benchMetadata, startBenchProduct } from './bench-product.ts'
import { atMost, type BenchFigure, benchOf } from './figures.ts'
import { HttpClient } from './http-client.ts'
import { median, percentile } from './rounds.ts'
import { type BenchStudent, premiumStudents } from './students.ts'

const EVENTS_PER_SECOND = 500
const READERS = 64

const scales = {
  quick: { rounds: 1, students: 100, seconds: 0.2 },
  full: { rounds: 3, students: 1_000, seconds: 15 },
}

/**
 * From the moment an answer is due to be appended until its writer has read it back, over HTTP. Open loop: lateness
 * counts.
 */
export const freshness = benchOf(scales, async (scale, log, ends): Promise<BenchFigure[]> => {
  const bench = ends.use(await startBenchProduct())
  await bench.serve('projector', 'read-api')
  const eventStore = bench.eventStore()
  const date = new Date().toISOString().slice(0, 10)
  const students = await premiumStudents(bench, scale.students)
  const revisions: bigint[] = students.map(() => -1n)
  const client = ends.use(new HttpClient(bench.environment.READ_API_URL, READERS))
  let stale = 0

  const appendAndRead = async (index: number, due: number) => {
    const { userId, bearer } = students[index] as BenchStudent
    const revision = revisions[index] as bigint
    const module = moduleNames[index % moduleNames.length] ?? 'Trauma'
    const event = answerSubmitted({ userId, date, questionId: uuidV4(), module })
    const { position, revision: next } = await eventStore.append(`studyDay-${userId}_${date}`, revision === -1n ? 'no_stream' : revision, [
      { id: uuidV4(), event, metadata: benchMetadata(uuidV4()) },
    ])
    const appended = performance.now()
    revisions[index] = next
    const { isStale, text } = await client.send('GET', '/api/user/stats', {
      bearer,
      headers: { 'consistency-token': position.commit.toString() },
    })
    const readable = performance.now()
    if (isStale) stale += 1
    const { totalAnswered } = JSON.parse(text) as { totalAnswered: number }
    if (!isStale && totalAnswered < Number(next) + 1)
      throw new Error('An answer was not there although the read did not say that it is stale.')
    return { sinceDue: readable - due, sinceAppended: readable - appended, append: appended - due }
  }

  const round = async (seconds: number) => {
    const running: Promise<{ sinceDue: number; sinceAppended: number; append: number }>[] = []
    const start = performance.now()
    for (let index = 0; index < seconds * EVENTS_PER_SECOND; index++) {
      const due = start + (index * 1_000) / EVENTS_PER_SECOND
      const wait = due - performance.now()
      if (wait > 0) await sleep(wait)
      running.push(appendAndRead(index % scale.students, due))
    }
    return Promise.all(running)
  }
  await round(scale.seconds / 4)
  stale = 0
  const rounds: Awaited<ReturnType<typeof round>>[] = []
  for (let number = 1; number <= scale.rounds; number++) {
    rounds.push(await round(scale.seconds))
    log(`freshness: round ${number} of ${scale.rounds}`)
  }
  const of = (measure: 'sinceDue' | 'sinceAppended' | 'append', share: number) =>
    median(
      rounds.map((one) =>
        percentile(
          one.map((sample) => sample[measure]),
          share,
        ),
      ),
    )
  return [
    {
      name: `append to readable at ${EVENTS_PER_SECOND} events/s, p99`,
      value: stale > 0 ? Number.POSITIVE_INFINITY : of('sinceDue', 0.99),
      ...atMost('ms', 50, 20),
      from: `p50 ${of('sinceDue', 0.5).toFixed(1)} ms; from the append's answer on p50 ${of('sinceAppended', 0.5).toFixed(1)}, p99 ${of('sinceAppended', 0.99).toFixed(1)} ms; the append itself p99 ${of('append', 0.99).toFixed(1)} ms; ${stale} stale; ${scale.rounds} rounds of ${scale.seconds} s`,
    },
  ]
})
